"""An event loop on which time is a number: waiting costs nothing, and every run is the same run."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from typing_extensions import override


class Deadlock(Exception):
    """Everybody waits for somebody who will never come."""


class _NoInput(selectors.BaseSelector):
    """A selector on which nothing ever arrives: to wait is to move the clock."""

    def __init__(self) -> None:
        self.loop: VirtualTimeLoop | None = None
        self._registered: dict[Any, selectors.SelectorKey] = {}

    @override
    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        key = selectors.SelectorKey(fileobj, 0, events, data)
        self._registered[fileobj] = key
        return key

    @override
    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._registered.pop(fileobj)

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert self.loop is not None
        if timeout is None:
            raise Deadlock
        self.loop.now += max(0.0, timeout)
        return []

    @override
    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._registered


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Runs coroutines in virtual time; work for threads is done inline after a short delay."""

    def __init__(self, random: Random) -> None:
        self.now = 1_000.0
        self._random = random
        selector = _NoInput()
        super().__init__(selector)
        selector.loop = self

    @override
    def time(self) -> float:
        return self.now

    @override
    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        answer: asyncio.Future[Any] = self.create_future()

        def call() -> None:
            if answer.cancelled():
                return
            try:
                answer.set_result(func(*args))
            except Exception as error:  # noqa: BLE001 -- handed to whoever waits
                answer.set_exception(error)

        self.call_later(self._random.random() * 0.004, call)
        return answer


class VirtualClock:
    """The clocks of a simulated machine; the wall clock may jump, the other one never does."""

    def __init__(self, loop: VirtualTimeLoop) -> None:
        self._loop = loop
        self.wall_offset_ms = 1_700_000_000_000

    def monotonic_ms(self) -> int:
        return int(self._loop.time() * 1000)

    def wall_ms(self) -> int:
        return self.wall_offset_ms + self.monotonic_ms()
