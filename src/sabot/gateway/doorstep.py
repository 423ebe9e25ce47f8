"""The doorstep: where a handshake waits that cannot be answered at once.

Owns the waiting and nothing of the answer. A token that is not in memory is looked up on disk, in
a thread of its own, and only so often for one address; who has limits waits until it is read what
is left of them; whoever knocks faster than they may is told so after a rest. Everybody else passes
without noticing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus

from sabot.errors import SabotError, Unavailable
from sabot.gateway.pace import REST_SECONDS, Pace, Paces
from sabot.gateway.sockets.mistakes import place_of_error
from sabot.gateway.sockets.upgrade import refusal
from sabot.service.identity.throttle import address_key

STRANGERS_PER_SECOND = 10.0
"""Tokens that nobody has, from one address; those of people who were away cost nothing."""

LOOKED_UP_MAX = 256
"""Tokens that may wait to be looked up."""

TOO_FAST = refusal(HTTPStatus.TOO_MANY_REQUESTS, "rate/too_fast")
FULL = refusal(HTTPStatus.SERVICE_UNAVAILABLE, "socket/house_full")
FAILED = refusal(HTTPStatus.INTERNAL_SERVER_ERROR, "server/error")
WELCOME = b""

log = logging.getLogger("sabot.gateway")


def status_of(error: SabotError) -> HTTPStatus:
    """How a handshake is refused: who hears 401 has to sign in again, who hears 503 comes back."""
    away = isinstance(error, Unavailable)
    return HTTPStatus.SERVICE_UNAVAILABLE if away else HTTPStatus.UNAUTHORIZED


class Doorstep:
    """Those who wait."""

    def __init__(self, session_of: Callable[[str], object], *, now: Callable[[], float]) -> None:
        self._session_of = session_of
        self._strangers = Paces(STRANGERS_PER_SECOND, now=now)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sabot-doorstep")
        self._looking = 0
        self.closed = False

    def rest(self, answer: bytes = TOO_FAST) -> asyncio.Future[bytes]:
        """The answer comes in a while, so nobody who waits for it can ask again before."""
        loop = asyncio.get_running_loop()
        told: asyncio.Future[bytes] = loop.create_future()
        loop.call_later(REST_SECONDS, told.set_result, answer)
        return told

    def look_up(self, token: str, *, address: str) -> asyncio.Future[bytes]:
        """Somebody who is not in memory: the disk may know them."""
        pace = self._strangers.of(address_key(address))
        if not pace.has():
            return self.rest()
        if self._looking >= LOOKED_UP_MAX:
            return self.rest(FULL)
        self._looking += 1
        loop = asyncio.get_running_loop()
        found = loop.run_in_executor(self._thread, self._answer, token)
        found.add_done_callback(partial(self._looked_up, pace))
        return found

    def _looked_up(self, pace: Pace, found: asyncio.Future[bytes]) -> None:
        self._looking -= 1
        if not found.cancelled() and found.result() != WELCOME:
            pace.owes(1)

    def _answer(self, token: str) -> bytes:
        try:
            self._session_of(token)
        except Exception as error:  # noqa: BLE001
            return _why_not(error)
        return WELCOME

    async def until(self, ready: Awaitable[None]) -> bytes:
        """Come in when something is ready, or hear why not."""
        try:
            await ready
        except Exception as error:  # noqa: BLE001
            return _why_not(error)
        return WELCOME

    def close(self) -> None:
        """Nobody knocks any more."""
        self.closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)


def _why_not(error: Exception) -> bytes:
    if isinstance(error, SabotError):
        return refusal(status_of(error), error.code)
    # Whatever it is, its words stay in the house.
    log.error("not let in because of what happened at %s", place_of_error())
    return FAILED
