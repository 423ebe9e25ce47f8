"""The auditor notices what the server should have refused to people at live tables (I14, P15)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.lab.audit.house import House, Table
from tests.table.cupboard import Cupboard, a_set
from tests.table.driver import BOSS, DEALER, SECOND, scanner_config

from sabot.lab.audit import Check, audit
from sabot.table import commands as c
from sabot.table.config import Opening


def nothing(*_: object, **__: object) -> None:
    """A safeguard that somebody has taken out."""


def dealt(house: House, cards: int = 3) -> Table:
    table = house.open(scanner_config(opening=Opening.DEALER, live=True))
    table.does(DEALER, c.OpenBetting())
    table.close()
    for _ in range(cards):
        table.next_card()
    return table


def _without_a_dealer(house: House) -> None:
    table = dealt(house, 1)
    table.does(BOSS, c.RelieveDealer(reason="taken ill"))
    table.next_card()


def _alone(house: House) -> None:
    table = dealt(house)
    table.does(BOSS, c.Pause(reason="mixed"))
    table.does(BOSS, c.ProposeMove(first="P1", second="B1"))
    table.does(BOSS, c.MoveCards(first="P1", second="B1"))


def _unwatched(house: House) -> None:
    table = dealt(house, 1)
    table.does(BOSS, c.ReportVideo(available=False))
    table.does(BOSS, c.ReportVideo(available=True))
    table.go_on(lambda _table: None)
    table.rest()
    table.does(DEALER, c.OpenBetting())


def _two_dealers(house: House) -> None:
    table = dealt(house, 1)
    table.does(BOSS, c.RelieveDealer(reason="taken ill"))
    table.does(SECOND, c.SignOn(console="desk-1"))
    table.does(DEALER, c.HandOver())


FOUND: dict[str, tuple[str, Callable[[House], None], Check, str]] = {
    "a card without a dealer": (
        "sabot.table.decide.check_in_charge",
        _without_a_dealer,
        Check.I14,
        "a card",
    ),
    "a move by one person": (
        "sabot.table.studio.corrections._check_eyes",
        _alone,
        Check.I14,
        "a move",
    ),
    "a hand-over by a stranger": (
        "sabot.table.decide.check_in_charge",
        _two_dealers,
        Check.I14,
        "a hand-over",
    ),
    "cards that were not watched": (
        "sabot.table.studio.incidents.retire",
        _unwatched,
        Check.P15,
        "scanner-2",
    ),
}


@pytest.mark.parametrize("what", FOUND)
def test_I14_P15_a_safeguard_that_is_taken_out_shows_in_the_record(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    guard, script, check, where = FOUND[what]
    monkeypatch.setattr(guard, nothing)
    house = House()
    script(house)
    found = {(one.check, one.where) for one in audit(house.export()).violations}
    assert (check, where) in found


def test_F243_F270_moves_sets_and_a_change_of_dealers_are_honest() -> None:
    house = House()
    table = house.open(scanner_config(opening=Opening.DEALER, live=True))
    table.engine.sets = Cupboard(a_set("a"), a_set("b"))
    for name in ("a", "b"):
        table.does(DEALER, c.LoadShoe(shoe_id="", decks=8, sets=(name,), cut_card_from_end=110))
    table.does(DEALER, c.OpenBetting())
    table.close()
    codes = sorted(a_set("b").codes)
    for position in ("P1", "B1", "P2"):
        code = codes.pop()
        table.does(DEALER, c.Scan(position=position, code=code, card=code[-2:]))
    table.does(DEALER, c.HandOver())
    table.does(SECOND, c.SignOn(console="desk-1"))
    table.does(SECOND, c.Pause(reason="mixed"))
    table.does(SECOND, c.ProposeMove(first="P1", second="B1"))
    table.does(BOSS, c.MoveCards(first="P1", second="B1"))
    table.does(BOSS, c.Resume(reason="put right"))
    report = audit(house.export())
    assert report.ok, report.violations
