"""How fast somebody may ask: tokens that refill, one a request.

A pace belongs to whoever asks, not to the connection they ask on: who is thrown out and comes back
finds it as they left it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from litestar.types import ASGIApp, Receive, Scope, Send

from sabot.gateway.sockets import bare
from sabot.service.identity.throttle import address_key

PER_SECOND = 60.0
"""Requests that an account may make on its sockets, on the whole."""

PACES_MAX = 50_000
"""Paces that are remembered; the one untouched for longest goes first."""

ADDRESS_FACTOR = 5
"""Many people may share an address: so many times the pace of one account."""

BURST_SECONDS = 4
"""An unused pace is saved up for so long."""

CALM = 0.75
"""Who has so much of their savings left asks little, and is heard before those who ask much."""

REST_SECONDS = 1.0
"""How long somebody waits who asks faster than they may."""

RESTING_MAX = 256
"""Requests of HTTP that rest before they are refused; beyond it they are refused at once."""

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
    """So many requests a second on the whole, and some at once."""

    __slots__ = ("_burst", "_calm", "_now", "_refilled", "_tokens", "calm", "per_second")

    calm: bool
    """Whether whoever it is has asked little of late, when tokens were last counted."""

    def __init__(self, per_second: float, *, now: Callable[[], float]) -> None:
        self.per_second = per_second
        self._now = now
        self._burst = BURST_SECONDS * per_second
        self._calm = CALM * self._burst
        self._tokens = self._burst
        self._refilled = now()
        self.calm = True

    def has(self, tokens: float = 1) -> bool:
        """Whether there are so many tokens."""
        self.keeps(0)
        return self._tokens >= tokens

    def keeps(self, tokens: int = 1) -> bool:
        """Take tokens; whether there were as many."""
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
        """Take tokens for work that is done already, also those that are not there yet."""
        self._tokens = max(-self._burst, self._tokens - tokens)
        self.calm = self._tokens >= self._calm


class Paces:
    """A pace for each who asks, by name."""

    def __init__(self, per_second: float, *, now: Callable[[], float]) -> None:
        self._per_second = per_second
        self._now = now
        self._paces: OrderedDict[str, Pace] = OrderedDict()

    def of(self, name: str) -> Pace:
        """Somebody's pace."""
        pace = self._paces.get(name)
        if pace is None:
            pace = self._paces[name] = Pace(self._per_second, now=self._now)
            if len(self._paces) > PACES_MAX:
                self._paces.popitem(last=False)
        else:
            self._paces.move_to_end(name)
        return pace


class PacedApp:
    """An app that is asked only so often from one address, and by all who ask much in turn.

    What a request needs from the disk is read by threads, and each of them takes Python's lock
    from those who play: a thousand that were saved up for one moment would hold it for seconds.
    """

    def __init__(self, app: ASGIApp, paces: Paces, *, in_turn_per_second: float) -> None:
        self._app = app
        self._paces = paces
        self._apart = 1 / in_turn_per_second
        self._next = 0.0  # when the next of those who ask much is heard, on the loop's clock
        self._resting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand on, or refuse without a look at the request."""
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
        """Be heard a moment after whoever came before; those who ask little wait for nobody."""
        now = asyncio.get_running_loop().time()
        begins = max(now, self._next)
        self._next = begins + self._apart
        if begins > now:
            await asyncio.sleep(begins - now)

    async def _rest(self) -> None:
        """Nobody who waits for a refusal can ask again before."""
        self._resting += 1
        try:
            await asyncio.sleep(REST_SECONDS)
        finally:
            self._resting -= 1
