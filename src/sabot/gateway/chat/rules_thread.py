"""The thread in which the rules of chat run, and the way back to the loop.

The rules wait for the disk and keep order, so they have one thread of their own. What comes of a
request is heard on the loop, in order with what the rules publish.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from sabot.errors import Corrupt, Refused, SabotError
from sabot.gateway.refusals import RateRefusal
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.request_reader import DISK_TOKENS, RequestReader
from sabot.service.chat.desk import ChatDesk
from sabot.service.chat.refusals import ChatRefusal
from sabot.service.refusals import ServerFault
from sabot.service.tables.envelopes import told
from sabot.wire import messages as m
from sabot.wire import requests as r

WAITING_MAX = 8
"""Requests of one socket that may wait for the thread of the rules."""

R = TypeVar("R")


class RulesThread:
    """Runs the rules, and answers for them."""

    def __init__(self, reader: RequestReader) -> None:
        self._reader = reader
        self._desk: ChatDesk | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sabot-chat")
        self._waiting: Counter[Connection] = Counter()

    def attach(self, desk: ChatDesk, loop: asyncio.AbstractEventLoop) -> None:
        """The rules that are followed from now on."""
        self._desk, self._loop = desk, loop

    def close(self) -> None:
        """Let what is being written finish."""
        self._thread.shutdown()

    @property
    def rules(self) -> ChatDesk:
        """The rules; refused while the casino opens."""
        if self._desk is None:
            raise Refused(ChatRefusal.OFF)
        return self._desk

    async def ask(self, work: Callable[[], R]) -> R:
        """Let the rules answer a request that came over HTTP."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def run(
        self,
        connection: Connection,
        work: Callable[[], object],
        then: Callable[[Future[object]], None],
    ) -> None:
        """Let the rules do it; what comes of it is heard in order with what they publish."""
        if self._waiting[connection] >= WAITING_MAX:
            raise Refused(RateRefusal.TOO_MANY_WAITING)
        self._waiting[connection] += 1
        connection.owes(DISK_TOKENS)
        heard = partial(self.on_loop, self._done, connection, then)
        _ = asyncio.get_running_loop().run_in_executor(self._thread, _do, work, heard)

    def _done(
        self,
        connection: Connection,
        then: Callable[[Future[object]], None],
        done: Future[object],
    ) -> None:
        self._waiting[connection] -= 1
        if not self._waiting[connection]:
            del self._waiting[connection]
        then(done)

    def answered(self, connection: Connection, request: r.Answered, done: Future[object]) -> None:
        """Tell the client that its request was done, or why not."""
        if self.refused(connection, request, done):
            return
        connection.tell(m.Answer(cmd_id=request.cmd_id, accepted=True))

    def refused(self, connection: Connection, request: r.Request, done: Future[object]) -> bool:
        """Tell the client why its request was not done, if it was not."""
        error = done.exception()
        if error is None:
            return False
        if isinstance(error, SabotError) and not isinstance(error, Corrupt):
            self._reader.refuse(connection, request, error.code, _told(error))
        else:
            self._reader.refuse(connection, request, ServerFault.ERROR)
        return True

    def on_loop(self, tell: Callable[..., None], *args: object) -> None:
        """From the thread of the rules: the loop hears of things in the order they were done."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(tell, *args)

    def do(self, work: Callable[[], object], then: Callable[[Future[object]], None]) -> None:
        """Let the rules do what no client asked for now."""
        heard = partial(self.on_loop, then)
        _ = asyncio.get_running_loop().run_in_executor(self._thread, _do, work, heard)


def _do(work: Callable[[], object], heard: Callable[[Future[object]], None]) -> None:
    """In the thread of the rules."""
    done = Future[object]()
    try:
        done.set_result(work())
    except Exception as error:  # noqa: BLE001  the caller is told
        done.set_exception(error)
    heard(done)


def _told(error: SabotError) -> m.Data:
    """What a refusal says beside its code: how long to wait, until when."""
    return {
        name: value
        for name, value in told(error).items()
        if value is None or isinstance(value, str | int)
    }
