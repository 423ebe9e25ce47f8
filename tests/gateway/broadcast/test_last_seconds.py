"""The timers of last seconds: one for a window, however many bet in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from sabot.gateway.broadcast.last_seconds import LastSeconds
from sabot.gateway.tables.feed import TableFeed, Window

TABLE = "speed-1"


class Loop:
    """Notes what it is asked to do later."""

    def __init__(self) -> None:
        self.asked: list[tuple[float, Callable[..., None], tuple[Any, ...]]] = []
        self.cancelled = 0

    def call_later(self, wait: float, call: Callable[..., None], *args: object) -> Loop:
        self.asked.append((wait, call, args))
        return self

    def cancel(self) -> None:
        self.cancelled += 1

    def ring(self) -> None:
        """It is time for what was asked last."""
        _, call, args = self.asked[-1]
        call(*args)


class Feed:
    """A table whose window a test opens."""

    table_id = TABLE

    def __init__(self) -> None:
        self.window: Window | None = Window("r1", 12_000, 5_000)
        self.now_ms = 0
        self.told = 0
        state = SimpleNamespace(in_round=True, current=SimpleNamespace(round_id="r1"))
        self.table = SimpleNamespace(state=state)

    def betting(self) -> Window | None:
        return self.window

    def left_ms(self) -> int | None:
        return None if self.window is None else self.window.deadline_ms - self.now_ms

    def last_seconds(self) -> bytes:
        self.told += 1
        return b"hurry"


@pytest.fixture
def feed() -> Feed:
    return Feed()


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    loop = Loop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    return loop


@pytest.fixture
def arm(feed: Feed) -> Callable[[], None]:
    """What is done when the table has published something."""
    seconds = LastSeconds(lambda _feed, _one: None)
    return lambda: seconds.arm(cast(TableFeed, feed))


def test_F69_bets_leave_the_timer_of_their_window_alone(
    feed: Feed, loop: Loop, arm: Callable[[], None]
) -> None:
    for feed.now_ms in (0, 1_000, 6_999):
        arm()
    assert [wait for wait, _, _ in loop.asked] == [7.0]
    assert loop.cancelled == 0
    loop.ring()
    feed.now_ms = 7_001
    arm()
    assert (len(loop.asked), feed.told) == (1, 1)


@pytest.mark.parametrize(
    "other",
    [Window("r1", 15_000, 5_000), Window("r1", 12_000, 2_000), Window("r2", 12_000, 5_000)],
)
def test_F69_another_window_is_another_timer(
    feed: Feed, loop: Loop, arm: Callable[[], None], other: Window
) -> None:
    arm()
    feed.window = other
    arm()
    assert [wait for wait, _, _ in loop.asked] == [
        7.0,
        (other.deadline_ms - other.last_ms) / 1000,
    ]
    assert loop.cancelled == 1


def test_F69_a_window_that_was_closed_has_no_timer_and_the_same_one_gets_it_back(
    feed: Feed, loop: Loop, arm: Callable[[], None]
) -> None:
    arm()
    paused, feed.window = feed.window, None
    arm()
    assert (len(loop.asked), loop.cancelled) == (1, 1)
    feed.window = paused
    arm()
    assert len(loop.asked) == 2
