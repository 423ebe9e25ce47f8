"""Cancelled rounds and corrected cards, compared with the roles people gave (ADR 0027)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.lab.audit.forger import Forger
from tests.lab.audit.house import House
from tests.table.driver import BOSS, DEALER, OTHER_BOSS, scanner_config

from sabot.lab.audit import Check, audit
from sabot.table import commands as c

DAY_MS = 24 * 60 * 60 * 1000


def decided_by_two() -> list[bytes]:
    """A card corrected by dealer and manager, then the round cancelled by two managers."""
    house = House()
    house.fund("ada")
    table = house.open(scanner_config(live=True))
    table.players.place("ada", "tie", 500)
    table.close()
    table.cards.scan("4S", code=f"{table.shoe.shoe_id}:1:4S")
    table.does(BOSS, c.Pause(reason="a look"))
    told: dict[str, Any] = {"position": "P1", "code": f"{table.shoe.shoe_id}:2:5S", "card": "5S"}
    table.does(DEALER, c.ProposeCorrection(**told))
    table.does(BOSS, c.CorrectCard(**told))
    table.does(OTHER_BOSS, c.ProposeCancel(reason="a look"))
    table.does(BOSS, c.CancelRound(reason="a look"))
    return house.export()


def given(account: str, at_ms: int) -> dict[str, object]:
    return {
        "id": f"{account}:1",
        "kind": "role/given",
        "subject": account,
        "player": "",
        "amount": 0,
        "actor": "staff:vera",
        "reason": "on duty",
        "body": '{"role":"dealer"}',
        "at_ms": at_ms,
    }


@pytest.mark.parametrize(
    ("others", "days", "found"),
    [((DEALER,), 0, 1), ((OTHER_BOSS,), 0, 1), ((DEALER, OTHER_BOSS), 30, 2), ((DEALER,), 31, 0)],
)
def test_20_8_verify_repeats_the_rule_from_the_acts(
    others: tuple[str, ...], days: int, found: int
) -> None:
    """The events have the label 0: a role given so many days before counts for thirty days."""
    forged = Forger(decided_by_two())
    for account in sorted((BOSS, *others)):
        forged.rows.append(("act", given(account, -days * DAY_MS)))
    wrong = [one for one in audit(forged.lines()).violations if one.where == "two people"]
    assert [one.check for one in wrong] == [Check.I14] * found
