"""Pending handshakes: those that cannot be answered at once.

Owns the waiting and nothing of the answer. A token that is not in memory is looked up on disk, in a
separate thread, and only a few times a second for one address. A player with limits waits until
what is left of them has been read. A client that opens sockets too fast is refused after a rest.
Every other handshake passes at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus

from sabot.errors import SabotError, Unavailable
from sabot.gateway.refusals import RateRefusal, SocketFault
from sabot.gateway.sockets.mistakes import place_of_error
from sabot.gateway.sockets.pace import REST_SECONDS, Pace, Paces
from sabot.gateway.sockets.upgrade import refusal
from sabot.service.identity.throttle import address_key
from sabot.service.refusals import ServerFault

STRANGERS_PER_SECOND = 10.0
"""Unknown tokens from one address. A valid token costs nothing, even if it was not in memory."""

LOOKED_UP_MAX = 256
"""Tokens that may wait for the lookup thread."""

TOO_FAST = refusal(HTTPStatus.TOO_MANY_REQUESTS, RateRefusal.TOO_FAST)
FULL = refusal(HTTPStatus.SERVICE_UNAVAILABLE, SocketFault.HOUSE_FULL)
FAILED = refusal(HTTPStatus.INTERNAL_SERVER_ERROR, ServerFault.ERROR)
WELCOME = b""

log = logging.getLogger("sabot.gateway")


def status_of(error: SabotError) -> HTTPStatus:
    """The status of a refusal: after 401 a client signs in again, after 503 it retries."""
    away = isinstance(error, Unavailable)
    return HTTPStatus.SERVICE_UNAVAILABLE if away else HTTPStatus.UNAUTHORIZED


class PendingHandshakes:
    """The handshakes that wait."""

    def __init__(self, session_of: Callable[[str], object], *, now: Callable[[], float]) -> None:
        self._session_of = session_of
        self._strangers = Paces(STRANGERS_PER_SECOND, now=now)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sabot-handshakes")
        self._looking = 0
        self.closed = False

    def rest(self, answer: bytes = TOO_FAST) -> asyncio.Future[bytes]:
        """Give the answer after a rest, so a client that waits for it cannot ask faster."""
        loop = asyncio.get_running_loop()
        told: asyncio.Future[bytes] = loop.create_future()
        loop.call_later(REST_SECONDS, told.set_result, answer)
        return told

    def look_up(self, token: str, *, address: str) -> asyncio.Future[bytes]:
        """Look up a token that is not in memory; the disk may know it."""
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
        """Wait until the player's data is ready; answer with a refusal if that fails."""
        try:
            await ready
        except Exception as error:  # noqa: BLE001
            return _why_not(error)
        return WELCOME

    def close(self) -> None:
        """Accept no more handshakes, and stop the lookups."""
        self.closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)


def _why_not(error: Exception) -> bytes:
    if isinstance(error, SabotError):
        return refusal(status_of(error), error.code)
    # The client does not see the text of an unexpected error.
    log.error("not let in because of what happened at %s", place_of_error())
    return FAILED
