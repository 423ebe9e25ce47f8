"""The desk of own limits: changes that last, pauses that are told, sessions, figures, restarts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from tests.service.controls.moments import DAY, HOUR, NOON, Desk, Moment, Past
from tests.service.hall import Hall, table
from tests.service.operators import House
from tests.virtual_time import VirtualClock, run_in_virtual_time
from typing_extensions import override

from sabot.adapters.memory.controls import MemoryControls
from sabot.adapters.memory.disk import Fault
from sabot.adapters.memory.flows import MemoryFlows
from sabot.errors import Refused
from sabot.gamekit import AnyGame
from sabot.runtime.engine import TableEngine
from sabot.service.controls.calendar import calendar_of
from sabot.service.controls.desk import ControlDesk
from sabot.service.controls.limits import Limit, Pause
from sabot.service.controls.spending import Sums
from sabot.service.money.flows import Flow
from sabot.service.ports import Unit, WalletOpRow, WalletOpState
from sabot.table import commands as c
from sabot.table.config import AnyConfig
from sabot.table.phases import Phase

DAILY = Limit.LOSS_PER_DAY


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
    around.desk.time.answer_check("ada")
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
    around.desk.own.pause("ada", Pause.DAY)
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
        around.desk.own.set_limit(name, DAILY, 5_000)
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
    around.desk.own.set_limit("acme:7", DAILY, 1_000)

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
            hall.desk_of_limits.own.set_limit("ada", DAILY, 1_500)
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
            hall.desk_of_limits.own.set_limit(who, DAILY, 1_500)
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


def test_21_3_a_day_of_25_hours_gives_one_days_limit_and_one_days_time() -> None:
    rome, clock = calendar_of("Europe/Rome"), Moment()
    midnight = round(datetime(2026, 10, 24, 22, tzinfo=UTC).timestamp() * 1000)  # local midnight
    clock.now_ms = midnight - HOUR
    played = [
        Flow(player="ada", round_id="t-1", staked={"a": 400}, returned=0, ended_ms=midnight - 1),
        Flow(player="ada", round_id="t-2", staked={"b": 300}, returned=0, ended_ms=midnight),
    ]
    desk = ControlDesk(MemoryControls(), Past(*played[:1]), clock, calendar=rome)
    desk.began("ada", "s1")
    desk.own.set_limit("ada", Limit.STAKE_PER_DAY, 500)
    desk.own.set_limit("ada", Limit.SESSION_TIME, 23 * 60)

    def left() -> int:
        allowed = desk.bound("ada", table="t")
        assert allowed is not None
        return allowed.cents

    assert left() == 100
    clock.now_ms = midnight
    assert left() == 500
    assert desk.figures("ada", "s1").today_began_ms == midnight
    desk.accounts.saw(played[1:])
    clock.now_ms = midnight + 23 * HOUR - 1
    assert left() == 200
    assert desk.lock("ada") is None
    clock.now_ms += 1
    assert desk.lock("ada") == "control/session_time"
    with pytest.raises(Refused) as refused:
        desk.check_may_play("ada")
    assert refused.value.data["until_ms"] == midnight + 25 * HOUR
    clock.now_ms = midnight + 25 * HOUR - 1
    assert desk.used("ada")[Limit.STAKE_PER_DAY] == 300
    assert desk.lock("ada") == "control/session_time"
    clock.now_ms += 1
    assert desk.lock("ada") is None
    assert left() == 500
