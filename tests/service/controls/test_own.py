"""What players set: changes that last, two screens at once, pauses that are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from tests.service.controls.moments import DAY, NOON, Desk, Moment, Past
from typing_extensions import override

from sabot.adapters.memory.controls import MemoryControls
from sabot.errors import Refused, Unavailable
from sabot.service.controls.desk import ControlDesk
from sabot.service.controls.limits import Controls, Limit, Pause
from sabot.service.controls.ports import ControlChange
from sabot.service.controls.refusals import ControlRefusal
from sabot.service.ports import ActRow

DAILY = Limit.LOSS_PER_DAY


def test_what_was_set_is_there_after_a_restart_and_so_is_what_waits() -> None:
    around = Desk()
    around.desk.own.set_limit("ada", DAILY, 500)
    around.desk.own.set_limit("ada", DAILY, 900)
    around.desk.set_check("ada", 30)
    before = around.desk.own.of("ada")
    assert around.start().own.of("ada") == before
    assert (before.limits, before.check_minutes) == ({DAILY: 500}, 30)
    around.clock.now_ms += DAY
    assert around.desk.own.of("ada").limits == {DAILY: 900}


def test_I14_every_change_has_actor_moment_before_and_after() -> None:
    around = Desk()
    around.desk.own.set_limit("ada", DAILY, 500)
    around.desk.own.set_limit("ada", DAILY, 500)  # nothing changes, so nothing is recorded
    around.clock.now_ms += 1
    around.desk.own.pause("ada", Pause.WEEK, actor="support-7")
    first, second = around.store.changes("ada")
    assert (first.revision, first.kind, first.actor, first.at_ms) == (1, DAILY.value, "ada", NOON)
    assert (first.before, first.after) == (Controls(), Controls(limits={DAILY: 500}))
    assert (second.kind, second.actor, second.before) == ("pause_7d", "support-7", first.after)


def test_two_screens_do_not_overwrite_each_other() -> None:
    around = Desk()
    other = ControlDesk(around.store, around.past, around.clock)
    assert other.own.of("ada") == Controls()
    around.desk.own.set_limit("ada", DAILY, 500)
    other.set_check("ada", 30)
    assert other.own.of("ada") == Controls(limits={DAILY: 500}, check_minutes=30)
    around.desk.own.reread("ada")
    assert around.desk.own.of("ada") == other.own.of("ada")


def test_who_sets_anything_is_asked_about_from_that_moment_on() -> None:
    around = Desk()
    assert around.desk.bound("ada", table="t1") is None
    assert "ada" in around.desk.unbound
    around.desk.set_check("ada", 30)
    assert "ada" not in around.desk.unbound
    around.desk.set_check("ada", None)
    assert "ada" in around.desk.unbound
    other = ControlDesk(around.store, around.past, around.clock)
    other.own.set_limit("ada", DAILY, 500)
    around.desk.own.reread("ada")
    assert "ada" not in around.desk.unbound, "what somebody else has set is not known yet"
    assert around.desk.bound("ada", table="t1") is not None
    assert "ada" not in around.desk.unbound


def test_who_only_looks_leaves_nothing_old_behind() -> None:
    class Slow(MemoryControls):
        meanwhile: Callable[[], object] | None = None

        @override
        def find(self, player_id: str) -> tuple[int, Controls]:
            found, meanwhile = super().find(player_id), self.meanwhile
            self.meanwhile = None
            if meanwhile is not None:
                meanwhile()
            return found

    around = Desk()
    around.store = store = Slow()
    desk = around.start()

    def shuts_the_door() -> None:
        """What the gateway does in another thread, while the first one waits for the disk."""
        desk.own.pause("ada", Pause.HALF_YEAR)
        desk.own.reread("ada")

    store.meanwhile = shuts_the_door
    assert desk.own.of("ada") == Controls()  # as it was when it was asked for
    assert desk.shut_out("ada") == ControlRefusal.EXCLUDED
    assert "ada" not in desk.unbound


def test_a_change_that_never_fits_gives_up() -> None:
    class Always(MemoryControls):
        @override
        def save(self, change: ControlChange, acts: Sequence[ActRow] = ()) -> bool:
            return False

    desk = ControlDesk(Always(), Past(), Moment())
    with pytest.raises(Unavailable, match="control/busy"):
        desk.set_check("ada", 30)


def test_who_shuts_themselves_out_is_told_to_whoever_holds_their_sessions() -> None:
    around = Desk()
    around.desk.own.pause("ada", Pause.DAY)
    assert around.told == [("ada", "control/cool_off")]
    with pytest.raises(Refused) as refusal:
        around.desk.check_may_play("ada")
    assert (refusal.value.code, refusal.value.data) == (
        "control/cool_off",
        {"until_ms": NOON + DAY},
    )
    around.clock.now_ms += DAY
    around.desk.check_may_play("ada")
    around.desk.check_may_play("bob")
