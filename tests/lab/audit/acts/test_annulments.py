"""What verify finds of a forged annulment, in the acts of the office and in the round (F274)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.lab.audit.forger import Forger, Row
from tests.service.hall import Hall, table
from tests.service.office.test_annulment import PLAYER_WINS, annulled, settled
from tests.service.office.test_golden import granted, soon
from tests.service.virtually import virtual

from sabot.lab.audit import audit, parallel, sealed
from sabot.lab.audit.findings import Check
from sabot.service.office.annulled import act_id_of
from sabot.table import commands as c
from sabot.table.phases import Phase

FIRST = "speed-1-1"


def less_given_back(export: Forger) -> None:
    """Act, transfer and balances agree with each other, and not with the round."""
    name = act_id_of(FIRST, "eve")
    export.one("act", id=name)["amount"] = 600
    export.one("transfer", id=name)["amount"] = 600


def kept(export: Forger) -> None:
    """A friend keeps a part of the win that no act mentions."""
    name = act_id_of(FIRST, "bob")
    act = export.one("act", id=name)
    act["amount"], act["body"] = 500, act["body"].replace('"staked"', '"uncollected":300,"staked"')
    export.one("transfer", id=name)["amount"] = 500


def another_stake(export: Forger) -> None:
    act = export.one("act", id=act_id_of(FIRST, "eve"))
    act["body"] = act["body"].replace('"staked":700', '"staked":800')


def left_out(export: Forger) -> None:
    """The round was annulled for one player alone."""
    name = act_id_of(FIRST, "bob")
    export.drop("act", export.one("act", id=name))
    export.drop("transfer", export.one("transfer", id=name))


def no_transfer(export: Forger) -> None:
    export.drop("transfer", export.one("transfer", id=act_id_of(FIRST, "eve")))


def alone(export: Forger) -> None:
    export.one("act", id="annul:a1:decided")["actor"] = "sonia"
    for player in ("bob", "eve"):
        export.one("act", id=act_id_of(FIRST, player))["actor"] = "sonia"


def no_decision(export: Forger) -> None:
    export.drop("act", export.one("act", id="annul:a1:decided"))


def other_round(export: Forger) -> None:
    act = export.one("act", id="annul:a1:proposed")
    act["body"] = act["body"].replace(FIRST, "speed-1-2")


def from_elsewhere(export: Forger) -> None:
    moved = export.one("transfer", id=act_id_of(FIRST, "eve"))
    moved["debit"] = "adjustment:house:EUR"


def no_chip(export: Forger) -> None:
    [act] = [row for row in export.all("act") if row["kind"] == "chips/returned"]
    export.drop("act", act)
    export.drop("transfer", export.one("transfer", id=act["id"]))


def dearer_chip(export: Forger) -> None:
    [act] = [row for row in export.all("act") if row["kind"] == "chips/returned"]
    act["amount"] = 900
    export.one("transfer", id=act["id"])["amount"] = 900


def reverses_another(export: Forger) -> None:
    export.one("transfer", id=act_id_of(FIRST, "eve"))["reverses"] = "speed-1-2"


TAMPERED = [
    less_given_back,
    kept,
    another_stake,
    left_out,
    no_transfer,
    alone,
    no_decision,
    other_round,
    from_elsewhere,
    no_chip,
    dearer_chip,
    reverses_another,
]


@pytest.fixture(scope="module")
def exported() -> list[tuple[str, Row]]:
    """A round of two tables' house that was annulled, with a golden chip that was lost."""
    rows: list[tuple[str, Row]] = []

    async def play() -> None:
        tables = (table("speed-1"), table("speed-2"))
        async with Hall(*tables, houses=[], cards=PLAYER_WINS) as hall:
            for player in ("bob", "eve"):
                hall.deposit(player)
            await granted(hall, soon(500), "gil")
            await hall.until(Phase.BETTING)
            chip = c.PlaceChip(kind="banker", amount=500, golden="g1")
            assert (await hall.send("gil", chip)).accepted
            await settled(hall, bob=("player", 900), eve=("banker", 700))
            await annulled(hall, FIRST)
            rows.extend((kind, dict(fact)) for kind, fact in hall.store.export_rows())

    virtual(play)
    return rows


def forged(rows: list[tuple[str, Row]], forge: Callable[[Forger], None]) -> list[bytes]:
    export = Forger(sealed(rows))
    forge(export)
    return export.lines()


@pytest.mark.parametrize("forge", TAMPERED, ids=lambda one: one.__name__)
def test_F274_I14_verify_finds_a_forged_annulment(
    exported: list[tuple[str, Row]], forge: Callable[[Forger], None]
) -> None:
    honest = audit(forged(exported, lambda _: None))
    assert honest.violations == ()
    found = audit(forged(exported, forge)).violations
    # The house log has digests of acts: the office and the round must notice by themselves.
    assert Check.I14 in {one.check for one in found}, found


def test_F274_several_processes_find_a_forged_annulment(
    exported: list[tuple[str, Row]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The round is in one process, the acts are in another."""
    monkeypatch.setattr(parallel, "WORTHWHILE", 0)
    honest = parallel.audit_shared(forged(exported, lambda _: None), processes=2)
    assert honest.violations == ()
    one = audit(forged(exported, less_given_back)).violations
    two = parallel.audit_shared(forged(exported, less_given_back), processes=2).violations
    assert {(each.check, each.where) for each in one} == {(each.check, each.where) for each in two}
    assert (Check.I14, act_id_of(FIRST, "eve")) in {(each.check, each.where) for each in two}
