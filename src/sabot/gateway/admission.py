"""Who may open a socket: the right origin, a session that lives, a place that is free.

A browser sends cookies wherever a page of anybody's asks it to, so a cookie counts only together
with an origin that is ours. A program names its token in a header, which no foreign page can do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import Protocol
from urllib.parse import urlsplit

from picows import WSListener, WSUpgradeRequest
from picows import WSUpgradeResponseWithListener as Answered

from sabot.errors import SabotError
from sabot.gateway.pace import PER_SECOND, Paces
from sabot.gateway.sockets.connection import Connection, Reader
from sabot.gateway.sockets.upgrade import refused
from sabot.service.identity.roles import Principal

PATH = "/ws"
SOCKETS_PER_ACCOUNT = 16
"""Tabs and devices of one account at once."""

HANDSHAKE_TOKENS = 10
"""A handshake is as much work as so many requests."""


class Crowd(Protocol):
    """Whoever knows how many sockets are open."""

    def sockets(self, account: str | None = None) -> int: ...


class Admission:
    """Answers handshakes."""

    def __init__(
        self,
        *,
        session_of: Callable[[str], Principal],
        reader: Reader,
        crowd: Crowd,
        now: Callable[[], float],
        cookie: str,
        origins: frozenset[str] = frozenset(),
        sockets_max: int = 20_000,
        per_second: float = PER_SECOND,
    ) -> None:
        self._session_of = session_of
        self._reader = reader
        self._cookie = cookie
        self._origins = origins
        self._sockets_max = sockets_max
        self._paces = Paces(per_second, now=now)
        self._crowd = crowd

    def __call__(self, request: WSUpgradeRequest) -> WSListener | Answered:
        """A socket, or why not."""
        why = self._turned_away(request)
        if why is not None:
            return refused(*why)
        try:
            principal = self._session_of(self._token(request.headers) or "")
        except SabotError as error:
            return refused(HTTPStatus.UNAUTHORIZED, error.code)
        if self._crowd.sockets(principal.account_id) >= SOCKETS_PER_ACCOUNT:
            return refused(HTTPStatus.TOO_MANY_REQUESTS, "socket/too_many")
        pace = self._paces.of(principal.account_id)
        if not pace.keeps(HANDSHAKE_TOKENS):
            return refused(HTTPStatus.TOO_MANY_REQUESTS, "rate/too_fast")
        return Connection(principal, self._reader, pace)

    def _turned_away(self, request: WSUpgradeRequest) -> tuple[HTTPStatus, str] | None:
        """What needs no look at a session, in this order."""
        if request.path.partition(b"?")[0] != PATH.encode():
            return HTTPStatus.NOT_FOUND, "route/unknown"
        if self._crowd.sockets() >= self._sockets_max:
            return HTTPStatus.SERVICE_UNAVAILABLE, "socket/house_full"
        if self._token(request.headers) is None:
            return HTTPStatus.UNAUTHORIZED, "session/missing"
        fits = self._origin_fits(request.headers)
        return None if fits else (HTTPStatus.FORBIDDEN, "origin/foreign")

    def _token(self, headers: Mapping[str, str]) -> str | None:
        bearer = headers.get("Authorization", "")
        if bearer.startswith("Bearer "):
            return bearer.removeprefix("Bearer ").strip() or None
        return token_in_cookies(headers.get("Cookie", ""), self._cookie)

    def _origin_fits(self, headers: Mapping[str, str]) -> bool:
        origin = headers.get("Origin")
        if origin is None:
            # No page of a browser: only who could write a header of its own is let in.
            return "Authorization" in headers
        return origin_allowed(origin, host=headers.get("Host", ""), others=self._origins)


def token_in_cookies(text: str, name: str) -> str | None:
    """The session's token among the cookies of a request."""
    try:
        found = SimpleCookie(text).get(name)
    except CookieError:
        return None
    return found.value if found is not None and found.value else None


def origin_allowed(origin: str, *, host: str, others: frozenset[str]) -> bool:
    """Whether a page of this origin may talk to us: our own host, or one the settings name.

    >>> origin_allowed("http://casino.test:8000", host="casino.test:8000", others=frozenset())
    True
    >>> origin_allowed("http://casino.test.evil.test", host="casino.test", others=frozenset())
    False
    """
    if origin in others:
        return True
    try:
        parts = urlsplit(origin)
        bare = f"{parts.scheme}://{parts.netloc}" == origin
    except ValueError:
        return False
    return bare and bool(host) and parts.scheme in ("http", "https") and parts.netloc == host
