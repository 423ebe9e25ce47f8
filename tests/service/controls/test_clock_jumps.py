"""A wall clock that jumps ends no pause early, loosens no limit and lets no exclusion go."""

from __future__ import annotations

import pytest
from tests.service.controls.moments import Past
from tests.service.identity.front_desk import FrontDesk
from tests.service.machine import DAY_MS, HOUR_MS, NOW_MS, Machine

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.controls import MemoryControls
from sabot.service.controls.desk import ControlDesk
from sabot.service.controls.limits import Limit, Pause
from sabot.service.controls.refusals import ControlRefusal
from sabot.service.money.flows import Flow
from sabot.service.office.exclusions import ExclusionDesk
from sabot.service.proof.clock import HouseClock, Mark

JUMPS = [100 * DAY_MS, 25 * HOUR_MS, -25 * HOUR_MS, -100 * DAY_MS]
DAILY = Limit.STAKE_PER_DAY


class House:
    """A desk of own limits on a machine whose wall clock somebody sets."""

    def __init__(self) -> None:
        self.machine = Machine()
        self.books = MemoryStore()
        self.store = MemoryControls(self.books)
        self.mark: Mark | None = None
        lost = Flow(
            player="ada",
            round_id="speed-1-7",
            staked={"b1": 900},
            returned=0,
            ended_ms=NOW_MS - 1,
        )
        self.past = Past(lost)
        self.start()

    def start(self) -> None:
        """The process begins, or begins again."""
        self.clock = HouseClock(self.machine, self.mark)
        self.desk = ControlDesk(self.store, self.past, self.clock)

    def again(self, jump_ms: int, *, reboots: bool) -> None:
        """The house is closed for a moment, in which somebody sets the wall clock."""
        self.mark = self.clock.mark()
        if reboots:
            self.machine.reboots()
        self.machine.wall += jump_ms
        self.start()

    def jumps(self, jump_ms: int, how: str) -> None:
        if how == "running":
            self.machine.wall += jump_ms
            self.clock.look()
        else:
            self.again(jump_ms, reboots=how == "rebooted")


HOWS = ["running", "restarted", "rebooted"]


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("jump_ms", JUMPS)
def test_a_cool_off_does_not_end_because_the_clock_jumps(jump_ms: int, how: str) -> None:
    house = House()
    house.desk.own.pause("ada", Pause.DAY)
    house.jumps(jump_ms, how)
    assert house.desk.shut_out("ada") == ControlRefusal.COOL_OFF
    house.machine.passes(DAY_MS - HOUR_MS)
    assert house.desk.shut_out("ada") == ControlRefusal.COOL_OFF
    house.machine.passes(HOUR_MS)
    assert house.desk.shut_out("ada") is None


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("jump_ms", JUMPS)
def test_a_self_exclusion_does_not_end_because_the_clock_jumps(jump_ms: int, how: str) -> None:
    house = House()
    house.desk.own.pause("ada", Pause.HALF_YEAR)
    house.jumps(jump_ms * 3, how)
    assert house.desk.shut_out("ada") == ControlRefusal.EXCLUDED


@pytest.mark.parametrize("jump_ms", JUMPS)
def test_a_pause_begun_under_a_wrong_clock_has_its_own_length(jump_ms: int) -> None:
    house = House()
    house.jumps(jump_ms, "running")
    house.desk.own.pause("ada", Pause.DAY)
    house.machine.wall -= jump_ms  # put right again
    house.clock.look()
    assert house.desk.shut_out("ada") == ControlRefusal.COOL_OFF
    house.machine.passes(DAY_MS + HOUR_MS)
    assert house.desk.shut_out("ada") is None


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("jump_ms", JUMPS)
def test_a_limit_forgets_no_stake_because_the_clock_jumps(jump_ms: int, how: str) -> None:
    house = House()
    house.desk.own.set_limit("ada", DAILY, 1_000)
    house.jumps(jump_ms, how)
    assert house.desk.bound("ada", table="speed-1") == (100, DAILY.code)


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("jump_ms", JUMPS)
def test_a_looser_limit_waits_its_day_whatever_the_clock_says(jump_ms: int, how: str) -> None:
    house = House()
    house.desk.own.set_limit("ada", DAILY, 1_000)
    house.desk.own.set_limit("ada", DAILY, 5_000)
    house.jumps(jump_ms, how)
    assert house.desk.own.of("ada").limits == {DAILY: 1_000}


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("jump_ms", JUMPS)
def test_an_exclusion_by_staff_does_not_end_because_the_clock_jumps(jump_ms: int, how: str) -> None:
    house = House()
    desk = ExclusionDesk(
        house.desk.own, FrontDesk().accounts, acts=house.books.acts, clock=house.clock
    )
    end = NOW_MS + DAY_MS
    desk.exclude("ada", by="house", until_ms=end, actor="staff:marta", reason="a test")
    house.jumps(jump_ms, how)
    assert house.desk.shut_out("ada") == ControlRefusal.BARRED
