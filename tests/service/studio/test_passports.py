"""Passports: what a code looks like, what makes whole decks, and how a printer's list is read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sabot.errors import SabotError
from sabot.service.studio.passports import card_of, checked_passport, own_deck, read_list

DECK = own_deck("T1", 1)


def test_I12_our_own_decks_are_whole_and_each_serial_is_used_once() -> None:
    codes = own_deck("T1", 8)
    assert checked_passport("T1", 8, codes) == codes
    assert len({code.split(":")[1] for code in codes}) == 416
    assert codes[-1] == "T1:416:KC"


def replaced(place: int, code: str) -> Sequence[str]:
    return [*DECK[:place], code, *DECK[place + 1 :]]


@pytest.mark.parametrize(
    ("codes", "refusal"),
    [
        (DECK[:-1], "passport/wrong_size"),
        ((*DECK, "T1:053:AS"), "passport/wrong_size"),
        (replaced(1, "T1:001:AH"), "passport/repeated"),
        (replaced(1, "T1:002:AS"), "passport/composition"),
        (replaced(1, "T2:002:AH"), "passport/other_set"),
        (replaced(1, "T1:002"), "passport/code"),
        (replaced(1, "T1:002:1H"), "card/unreadable"),
        (replaced(1, "T1:002:ah"), "passport/code"),  # no scan would ever fit it
        (replaced(9, "T1:010:10H"), "passport/code"),
        ((), "passport/wrong_size"),
    ],
)
def test_a_passport_that_is_not_of_whole_decks_is_refused(
    codes: Sequence[str], refusal: str
) -> None:
    with pytest.raises(SabotError, match=refusal):
        checked_passport("T1", 1, codes)


@pytest.mark.parametrize("decks", [0, 9])
def test_a_set_has_one_to_eight_decks(decks: int) -> None:
    with pytest.raises(SabotError, match="set/decks"):
        own_deck("T1", decks)


@pytest.mark.parametrize("set_id", ["", "a:b", "-a", "a b", "x" * 13, "é"])
def test_the_name_of_a_set_fits_into_a_barcode(set_id: str) -> None:
    with pytest.raises(SabotError, match="set/id"):
        own_deck(set_id, 1)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(DECK),
        "code\r\n" + "\r\n".join(DECK) + "\r\n",
        "serial;card\n" + "\n".join(";".join(code.split(":")[1:]) for code in DECK),
        '"serial"\t"card"\n' + "\n".join("\t".join(code.split(":")[1:]) for code in DECK),
        "\n\n".join(f"{number},{code},x" for number, code in enumerate(DECK)),
    ],
)
def test_the_list_of_a_printer_is_read_in_all_its_forms(text: str) -> None:
    assert read_list(text, "T1") == DECK


def test_a_line_that_cannot_be_read_is_named() -> None:
    with pytest.raises(SabotError) as refused:
        read_list("\n".join([*DECK[:7], "T1;rubbish"]), "T1")
    assert (refused.value.code, refused.value.data) == ("passport/line", {"line": 8})


def test_a_ten_in_a_list_of_serials_is_written_as_scans_write_it() -> None:
    assert read_list("040,10H", "T1") == ("T1:040:TH",)
    assert str(card_of("T1:040:TH")) == "TH"
