"""Why a player makes no bet at all: of several reasons the first of the order is told."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from tests.service.controls.moments import HOUR, NOON, Desk

from sabot.errors import Code
from sabot.service.controls.bars import excluded
from sabot.service.controls.limits import Limit, Pause
from sabot.service.controls.refusals import LOCKED, ControlRefusal, FrozenRefusal

Doing = Callable[[Desk], object]


def barred(desk: Desk) -> None:
    desk.desk.own.change(
        "ada",
        "bar",
        lambda held, now: excluded(
            held, "acme", until_ms=NOON + 48 * HOUR, actor="staff", reason="debt", now_ms=now
        ),
    )


def in_doubt(desk: Desk) -> None:
    desk.desk.own.held("ada")
    desk.desk.own.in_doubt.add("ada")


def frozen(desk: Desk) -> None:
    desk.desk.own.frozen = ("ada",)


# In the order in which they come about: nobody in doubt changes their limits any more.
REASONS: dict[Code, Doing] = {
    ControlRefusal.REALITY_CHECK: lambda desk: desk.desk.own.set_check("ada", 60),
    ControlRefusal.SESSION_TIME: lambda desk: desk.desk.own.set_limit(
        "ada", Limit.SESSION_TIME, 60
    ),
    ControlRefusal.BARRED: barred,
    ControlRefusal.COOL_OFF: lambda desk: desk.desk.own.pause("ada", Pause.DAY),
    ControlRefusal.EXCLUDED: lambda desk: desk.desk.own.pause("ada", Pause.HALF_YEAR),
    FrozenRefusal.IN_DOUBT: frozen,
    ControlRefusal.IN_DOUBT: in_doubt,
}
NOT_BOTH = {frozenset({ControlRefusal.COOL_OFF, ControlRefusal.EXCLUDED})}
"""The longer pause replaces the shorter one."""


def told(*reasons: Code) -> object:
    """What a player hears after two hours of play, with these reasons against them."""
    desk = Desk()
    desk.desk.time.began("ada", "a session")
    for reason, comes_about in REASONS.items():
        if reason in reasons:
            comes_about(desk)
    desk.clock.now_ms += 2 * HOUR
    return desk.desk.lock("ada")


def test_the_order_has_every_reason() -> None:
    assert set(LOCKED) == set(REASONS)


@pytest.mark.parametrize("reason", LOCKED)
def test_a_reason_alone_is_told(reason: Code) -> None:
    assert told(reason) is reason


def test_of_two_reasons_the_first_is_told() -> None:
    pairs = [pair for pair in combinations(LOCKED, 2) if frozenset(pair) not in NOT_BOTH]
    assert {pair: told(*pair) for pair in pairs} == {pair: pair[0] for pair in pairs}
    assert len(pairs) > 15
