"""Commands on their way: fresh ids, awaited answers, and the same id when one is sent again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from itertools import count
from time import time_ns

import msgspec

from sabot.errors import Malformed, Refused, SabotError, Unavailable
from sabot.wire import messages as m
from sabot.wire import requests

WAITING_MAX = 32
"""Commands that wait for an answer at once; the next one waits for a place among them."""

ANSWER_SECONDS = 10.0
"""A command is sent again after this long: its answer may have been lost on a slow line."""

Data = Mapping[str, str | int | float | bool | None]

_encode = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(requests.AnyRequest).decode


class _Waiting(msgspec.Struct, kw_only=True, eq=False):
    message: bytes
    answer: asyncio.Future[Data]
    again: bool  # the server knows the id: a repetition is the same command
    timer: asyncio.TimerHandle | None = None


class Commands:
    """What was asked and is not answered yet."""

    def __init__(
        self,
        send: Callable[[bytes], None],
        *,
        prefix: str,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        self._send = send
        self._prefix = prefix
        self._answer_seconds = answer_seconds
        self._numbers = count(1)
        self._places = asyncio.Semaphore(WAITING_MAX)
        self._waiting: dict[str, _Waiting] = {}
        self._over: SabotError | None = None
        self.sent_again = 0

    def fresh_id(self) -> str:
        """An id that no other command of this player has.

        It begins with the time, so that what is asked together is stored together.
        """
        return f"{time_ns() // 1_000_000:011x}-{self._prefix}-{next(self._numbers)}"

    async def ask(self, request: requests.Act | requests.Say | requests.Moderate) -> Data:
        """Send a request and wait for its answer; a refusal is raised."""
        message = _readable(request)
        async with self._places:
            if self._over is not None:
                raise self._over
            waiting = _Waiting(
                message=message,
                answer=asyncio.get_running_loop().create_future(),
                again=isinstance(request, requests.Act),
            )
            self._waiting[request.cmd_id] = waiting
            self._say(waiting)
            try:
                return await waiting.answer
            finally:
                del self._waiting[request.cmd_id]
                if waiting.timer is not None:
                    waiting.timer.cancel()

    def _say(self, waiting: _Waiting) -> None:
        self._send(waiting.message)
        late = self._say_again if waiting.again else _give_up
        loop = asyncio.get_running_loop()
        waiting.timer = loop.call_later(self._answer_seconds, late, waiting)

    def _say_again(self, waiting: _Waiting) -> None:
        if waiting.timer is not None:
            waiting.timer.cancel()
        if not waiting.answer.done():
            self.sent_again += 1
            self._say(waiting)

    def answered(self, answer: m.Answer) -> None:
        """Hand an answer to the caller that waits for it."""
        waiting = self._waiting.get(answer.cmd_id)
        if waiting is None or waiting.answer.done():
            return
        if answer.accepted:
            waiting.answer.set_result(answer.data)
        else:
            waiting.answer.set_exception(_refusal(answer))

    def reconnected(self) -> None:
        """Ask again what was not answered; what has no memory on the other side is given up."""
        for waiting in tuple(self._waiting.values()):
            if waiting.again:
                self._say_again(waiting)
            elif not waiting.answer.done():
                waiting.answer.set_exception(Unavailable("client/connection_lost"))

    def end(self, why: SabotError) -> None:
        """No answer will come any more."""
        self._over = why
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(why)


def _give_up(waiting: _Waiting) -> None:
    """What has no memory on the other side is not said again; it may have been heard."""
    if not waiting.answer.done():
        waiting.answer.set_exception(Unavailable("client/no_answer"))


def _readable(request: requests.Request) -> bytes:
    """A request as it is sent; what cannot be read is answered under no id, so it is not sent."""
    message = _encode(request)
    try:
        _read(message)
    except msgspec.ValidationError as error:
        raise Malformed("message/unreadable", reason=str(error)[:200]) from None
    return message


def _refusal(answer: m.Answer) -> Refused:
    refused = Refused.heard(answer.code)
    refused.data = dict(answer.data)
    return refused
