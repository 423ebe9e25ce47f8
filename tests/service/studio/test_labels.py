"""What is printed: each bar is read back from the drawing, as a scanner would read it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from sabot.service.studio.labels import QUIET, Sheet, pages
from sabot.service.studio.passports import own_deck

_WIDTHS = """212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212
112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122
321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313
231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131
311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122
141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142
121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
114311 411113 411311 113141 114131 311141 411131 211412 211214 211232"""
PATTERNS = _WIDTHS.split()
"""The widths of Code 128, by value, from the standard and not from the library that draws them."""

STOP = "2331112"
A, B, C = 103, 104, 105
Bar = tuple[float, float, float, float]

_DRAWN = re.compile(rb"1 0 0 1 (\S+) \S+ cm|n (\S+) (\S+) (\S+) (\S+) re f\*?")


def barcodes(page: bytes) -> Iterator[list[Bar]]:
    """The bars of each barcode of a page, which is drawn from its own lower left."""
    moved, bars = 0.0, list[Bar]()
    for found in _DRAWN.finditer(page):
        if found[1] is None:
            x, y, width, height = (float(found[group]) for group in range(2, 6))
            bars.append((moved + x, y, width, height))
            continue
        if bars:
            yield bars
        moved, bars = float(found[1]), []
    yield bars


def decoded(bars: Sequence[Bar]) -> tuple[str, float]:
    """The text of a barcode, and the width of a module."""
    module = min(width for _, _, width, _ in bars)
    widths = ""
    for (x, _, width, _), after in zip(bars, [*bars[1:], None], strict=True):
        widths += str(round(width / module))
        if after is not None:
            widths += str(round((after[0] - x - width) / module))
    assert widths.endswith(STOP)
    symbols = [widths[at : at + 6] for at in range(0, len(widths) - len(STOP), 6)]
    values = [PATTERNS.index(symbol) for symbol in symbols]
    *data, check = values
    weighed = data[0] + sum(place * value for place, value in enumerate(data[1:], start=1))
    assert check == weighed % 103
    return text_of(data), module


def text_of(values: Sequence[int]) -> str:
    code, text = values[0], ""
    for value in values[1:]:
        if code == C and value < 100:
            text += f"{value:02}"
        elif code != C and value < 96:
            text += chr(value + 32)
        else:
            code = {99: C, 100: B, 101: A}[value]
    return text


def contents(printed: bytes) -> list[bytes]:
    """What is drawn on each page."""
    return re.findall(rb"stream\r?\n(.*?)endstream", printed, re.DOTALL)


@pytest.mark.parametrize("sheet", list(Sheet))
def test_F94_every_barcode_of_a_deck_says_its_code(sheet: Sheet) -> None:
    codes = own_deck("T1", 1)
    drawn = contents(pages("T1", codes, sheet=sheet))
    found = [decoded(bars)[0] for page in drawn for bars in barcodes(page)]
    assert tuple(found) == codes
    assert len(drawn) == -(-52 // (9 if sheet is Sheet.CARDS else 24))


@pytest.mark.parametrize("sheet", list(Sheet))
@pytest.mark.parametrize("set_id", ["T1", "LONGEST-NAME"])
def test_a_barcode_has_ten_modules_of_quiet_zone_and_bars_wide_enough_to_read(
    sheet: Sheet, set_id: str
) -> None:
    [first, *_] = contents(pages(set_id, own_deck(set_id, 1), sheet=sheet))
    third = 210 / 25.4 * 72 / 2 - 94.5 / 25.4 * 72  # the left edge of the sheet
    cell = 63 / 25.4 * 72
    for place, bars in enumerate(barcodes(first)):
        _, module = decoded(bars)
        left = third + place % 3 * cell
        assert bars[0][0] - left >= QUIET * module - 0.01
        assert left + cell - (bars[-1][0] + bars[-1][2]) >= QUIET * module - 0.01
        assert module >= 0.19 / 25.4 * 72  # what a hand scanner reads


def test_the_ranks_are_large_and_a_ten_is_a_ten() -> None:
    drawn = b"".join(contents(pages("T1", own_deck("T1", 1), sheet=Sheet.CARDS)))
    assert drawn.count(b"(10) Tj") == 8  # two corners of four tens
    assert drawn.count(b" 44 Tf") >= 104


def test_the_table_of_widths_is_the_one_that_readers_know() -> None:
    assert len(PATTERNS) == 106
    assert len(set(PATTERNS)) == 106
    assert all(sum(map(int, pattern)) == 11 for pattern in PATTERNS)
