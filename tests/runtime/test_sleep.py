"""A table's sleep: woken by whatever comes first, and once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tests.virtual_time import VirtualTimeLoop

from sabot.runtime.sleep import Sleep


def virtual(story: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await story()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(main())


def test_it_ends_when_it_is_time_or_when_somebody_wakes() -> None:
    async def story() -> None:
        loop, sleep = asyncio.get_running_loop(), Sleep()
        sleep.wake()  # nobody sleeps
        await sleep.until(1_000)
        assert loop.time() == 1.0
        loop.call_later(0.5, sleep.wake)
        loop.call_later(0.5, sleep.wake)
        await sleep.until(3_000)
        assert loop.time() == 1.5
        await sleep.until(60_000)
        assert loop.time() == 4.0  # the earlier alarm wakes it as well

    virtual(story)


def test_an_alarm_that_would_come_too_late_is_set_anew() -> None:
    async def story() -> None:
        loop, sleep = asyncio.get_running_loop(), Sleep()
        loop.call_later(1, sleep.wake)
        await sleep.until(60_000)
        await sleep.until(2_000)
        assert loop.time() == 3.0

    virtual(story)


def test_what_is_stored_wakes() -> None:
    async def story() -> None:
        loop, sleep = asyncio.get_running_loop(), Sleep()
        stored: asyncio.Future[None] = loop.create_future()
        stored.add_done_callback(sleep.wake)
        loop.call_later(2, stored.set_result, None)
        await sleep.until_woken()
        assert loop.time() == 2.0

    virtual(story)
