"""Exclusions by others: at tables, at the door, and before the audit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.service.controls.moments import NOON, Moment, Past
from tests.service.identity.front_desk import TO_A_TABLE, FrontDesk

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.controls import MemoryControls
from sabot.errors import Refused
from sabot.lab.audit import Report, audit, sealed
from sabot.service.controls.desk import ControlDesk
from sabot.service.controls.limits import FOR_EVER_MS, Pause
from sabot.service.controls.refusals import ControlRefusal
from sabot.service.identity.rows import Ended
from sabot.service.office.exclusions import ExclusionDesk

HOUR = 3_600_000
Forge = Callable[[str, dict[str, object]], bool]


class Office:
    """Somebody who keeps players out, with the books that it is written in."""

    def __init__(self) -> None:
        self.clock = Moment()
        self.books = MemoryStore()
        self.front = FrontDesk()
        self.controls = ControlDesk(MemoryControls(self.books), Past(), self.clock)
        self.desk = ExclusionDesk(
            self.controls.own, self.front.accounts, acts=self.books.acts, clock=self.clock
        )

    def exclude(self, player: str, *, by: str = "house", until_ms: int | None = None) -> None:
        self.desk.exclude(player, by=by, until_ms=until_ms, actor="staff:marta", reason="a test")

    def lift(self, player: str, *, by: str = "house") -> None:
        self.desk.lift(player, by=by, actor="staff:vera", reason="enough")

    def audited(self, forge: Forge = lambda _kind, _fact: True) -> Report:
        facts = [(kind, dict(fact)) for kind, fact in self.books.export_rows()]
        return audit(sealed([one for one in facts if forge(*one)]))  # type: ignore[arg-type]


def test_who_is_kept_out_may_neither_come_in_nor_bet_until_it_is_over() -> None:
    office = Office()
    assert office.controls.shut_out("ada") is None
    assert "ada" in office.controls.unbound
    office.exclude("ada", until_ms=NOON + HOUR)
    assert "ada" not in office.controls.unbound  # or no table would ask
    assert office.controls.shut_out("ada") == office.controls.lock("ada") == ControlRefusal.BARRED
    assert office.controls.bound("ada", table="speed-1") == (0, ControlRefusal.BARRED)
    with pytest.raises(Refused) as refusal:
        office.controls.check_may_play("ada")
    assert (refusal.value.code, refusal.value.data) == (
        ControlRefusal.BARRED,
        {"until_ms": NOON + HOUR},
    )
    office.clock.now_ms += HOUR
    assert office.controls.shut_out("ada") is None
    assert office.desk.running() == []
    with pytest.raises(Refused, match="exclusion/none"):
        office.lift("ada")


def test_sessions_end_with_an_exclusion_and_those_who_never_came_have_none() -> None:
    office = Office()
    launched = office.front.launches.redeem(office.front.launches.ask(TO_A_TABLE).token)
    office.exclude("acme:7", by="acme")
    office.exclude("acme:8", by="acme")
    assert office.front.ended == [(launched.signed_in.principal.session_id, Ended.EXCLUDED)]


def test_their_own_exclusion_is_told_first_and_outlives_every_other() -> None:
    office = Office()
    office.controls.own.pause("ada", Pause.DAY)
    office.exclude("ada")
    assert (
        office.controls.shut_out("ada") == ControlRefusal.BARRED
    )  # a cool-off lets people in to look
    office.controls.own.pause("ada", Pause.HALF_YEAR)
    assert office.controls.shut_out("ada") == ControlRefusal.EXCLUDED
    own = office.controls.own.of("ada").lock
    office.exclude("ada", until_ms=NOON + HOUR)
    office.lift("ada")
    assert office.controls.own.of("ada").lock == own
    assert office.controls.shut_out("ada") == ControlRefusal.EXCLUDED


def test_each_side_lifts_its_own_and_the_longest_is_told() -> None:
    office = Office()
    office.exclude("acme:7", by="acme", until_ms=NOON + HOUR)
    office.exclude("acme:7", by="house")
    with pytest.raises(Refused) as refusal:
        office.controls.check_may_play("acme:7")
    assert refusal.value.data == {"until_ms": FOR_EVER_MS}
    assert {(one.by, one.until_ms) for one in office.desk.running()} == {
        ("acme", NOON + HOUR),
        ("house", None),
    }
    office.lift("acme:7", by="house")
    assert office.controls.shut_out("acme:7") == ControlRefusal.BARRED
    office.lift("acme:7", by="acme")
    assert office.controls.shut_out("acme:7") is None
    office.exclude("acme:7", by="acme")  # and once more
    assert [one.by for one in office.desk.running()] == ["acme"]
    assert office.audited().ok


def test_every_change_is_kept_with_who_and_why_and_a_repetition_is_none() -> None:
    office = Office()
    for _ in range(3):
        office.exclude("ada", until_ms=NOON + HOUR)
    [act] = office.books.acts.about_player("ada")
    assert (act.actor, act.reason, act.at_ms, act.amount) == ("staff:marta", "a test", NOON, 0)
    assert act.body == b'{"by":"house","until_ms":%d}' % (NOON + HOUR)
    with pytest.raises(Refused, match="exclusion/until"):
        office.exclude("ada", until_ms=NOON)
    with pytest.raises(Refused, match="office/words"):
        office.desk.lift("ada", by="house", actor="staff:marta", reason=" ")
    assert len(office.books.acts.about_player("ada")) == 1
    assert office.controls.shut_out("ada") == ControlRefusal.BARRED


def of(kind: str, **changes: object) -> Forge:
    """A forger of one kind of act."""

    def forge(line: str, fact: dict[str, object]) -> bool:
        if line == "act" and fact["kind"] == kind:
            fact.update(changes)
        return True

    return forge


FORGERIES: dict[str, Forge] = {
    "no reason": of("exclusion/begun", reason=" "),
    "nobody": of("exclusion/lifted", actor=""),
    "another player": of("exclusion/lifted", player="acme:8"),
    "another operator": of("exclusion/begun", body='{"by":"other","until_ms":null}'),
    "over before it began": of("exclusion/begun", body='{"by":"acme","until_ms":1}'),
    "money": of("exclusion/begun", amount=5),
    "never begun": lambda line, fact: line != "act" or fact["kind"] != "exclusion/begun",
}


@pytest.mark.parametrize("what", FORGERIES)
def test_I14_the_audit_finds_a_forged_exclusion(what: str) -> None:
    office = Office()
    office.exclude("acme:7", by="acme")
    office.lift("acme:7", by="acme")
    assert office.audited().ok
    found = office.audited(FORGERIES[what])
    assert {violation.check.value for violation in found.violations} == {"I14", "house"}
