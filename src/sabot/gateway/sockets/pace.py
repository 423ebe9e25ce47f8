"""How fast an account or address may send requests: tokens that refill, one for each request.

A pace belongs to the account or address, not to a connection. A client that is disconnected and
comes back finds its pace as it left it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from litestar.types import ASGIApp, Receive, Scope, Send

from sabot.gateway.sockets import bare
from sabot.service.identity.throttle import address_key

PER_SECOND = 60.0
"""Requests that an account may make on all its sockets together."""

PACES_MAX = 50_000
"""Paces kept in memory. The least recently used one is dropped first."""

ADDRESS_FACTOR = 5
"""Many people may share an address, so it gets this many times the pace of one account."""

BURST_SECONDS = 4
"""Unused tokens are saved up for this long."""

CALM = 0.75
"""With this share of the saved tokens left, a client counts as calm and is served before busy
ones."""

REST_SECONDS = 1.0
"""How long a client that asks too fast has to wait."""

RESTING_MAX = 256
"""HTTP requests that may rest before they are refused. Beyond this they are refused at once."""

_BODY = b'{"code":"rate/too_fast","data":{"retry_after_s":1}}'
_REFUSED = (
    {
        "type": "http.response.start",
        "status": 429,
        "headers": [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(_BODY)).encode()),
            (b"retry-after", b"1"),
            (b"connection", b"close"),
            *bare.ENCODED,
        ],
    },
    {"type": "http.response.body", "body": _BODY},
)


class Pace:
    """A token bucket: a rate over time, and a burst at once."""

    __slots__ = ("_burst", "_calm", "_now", "_refilled", "_tokens", "calm", "per_second")

    calm: bool
    """Whether there were few requests lately, as of the last count."""

    def __init__(self, per_second: float, *, now: Callable[[], float]) -> None:
        self.per_second = per_second
        self._now = now
        self._burst = BURST_SECONDS * per_second
        self._calm = CALM * self._burst
        self._tokens = self._burst
        self._refilled = now()
        self.calm = True

    def has(self, tokens: float = 1) -> bool:
        """Say whether there are this many tokens."""
        self.keeps(0)
        return self._tokens >= tokens

    def keeps(self, tokens: int = 1) -> bool:
        """Take tokens; False if there were not enough, and then none are taken."""
        now = self._now()
        left = self._tokens + (now - self._refilled) * self.per_second
        left = min(left, self._burst)
        enough = left >= tokens
        if enough:
            left -= tokens
        self._tokens = left
        self.calm = left >= self._calm
        self._refilled = now
        return enough

    def owes(self, tokens: int) -> None:
        """Take tokens for work that is already done, even if the count falls below zero."""
        self._tokens = max(-self._burst, self._tokens - tokens)
        self.calm = self._tokens >= self._calm


class Paces:
    """The pace of each account or address, by name."""

    def __init__(self, per_second: float, *, now: Callable[[], float]) -> None:
        self._per_second = per_second
        self._now = now
        self._paces: OrderedDict[str, Pace] = OrderedDict()

    def of(self, name: str) -> Pace:
        """The pace of this name; a new one starts with a full burst."""
        pace = self._paces.get(name)
        if pace is None:
            pace = self._paces[name] = Pace(self._per_second, now=self._now)
            if len(self._paces) > PACES_MAX:
                self._paces.popitem(last=False)
        else:
            self._paces.move_to_end(name)
        return pace


class PacedApp:
    """Limits the requests from each address, and queues those of busy addresses.

    Threads read from disk for a request, and each of them takes Python's lock from the tables. A
    thousand requests that were saved up for one moment would hold it for seconds.
    """

    def __init__(self, app: ASGIApp, paces: Paces, *, in_turn_per_second: float) -> None:
        self._app = app
        self._paces = paces
        self._apart = 1 / in_turn_per_second
        self._next = 0.0  # when the next busy address is served, on the loop's clock
        self._resting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it unread."""
        client = scope.get("client")
        address = "" if client is None else address_key(client[0])
        pace = self._paces.of(address)
        if pace.keeps():
            if not pace.calm:
                await self._their_turn()
            await self._app(scope, receive, send)
            return
        if self._resting < RESTING_MAX:
            await self._rest()
        for message in _REFUSED:
            await send(message)  # type: ignore[arg-type]

    async def _their_turn(self) -> None:
        """Wait for a turn among busy addresses. Calm addresses do not wait."""
        now = asyncio.get_running_loop().time()
        begins = max(now, self._next)
        self._next = begins + self._apart
        if begins > now:
            await asyncio.sleep(begins - now)

    async def _rest(self) -> None:
        """Delay a refusal, so a client that waits for it cannot ask faster."""
        self._resting += 1
        try:
            await asyncio.sleep(REST_SECONDS)
        finally:
            self._resting -= 1
