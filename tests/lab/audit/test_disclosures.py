"""Virtual shoes: the promise before the first bet, and everything it is compared with."""

from __future__ import annotations

import hashlib

from tests.lab.audit.forger import Forger
from tests.lab.audit.scenes import export_of

from sabot.lab.audit.disclosures import Standing, of_print, of_record

SALT = "ab" * 32


def _deck() -> list[str]:
    return [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]


def _promise(cards: str) -> str:
    return hashlib.sha256(f"{SALT}:{cards}".encode()).hexdigest()


def test_a_shoe_can_be_checked_from_what_is_printed() -> None:
    cards = " ".join(_deck())
    kept = of_print(promised=_promise(cards).upper(), salt=f" {SALT}\n", cards=f"{cards}\n")
    assert kept.standing is Standing.KEPT
    assert kept.flaws == ()


def test_a_shoe_is_whole_decks_and_nothing_else() -> None:
    for deck in (_deck()[1:], [*_deck()[1:], "KC"], [*_deck()[1:], "XX"]):
        cards = " ".join(deck)
        found = of_print(promised=_promise(cards), salt=SALT, cards=cards)
        assert found.standing is Standing.BROKEN


def test_another_salt_or_order_breaks_the_promise() -> None:
    cards = " ".join(_deck())
    promised = _promise(cards)
    other = " ".join(reversed(_deck()))
    assert of_print(promised=promised, salt=SALT, cards=other).standing is Standing.BROKEN
    assert of_print(promised=promised, salt="cd" * 32, cards=cards).standing is Standing.BROKEN


def test_every_shoe_of_a_record_is_told() -> None:
    shoes = list(of_record(export_of("brag")))
    assert [shoe.standing for shoe in shoes] == [Standing.KEPT] * 3 + [Standing.IN_PLAY]
    assert [shoe.dealt for shoe in shoes] == [6, 6, 6, 0]
    only = list(of_record(export_of("brag"), shoes[1].shoe_id))
    assert only == [shoes[1]]


def test_a_live_shoe_is_in_the_hash_chain() -> None:
    [live] = of_record(export_of("trouble"))
    assert live.standing is Standing.LIVE
    assert live.dealt == 10
    forger = Forger(export_of("trouble"))
    forger.edit(forger.events("CardDealt")[0], lambda body: body.update(card="AS"))
    [broken] = of_record(forger.lines(mended=False))
    assert broken.standing is Standing.BROKEN


def test_a_card_that_was_not_next_is_named() -> None:
    forger = Forger(export_of("brag"))

    def other(body: dict[str, str]) -> None:
        shoe, serial, card = body["code"].split(":")
        card = "2C" if card != "2C" else "2D"
        body.update(card=card, code=f"{shoe}:{serial}:{card}")

    forger.edit(forger.events("CardDealt")[2], other)
    first = next(iter(of_record(forger.lines())))
    assert first.standing is Standing.BROKEN
    assert first.flaws[0].what == "card 3 of the shoe"
