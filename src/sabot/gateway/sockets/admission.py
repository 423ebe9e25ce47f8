"""Decides about a handshake: the origin must be ours, the session live, and a place free.

A browser sends our cookie with every request to us, whichever page makes it, so a cookie counts
only together with an origin that is ours. A program names its token in a header, which a foreign
page cannot do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Protocol

from picows import WSListener, WSUpgradeRequest
from picows import WSUpgradeResponseWithListener as Answered

from sabot.errors import Refused, SabotError
from sabot.gateway.refusals import OriginRefusal, RateRefusal, RouteRefusal, SocketFault
from sabot.gateway.sockets.connection import Connection, Reader
from sabot.gateway.sockets.http_bounds import Handshake
from sabot.gateway.sockets.origins import ANY_LOOPBACK, Doorplate
from sabot.gateway.sockets.pace import PER_SECOND, Paces
from sabot.gateway.sockets.pending_handshakes import WELCOME, PendingHandshakes, status_of
from sabot.gateway.sockets.turns import Turns
from sabot.gateway.sockets.upgrade import refused
from sabot.service.identity.refusals import SessionRefusal
from sabot.service.identity.roles import Principal

PATH = "/ws"
SOCKETS_PER_ACCOUNT = 16
"""Tabs and devices of one account at once."""

HANDSHAKE_TOKENS = 10
"""Requests that one handshake counts for: it looks up a session and builds a connection."""


class Crowd(Protocol):
    """Counts the open sockets: of one account, or all."""

    def sockets(self, account: str | None = None) -> int: ...


class Admission:
    """Answers handshakes."""

    def __init__(
        self,
        *,
        recall: Callable[[str], Principal | None],
        session_of: Callable[[str], object],
        may_enter: Callable[[Principal], None] = lambda _principal: None,
        made_ready: Callable[[Principal], Awaitable[None] | None] = lambda _principal: None,
        reader: Reader,
        crowd: Crowd,
        now: Callable[[], float],
        cookie: str,
        doorplate: Doorplate = ANY_LOOPBACK,
        sockets_max: int = 20_000,
        per_second: float = PER_SECOND,
    ) -> None:
        self.turns = Turns(now=now)
        self.pending = PendingHandshakes(session_of, now=now)
        self._recall = recall
        self._may_enter = may_enter
        self._made_ready = made_ready
        self._reader = reader
        self._cookie = cookie
        self._doorplate = doorplate
        self._sockets_max = sockets_max
        self._paces = Paces(per_second, now=self.turns.now)
        self._crowd = crowd

    def knock(self, asked: Handshake) -> asyncio.Future[bytes] | None:
        """Say whether a handshake has to wait: None, or a future with a refusal or no bytes."""
        token = self._token(asked.headers)
        if token is None or self._turned_away(asked.path, asked.headers) is not None:
            return None
        principal = self._recall(token)
        if principal is None:
            found = self.pending.look_up(token, address=asked.address)
            return asyncio.ensure_future(self._looked_up(token, found))
        if not self._paces.of(principal.account_id).has(HANDSHAKE_TOKENS):
            return self.pending.rest()
        ready = self._made_ready(principal)
        return None if ready is None else asyncio.ensure_future(self.pending.until(ready))

    async def _looked_up(self, token: str, found: asyncio.Future[bytes]) -> bytes:
        """Also make the player ready whose session was found on disk."""
        answer = await found
        principal = self._recall(token) if answer == WELCOME else None
        return answer if principal is None else await self.pending.until(self._ready(principal))

    async def _ready(self, principal: Principal) -> None:
        ready = self._made_ready(principal)
        if ready is not None:
            await ready

    def __call__(self, request: WSUpgradeRequest) -> WSListener | Answered:
        """Open a socket or refuse it, from memory: `knock` has loaded the session by now."""
        why = self._turned_away(request.path, request.headers)
        if why is not None:
            return refused(*why)
        try:
            principal = self._recalled(request)
        except SabotError as error:
            return refused(status_of(error), error.code)
        if self._crowd.sockets(principal.account_id) >= SOCKETS_PER_ACCOUNT:
            return refused(HTTPStatus.TOO_MANY_REQUESTS, SocketFault.TOO_MANY)
        pace = self._paces.of(principal.account_id)
        if not pace.keeps(HANDSHAKE_TOKENS):
            return refused(HTTPStatus.TOO_MANY_REQUESTS, RateRefusal.TOO_FAST)
        return Connection(principal, self._reader, pace, self.turns)

    def _recalled(self, request: WSUpgradeRequest) -> Principal:
        principal = self._recall(self._token(request.headers) or "")
        if principal is None:
            raise Refused(SessionRefusal.UNKNOWN)
        self._may_enter(principal)
        return principal

    def _turned_away(
        self, path: bytes, headers: Mapping[str, str]
    ) -> tuple[HTTPStatus, str] | None:
        """Check what needs no session, in this order."""
        if path.partition(b"?")[0] != PATH.encode():
            return HTTPStatus.NOT_FOUND, RouteRefusal.UNKNOWN
        if self.pending.closed or self._crowd.sockets() >= self._sockets_max:
            return HTTPStatus.SERVICE_UNAVAILABLE, SocketFault.HOUSE_FULL
        if self._token(headers) is None:
            return HTTPStatus.UNAUTHORIZED, SessionRefusal.MISSING
        fits = self._origin_fits(headers)
        return None if fits else (HTTPStatus.FORBIDDEN, OriginRefusal.FOREIGN)

    def _token(self, headers: Mapping[str, str]) -> str | None:
        named, token = token_in_authorization(headers.get("Authorization", ""))
        return token if named else token_in_cookies(headers.get("Cookie", ""), self._cookie)

    def _origin_fits(self, headers: Mapping[str, str]) -> bool:
        origin = headers.get("Origin")
        if origin is None:
            # Not a page in a browser. Only a program that sets its own header is let in.
            return "Authorization" in headers
        return self._doorplate.welcomes(origin, host=headers.get("Host", ""))


def token_in_authorization(text: str) -> tuple[bool, str | None]:
    """Read a header: whether its scheme is bearer, in any case, and the token.

    >>> token_in_authorization("bearer n0t"), token_in_authorization("Basic n0t")
    ((True, 'n0t'), (False, None))
    """
    scheme, space, token = text.partition(" ")
    named = bool(space) and scheme.lower() == "bearer"
    return named, (token.strip() or None) if named else None


def token_in_cookies(text: str, name: str) -> str | None:
    """Find the session's token among the cookies of a request; other cookies are ignored.

    >>> token_in_cookies('version=2; state={"a": 1}; sabot=n0t', "sabot")
    'n0t'
    """
    cookies = (one.strip().partition("=") for one in text.split(";"))
    return next((value or None for key, _, value in cookies if key == name), None)
