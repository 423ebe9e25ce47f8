"""The desk of own limits: changes that last, pauses that are told, sessions, figures, restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest
from tests.service.controls.moments import DAY, HOUR, NOON, Moment, Past
from tests.service.hall import Hall, table
from tests.service.operators import House
from tests.virtual_time import VirtualClock, run_in_virtual_time
from typing_extensions import override

from sabot.adapters.memory.controls import MemoryControls
from sabot.adapters.memory.disk import Fault
from sabot.adapters.memory.flows import MemoryFlows
from sabot.errors import Refused, Unavailable
from sabot.gamekit import AnyGame
from sabot.runtime.engine import TableEngine
from sabot.service.controls.desk import ControlDesk
from sabot.service.controls.limits import EXCLUDED, Controls, Limit, Pause
from sabot.service.controls.ports import ControlChange
from sabot.service.controls.spending import Sums
from sabot.service.money.flows import Flow
from sabot.service.ports import ActRow, Unit, WalletOpRow, WalletOpState
from sabot.table import commands as c
from sabot.table.config import AnyConfig
from sabot.table.phases import Phase

DAILY = Limit.LOSS_PER_DAY


class Desk:
    """A desk with a clock, and what it told."""

    def __init__(self, *past: Flow) -> None:
        self.clock = Moment()
        self.store = MemoryControls()
        self.past = Past(*past)
        self.told: list[tuple[str, str]] = []
        self.desk = self.start()

    def start(self) -> ControlDesk:
        """The process begins, or begins again."""
        self.desk = ControlDesk(
            self.store,
            self.past,
            self.clock,
            on_locked=lambda player, code: self.told.append((player, code)),
        )
        return self.desk

    def looked_at(self) -> list[str]:
        """Look at the time of those whose time may be up, and say whose that was."""
        players = self.desk.running_out()
        for player in players:
            self.desk.look_at_time(player)
        return players


def test_what_was_set_is_there_after_a_restart_and_so_is_what_waits() -> None:
    around = Desk()
    around.desk.set_limit("ada", DAILY, 500)
    around.desk.set_limit("ada", DAILY, 900)
    around.desk.set_check("ada", 30)
    before = around.desk.controls("ada")
    assert around.start().controls("ada") == before
    assert (before.limits, before.check_minutes) == ({DAILY: 500}, 30)
    around.clock.now_ms += DAY
    assert around.desk.controls("ada").limits == {DAILY: 900}


def test_I14_every_change_has_actor_moment_before_and_after() -> None:
    around = Desk()
    around.desk.set_limit("ada", DAILY, 500)
    around.desk.set_limit("ada", DAILY, 500)  # nothing changes, so nothing is recorded
    around.clock.now_ms += 1
    around.desk.pause("ada", Pause.WEEK, actor="support-7")
    first, second = around.store.changes("ada")
    assert (first.revision, first.kind, first.actor, first.at_ms) == (1, DAILY.value, "ada", NOON)
    assert (first.before, first.after) == (Controls(), Controls(limits={DAILY: 500}))
    assert (second.kind, second.actor, second.before) == ("pause_7d", "support-7", first.after)


def test_two_screens_do_not_overwrite_each_other() -> None:
    around = Desk()
    other = ControlDesk(around.store, around.past, around.clock)
    assert other.controls("ada") == Controls()
    around.desk.set_limit("ada", DAILY, 500)
    other.set_check("ada", 30)
    assert other.controls("ada") == Controls(limits={DAILY: 500}, check_minutes=30)
    around.desk.reread("ada")
    assert around.desk.controls("ada") == other.controls("ada")


def test_who_sets_anything_is_asked_about_from_that_moment_on() -> None:
    around = Desk()
    assert around.desk.bound("ada", table="t1") is None
    assert "ada" in around.desk.unbound
    around.desk.set_check("ada", 30)
    assert "ada" not in around.desk.unbound
    around.desk.set_check("ada", None)
    assert "ada" in around.desk.unbound
    other = ControlDesk(around.store, around.past, around.clock)
    other.set_limit("ada", DAILY, 500)
    around.desk.reread("ada")
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
        desk.pause("ada", Pause.HALF_YEAR)
        desk.reread("ada")

    store.meanwhile = shuts_the_door
    assert desk.controls("ada") == Controls()  # as it was when it was asked for
    assert desk.shut_out("ada") == EXCLUDED
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
    around.desk.pause("ada", Pause.DAY)
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


def test_the_time_of_the_day_ends_a_session() -> None:
    around = Desk()
    around.desk.set_limit("ada", Limit.SESSION_TIME, 60)
    around.desk.began("ada", "s1")
    around.clock.now_ms += 30 * 60_000
    around.desk.seen("s1")
    around.desk.ended("s1")
    around.clock.now_ms += HOUR  # not played
    around.desk.began("ada", "s2")
    around.clock.now_ms += 30 * 60_000 - 1
    around.desk.seen("s2")
    assert around.told == []
    around.clock.now_ms += 1
    around.desk.seen("s2")
    assert around.told == [("ada", "control/session_time")]
    with pytest.raises(Refused) as refusal:
        around.desk.check_may_play("ada")
    assert refusal.value.data == {"until_ms": DAY}
    around.clock.now_ms = DAY
    around.desk.check_may_play("ada")


def test_the_time_of_the_day_is_looked_at_when_it_may_be_used_up_and_not_before() -> None:
    around = Desk()
    around.desk.began("ada", "s1")
    around.desk.began("bob", "s2")
    around.desk.set_limit("ada", Limit.SESSION_TIME, 60)
    assert sorted(around.looked_at()) == ["ada", "bob"]  # nobody knows yet who has a limit
    around.clock.now_ms += HOUR - 1
    assert around.looked_at() == []
    around.clock.now_ms += 1
    assert around.looked_at() == ["ada"]
    assert around.told == [("ada", "control/session_time")]
    around.desk.ended("s1")
    around.clock.now_ms += HOUR
    assert around.looked_at() == []


def test_a_limit_below_what_was_played_counts_at_once_and_midnight_gives_time_again() -> None:
    around = Desk()
    around.clock.now_ms = DAY - HOUR
    around.desk.began("ada", "s1")
    around.desk.set_limit("ada", Limit.SESSION_TIME, 90)
    around.looked_at()
    around.clock.now_ms = DAY + HOUR  # the limit might have been reached, were it one day
    assert around.looked_at() == ["ada"]
    assert around.told == []
    around.clock.now_ms += HOUR // 4
    assert around.looked_at() == []
    around.desk.set_limit("ada", Limit.SESSION_TIME, 75)
    assert around.looked_at() == ["ada"]
    assert around.told == [("ada", "control/session_time")]


def test_after_a_crash_a_session_lasted_until_it_was_last_seen() -> None:
    around = Desk()
    around.desk.set_limit("ada", Limit.SESSION_TIME, 60)
    around.desk.began("ada", "s1")
    around.clock.now_ms += 45 * 60_000
    around.desk.seen("s1")
    around.clock.now_ms += HOUR
    around.start()  # nobody said that s1 ended
    around.desk.began("ada", "s2")
    around.clock.now_ms += 15 * 60_000 - 1
    assert around.desk.lock("ada") is None
    around.clock.now_ms += 1
    assert around.desk.lock("ada") == "control/session_time"


def test_the_figures_are_those_of_the_session_and_of_the_day() -> None:
    around = Desk(
        Flow(player="ada", round_id="t-1", staked={"a": 700}, returned=0, ended_ms=NOON - HOUR),
        Flow(player="ada", round_id="t-2", staked={"b": 300}, returned=0, ended_ms=NOON - 2 * DAY),
        Flow(player="bob", round_id="t-1", staked={"c": 900}, returned=0, ended_ms=NOON - HOUR),
        Flow(player="ada", round_id="t-4", staked={"d": 50}),
    )
    around.desk.set_check("ada", 30)
    around.desk.began("ada", "s1")
    around.clock.now_ms += 40 * 60_000
    shown = around.desk.figures("ada", "s1")
    assert (shown.session_minutes, shown.today_minutes) == (40, 40)
    assert (shown.session, shown.today) == (
        Sums(staked=50, running=50),
        Sums(staked=750, running=50),
    )
    assert (shown.session.net, shown.today.net) == (0, -700)  # t-4 still runs
    assert (shown.session_started_ms, shown.next_check_ms) == (NOON, NOON + HOUR // 2)


@pytest.mark.parametrize("restarted", [True, False], ids=["read", "kept"])
def test_the_figures_of_a_session_go_back_to_its_beginning_over_any_midnight(
    restarted: bool,
) -> None:
    """Where a week and a month begin together no limit looks at the day before."""
    monday_1_june = round(datetime(2026, 6, 1, tzinfo=UTC).timestamp() * 1000)
    late, early = monday_1_june - HOUR // 6, monday_1_june + HOUR // 6
    lost = Flow(player="ada", round_id="t-1", staked={"a": 700}, returned=0, ended_ms=late)
    around = Desk(lost)
    around.clock.now_ms = monday_1_june - HOUR // 2
    around.desk.began("ada", "s1")
    if not restarted:
        assert around.desk.figures("ada", "s1").session == Sums(staked=700)
    around.clock.now_ms = early
    if not restarted:
        around.desk.accounts.of("ada").prune(early)
    shown = around.desk.figures("ada", "s1")
    assert (shown.session, shown.today) == (Sums(staked=700), Sums())
    assert around.desk.used("ada")[Limit.LOSS_PER_WEEK] == 0


def test_a_reality_check_is_due_until_it_is_answered_and_ends_no_session() -> None:
    around = Desk()
    around.desk.set_check("ada", 30)
    assert around.desk.lock("ada") is None  # nobody is asked who is not here
    around.desk.began("ada", "s1")
    around.clock.now_ms += HOUR // 2 - 1
    around.desk.began("ada", "s2")  # another screen does not put it off
    assert around.desk.lock("ada") is None
    around.clock.now_ms += 1
    assert around.desk.lock("ada") == "control/reality_check"
    around.desk.seen("s1")
    around.desk.check_may_play("ada")
    assert (around.told, around.desk.shut_out("ada")) == ([], None)
    around.clock.now_ms += HOUR
    around.desk.answer_check("ada")
    assert around.desk.lock("ada") is None
    assert around.desk.figures("ada", "s1").next_check_ms == around.clock.now_ms + HOUR // 2


def test_a_pause_is_named_before_a_reality_check_and_without_an_interval_none_is_due() -> None:
    around = Desk()
    around.desk.set_check("ada", 5)
    around.desk.began("ada", "s1")
    around.clock.now_ms += HOUR
    around.desk.set_check("ada", 5)  # a new interval counts from now
    assert around.desk.lock("ada") is None
    around.clock.now_ms += HOUR
    around.desk.pause("ada", Pause.DAY)
    assert around.desk.lock("ada") == "control/cool_off"
    around.clock.now_ms += DAY
    assert around.desk.lock("ada") == "control/reality_check"
    around.desk.set_check("ada", None)
    assert around.desk.lock("ada") is None


def test_who_has_no_limit_costs_nothing_to_look_up() -> None:
    around = Desk()
    assert around.desk.bound("ada", table="t") is None
    assert around.desk.lock("ada") is None
    assert around.past.reads == 0


def test_with_the_last_session_goes_what_is_remembered_unless_a_round_is_open() -> None:
    around = Desk(Flow(player="ada", round_id="t-1", staked={"a": 700}))
    for name in ("ada", "bob"):
        around.desk.set_limit(name, DAILY, 5_000)
        around.desk.began(name, f"{name}-1")
        around.desk.began(name, f"{name}-2")
        around.desk.bound(name, table="t")
        around.desk.ended(f"{name}-1")
        around.desk.bound(name, table="t")
    assert around.past.reads == 2
    for name in ("ada", "bob"):
        around.desk.ended(f"{name}-2")
        around.desk.bound(name, table="t")
    assert around.past.reads == 3  # Bob's, who has nothing at risk


def test_P16_what_a_wallet_is_asked_for_is_under_way_until_it_answers() -> None:
    around = Desk()
    around.desk.set_limit("acme:7", DAILY, 1_000)

    def heard(state: WalletOpState) -> int:
        row = WalletOpRow(
            id="op", operator="acme", player="acme:7", kind="bet", amount=400, round_id="t-1",
            state=state,
        )  # fmt: skip
        unit = Unit(table_id="t", epoch=1, after_seq=0, wallet_ops=(row,))
        around.desk.booked(unit, [], {})
        bound = around.desk.bound("acme:7", table="t")
        assert bound is not None
        return bound.cents

    assert heard(WalletOpState.ASKED) == 600
    assert heard(WalletOpState.CANCELLING) == 1_000
    assert heard(WalletOpState.ASKED) == 600
    around.desk.recovered("other")
    assert around.desk.bound("acme:7", table="t") == (600, DAILY.code)
    around.desk.recovered("t")  # it starts again, and takes back what it had asked for
    assert around.desk.bound("acme:7", table="t") == (1_000, DAILY.code)


def test_I4_stakes_that_are_stored_though_nobody_heard_of_it_count() -> None:
    async def play() -> tuple[str, object]:
        async with CarefulHall(table("scanner-1"), houses=[], cards="") as hall:
            hall.deposit("ada")
            hall.desk_of_limits.set_limit("ada", DAILY, 1_500)
            await hall.until(Phase.BETTING)
            await hall.place("ada", "player", 1_000)
            hall.faults.append(Fault.ANSWER_LOST)
            reply = await hall.send("ada", c.ConfirmBets())
            await asyncio.sleep(0.1)  # the table is read again
            return reply.code, hall.desk_of_limits.bound("ada", table="scanner-1")

    code, bound = run_in_virtual_time(play())
    assert (code, bound) == ("store/outcome_unknown", (500, DAILY.code))


# --- with real tables -----------------------------------------------------------------------------


class CarefulHall(Hall):
    """Real tables in virtual time, with a desk that begins again when they do."""

    def __init__(self, config: AnyConfig, *, houses: Sequence[House], cards: str) -> None:
        super().__init__(config, houses=houses, cards=cards)
        self.controls = MemoryControls()

    @override
    def _recovered(self, table_id: str, game: AnyGame) -> TableEngine:
        if self.funds.restraint is None:
            flows = MemoryFlows(self.store)
            self.funds.restraint = ControlDesk(self.controls, flows, VirtualClock())
        return super()._recovered(table_id, game)

    @property
    def desk_of_limits(self) -> ControlDesk:
        assert isinstance(self.funds.restraint, ControlDesk)
        return self.funds.restraint


@pytest.mark.parametrize("who", ["ada", "acme:7"])
def test_after_a_restart_the_books_say_what_was_lost(who: str) -> None:
    """A player of the house, and one whose operator's account says nothing about them alone."""

    async def play() -> tuple[str, str, list[object]]:
        house = House("acme")
        house.join("7")
        async with CarefulHall(table("speed-1"), houses=[house], cards="2S 9H KD TC") as hall:
            if who == "ada":
                hall.deposit(who)
            hall.desk_of_limits.set_limit(who, DAILY, 1_500)
            await hall.until(Phase.BETTING)
            await hall.place(who, "player", 1_000)
            await hall.until(Phase.DEALING)
            bounds = [hall.desk_of_limits.bound(who, table="speed-1")]
            await hall.until(Phase.RESULT)
            bounds.append(hall.desk_of_limits.bound(who, table="speed-1"))
            await hall.stop()
            await hall.start()
            bounds.append(hall.desk_of_limits.bound(who, table="speed-1"))
            await hall.until(Phase.BETTING)
            chip = c.PlaceChip(kind="player", amount=600)
            refused = await hall.send(who, chip)
            taken = await hall.send(who, c.PlaceChip(kind="player", amount=500))
            return refused.code, taken.code, list(bounds)

    refused, taken, bounds = run_in_virtual_time(play())
    assert (refused, taken) == (DAILY.code, "")
    assert bounds == [(500, DAILY.code)] * 3


def test_what_is_used_of_each_limit_is_told_and_winning_uses_nothing() -> None:
    lost = Flow(player="ada", round_id="speed-1-1", staked={"b1": 700}, returned=200, ended_ms=NOON)
    open_round = Flow(player="ada", round_id="speed-1-2", staked={"b2": 300})
    won = Flow(player="ben", round_id="speed-1-1", staked={"b3": 100}, returned=900, ended_ms=NOON)
    around = Desk(lost, open_round, won)
    used = around.desk.used("ada")
    assert used[Limit.STAKE_PER_DAY] == 1_000
    assert used[Limit.LOSS_PER_DAY] == 800
    assert used[Limit.LOSS_PER_MONTH] == 800
    assert Limit.STAKE_PER_ROUND not in used
    assert around.desk.used("ben")[Limit.LOSS_PER_WEEK] == 0
