"""What may still be staked, and which limit says so."""

from __future__ import annotations

import pytest
from tests.service.controls.moments import DAY, NOON

from sabot.service.controls.allowance import Allowance, Spent, allowance
from sabot.service.controls.limits import Controls, Limit, Pause, pause, set_limit
from sabot.service.controls.refusals import ControlRefusal

SPENT = Spent(
    staked_today=1_000,
    lost_today=300,
    lost_this_week=500,
    lost_this_month=900,
    at_risk=200,
    in_round=150,
)

CASES = """
stake_per_round  1000    850
stake_per_day    2000    800
loss_per_day     1000    500
loss_per_week    1000    300
loss_per_month   1200    100
loss_per_month   1000    0
loss_per_day     400     0
"""


@pytest.mark.parametrize("case", CASES.split("\n")[1:-1])
def test_each_limit_counts_what_it_names(case: str) -> None:
    name, value, left = case.split()
    controls = Controls(limits={Limit(name): int(value)})
    assert allowance(controls, SPENT, NOON) == Allowance(
        int(left), ControlRefusal(f"control/{name}")
    )


def test_the_tightest_limit_binds_and_of_equals_the_first() -> None:
    limits = {Limit.STAKE_PER_DAY: 1_500, Limit.LOSS_PER_DAY: 700, Limit.LOSS_PER_WEEK: 900}
    found = allowance(Controls(limits=limits), SPENT, NOON)
    assert found == Allowance(200, ControlRefusal.LOSS_PER_DAY)
    limits[Limit.STAKE_PER_DAY] = 1_400
    assert allowance(Controls(limits=limits), SPENT, NOON) == Allowance(
        200, ControlRefusal.STAKE_PER_DAY
    )


def test_without_limits_nothing_binds() -> None:
    assert allowance(Controls(), SPENT, NOON) is None
    assert allowance(Controls(limits={Limit.SESSION_TIME: 60}), SPENT, NOON) is None


def test_winnings_of_the_day_may_be_staked_again() -> None:
    winner = Spent(staked_today=5_000, lost_today=-2_000)
    controls = Controls(limits={Limit.LOSS_PER_DAY: 1_000})
    assert allowance(controls, winner, NOON) == Allowance(3_000, ControlRefusal.LOSS_PER_DAY)


def test_a_looser_limit_counts_from_its_moment() -> None:
    controls = set_limit(
        Controls(limits={Limit.STAKE_PER_ROUND: 200}), Limit.STAKE_PER_ROUND, 900, now_ms=NOON
    )
    ends = [allowance(controls, SPENT, NOON + wait) for wait in (DAY - 1, DAY)]
    assert [end and end.cents for end in ends] == [50, 750]


@pytest.mark.parametrize(("minutes", "left"), [(59, 850), (60, 0), (61, 0)])
def test_when_the_time_of_the_day_is_used_up_nothing_may_be_staked(minutes: int, left: int) -> None:
    controls = Controls(limits={Limit.SESSION_TIME: 60, Limit.STAKE_PER_ROUND: 1_000})
    spent = Spent(in_round=150, played_ms=minutes * 60_000)
    code = "control/session_time" if left == 0 else "control/stake_per_round"
    assert allowance(controls, spent, NOON) == Allowance(left, ControlRefusal(code))


def test_a_pause_comes_before_every_limit() -> None:
    controls = Controls(limits={Limit.STAKE_PER_DAY: 1, Limit.SESSION_TIME: 1})
    spent = Spent(staked_today=5, played_ms=60_000)
    cooling = pause(controls, Pause.DAY, now_ms=NOON)
    assert allowance(cooling, spent, NOON) == Allowance(0, ControlRefusal.COOL_OFF)
    excluded = pause(cooling, Pause.FOR_EVER, now_ms=NOON)
    assert allowance(excluded, spent, NOON) == Allowance(0, ControlRefusal.EXCLUDED)
    assert allowance(cooling, spent, NOON + DAY) == Allowance(0, ControlRefusal.SESSION_TIME)
