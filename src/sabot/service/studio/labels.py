"""Sheets to print: test cards to deal from, and labels for the cards of a printer.

Owns what lies where on a page of A4: cards or labels without gaps, marks outside to cut along, and
a Code 128 barcode for each code, with ten modules of quiet zone on both sides. Bars are drawn as
rectangles, so a printer makes them as sharp as it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from sabot.cards import Rank, Suit
from sabot.service.studio.passports import card_of

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
PAGE = (210 * MM, 297 * MM)
SHEET = (189 * MM, 264 * MM)
COLUMNS = 3
QUIET = 10
"""Modules without a bar on both sides of a barcode."""

MODULE_MAX = 0.33 * MM
EDGE = 2 * MM
MARK = 5 * MM

_SUITS = {
    Suit.SPADES: "\u2660",
    Suit.HEARTS: "\u2665",
    Suit.DIAMONDS: "\u2666",
    Suit.CLUBS: "\u2663",
}
_RED, _BLACK = (0.75, 0.05, 0.1), (0.0, 0.0, 0.0)


class Sheet(StrEnum):
    """What is printed: whole cards, nine to a page, or labels, twenty-four to a page."""

    CARDS = "cards"
    LABELS = "labels"

    @property
    def rows(self) -> int:
        """Rows on a page."""
        return 3 if self is Sheet.CARDS else 8


class _Cell(NamedTuple):
    """A card or label on its page; the origin is at its lower left."""

    x: float
    y: float
    width: float
    height: float


def pages(set_id: str, codes: Sequence[str], *, sheet: Sheet) -> bytes:
    """The PDF of a set."""
    from reportlab.pdfgen.canvas import Canvas

    out = BytesIO()
    canvas = Canvas(out, pagesize=PAGE, pageCompression=0, invariant=1)
    canvas.setTitle(f"Sabot: {sheet.value} of set {set_id}")
    each = COLUMNS * sheet.rows
    for first in range(0, len(codes), each):
        _cut_marks(canvas, sheet.rows)
        for place, code in enumerate(codes[first : first + each]):
            _draw(canvas, code, _cell(place, sheet.rows), sheet)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _cell(place: int, rows: int) -> _Cell:
    row, column = divmod(place, COLUMNS)
    width, height = SHEET[0] / COLUMNS, SHEET[1] / rows
    left, top = (PAGE[0] - SHEET[0]) / 2, (PAGE[1] + SHEET[1]) / 2
    return _Cell(left + column * width, top - (row + 1) * height, width, height)


def _cut_marks(canvas: Canvas, rows: int) -> None:
    """Short lines outside the sheet, so that no card keeps a line."""
    left, low = (PAGE[0] - SHEET[0]) / 2, (PAGE[1] - SHEET[1]) / 2
    right, high = left + SHEET[0], low + SHEET[1]
    canvas.setLineWidth(0.3)
    for column in range(COLUMNS + 1):
        x = left + column * SHEET[0] / COLUMNS
        canvas.line(x, low - MARK, x, low - EDGE)
        canvas.line(x, high + EDGE, x, high + MARK)
    for row in range(rows + 1):
        y = low + row * SHEET[1] / rows
        canvas.line(left - MARK, y, left - EDGE, y)
        canvas.line(right + EDGE, y, right + MARK, y)


def _draw(canvas: Canvas, code: str, cell: _Cell, sheet: Sheet) -> None:
    if sheet is Sheet.CARDS:
        _index(canvas, code, cell.x + 5 * MM, cell.y + cell.height - 17 * MM, size=44)
        _index(canvas, code, cell.x + cell.width - 28 * MM, cell.y + 30 * MM, size=44)
        _barcode(canvas, code, cell, up=8 * MM, height=14 * MM)
    else:
        _index(canvas, code, cell.x + 5 * MM, cell.y + cell.height - 8.5 * MM, size=18)
        _barcode(canvas, code, cell, up=6.5 * MM, height=14 * MM)
    canvas.setFillColorRGB(*_BLACK)
    canvas.setFont("Courier", 8)
    canvas.drawCentredString(cell.x + cell.width / 2, cell.y + 3.5 * MM, code)


def _index(canvas: Canvas, code: str, x: float, y: float, *, size: float) -> None:
    """Rank and suit, large, beside each other."""
    card = card_of(code)
    rank = "10" if card.rank is Rank.TEN else card.rank.value
    canvas.setFillColorRGB(*(_RED if card.suit.red else _BLACK))
    canvas.setFont("Helvetica-Bold", size)
    canvas.drawString(x, y, rank)
    wide = canvas.stringWidth(rank, "Helvetica-Bold", size)
    canvas.setFont("ZapfDingbats", size * 0.8)
    canvas.drawString(x + wide + size * 0.06, y, _SUITS[card.suit])


def _barcode(canvas: Canvas, code: str, cell: _Cell, *, up: float, height: float) -> None:
    """The code as bars in the middle of the cell, as wide as a module may be."""
    from reportlab.graphics.barcode.code128 import Code128

    modules = Code128(code, barWidth=1, lquiet=QUIET, rquiet=QUIET).width
    module = min(MODULE_MAX, (cell.width - 2 * EDGE) / modules)
    quiet = QUIET * module
    bars = Code128(code, barWidth=module, barHeight=height, lquiet=quiet, rquiet=quiet)
    canvas.setFillColorRGB(*_BLACK)
    bars.drawOn(canvas, cell.x + (cell.width - bars.width) / 2, cell.y + up)
