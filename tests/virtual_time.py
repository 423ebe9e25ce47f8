"""An event loop on which time is a number: waiting costs nothing, and every run is the same run.

When nothing is ready the clock moves on to the next timer instead of sleeping. There are no
threads and no sockets: what is meant for a thread is done inline, a moment later.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextvars import Context, copy_context
from heapq import heappop, heappush
from itertools import count
from typing import Any, TypeVar

import msgspec
from typing_extensions import TypeVarTuple, Unpack, override

from sabot.service.proof.clock import Counted

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

WALL_START_MS = 1_700_000_000_000


class Deadlock(Exception):
    """Everybody waits for somebody who will never come."""


class _Job(msgspec.Struct, eq=False):
    """Work that was given to a thread and is not done yet."""

    answer: asyncio.Future[Any]
    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    over: bool = False

    def do(self) -> None:
        if self.over:
            return
        self.over = True
        try:
            result = self.work(*self.arguments)
        except Exception as error:  # noqa: BLE001 -- handed to whoever waits
            if not self.answer.done():
                self.answer.set_exception(error)
        else:
            if not self.answer.done():
                self.answer.set_result(result)


class _Call(msgspec.Struct, eq=False):
    """Something to do; what asyncio gives out as a handle, made in a fraction of the time."""

    callback: Callable[..., object] | None
    args: tuple[object, ...]
    context: Context
    at: float = 0.0

    def cancel(self) -> None:
        self.callback = None
        self.args = ()

    def cancelled(self) -> bool:
        return self.callback is None

    def when(self) -> float:
        return self.at


class VirtualTimeLoop(asyncio.BaseEventLoop):
    """Runs coroutines in virtual time; work for threads takes as long as `delay` says.

    It keeps what is ready and what waits by itself, because the loops that come with Python look
    for input before every step, and that would take most of the time of a run.
    """

    def __init__(self, delay: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__()
        self._now = 0.0
        self.milliseconds = 0
        self._due: deque[_Call] = deque()
        self._timers: list[tuple[float, int, _Call]] = []
        self._numbers = count()
        self._delay = delay
        self._jobs: list[_Job] = []

    @override
    def time(self) -> float:
        return self._now

    @override
    def call_soon(
        self,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> Any:
        call = _Call(callback, args, copy_context() if context is None else context)
        self._due.append(call)
        return call

    @override
    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> Any:
        call = _Call(callback, args, copy_context() if context is None else context, when)
        heappush(self._timers, (when, next(self._numbers), call))
        return call

    @override
    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> Any:
        return self.call_at(self._now + delay, callback, *args, context=context)

    def _run_once(self) -> None:
        """Do what is due until nothing is, then move the clock to the next timer."""
        due, timers = self._due, self._timers
        while not due:
            if not timers:
                raise Deadlock
            when, _, timer = heappop(timers)
            if timer.callback is not None:
                self._move_clock(when)
                due.append(timer)
        while timers and timers[0][0] <= self._now:
            due.append(heappop(timers)[2])
        while due and not self._stopping:  # type: ignore[attr-defined] # as `stop` leaves it
            call = due.popleft()
            if call.callback is not None:
                try:
                    call.context.run(call.callback, *call.args)
                except (SystemExit, KeyboardInterrupt):
                    raise
                except BaseException as error:  # noqa: BLE001 -- as every loop does
                    self.call_exception_handler({"message": "in a callback", "exception": error})

    def _move_clock(self, when: float) -> None:
        if when > self._now:
            self._now = when
            self.milliseconds = round(when * 1000)

    # --- threads ----------------------------------------------------------------------------------

    @override
    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        answer: asyncio.Future[T] = self.create_future()
        job = _Job(answer, func, args)
        self._jobs = [other for other in self._jobs if not other.over]
        self._jobs.append(job)
        self.call_later(self._delay(), job.do)
        return answer

    @override
    def call_soon_threadsafe(
        self,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> Any:
        return self.call_soon(callback, *args, context=context)

    def finish_jobs(self) -> None:
        """What threads have begun is done, as at a clean end of the process."""
        jobs, self._jobs = self._jobs, []
        for job in jobs:
            job.do()

    def abandon_jobs(self) -> None:
        """What threads have begun is never done, as at a crash."""
        jobs, self._jobs = self._jobs, []
        for job in jobs:
            job.over = True

    def _write_to_self(self) -> None:
        """Nobody has to be woken: everything happens in one thread."""


class VirtualClock:
    """The clock port of a loop, by default the running one.

    The wall clock may jump, the other one never does.
    """

    def __init__(self, loop: VirtualTimeLoop | None = None) -> None:
        self.wall_offset_ms = WALL_START_MS
        self.boots = 1
        self._loop = loop

    def monotonic_ms(self) -> int:
        """Milliseconds on the loop's clock."""
        if self._loop is not None:
            return self._loop.milliseconds
        return round(asyncio.get_running_loop().time() * 1000)

    def wall_ms(self) -> int:
        """The same, from some date on."""
        return self.wall_offset_ms + self.monotonic_ms()

    def counted(self) -> Counted:
        """Time since this machine was started; `boots` is how often that was."""
        return Counted(f"boot:{self.boots}", self.monotonic_ms())


def run_in_virtual_time(main: Coroutine[object, object, T]) -> T:
    """Run a coroutine as `asyncio.run` does, without waiting."""
    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(main)
