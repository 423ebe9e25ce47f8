"""The door of every route: the caller, whether they may, and whether their own page sent
them.

A browser sends cookies wherever any page asks it to, so a cookie that changes something
counts only together with an origin that is ours and a body that no form can send. A program names
its token in a header, which no foreign page can do.
"""

from __future__ import annotations

import asyncio
from hmac import compare_digest
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from sabot.errors import Refused
from sabot.gateway.authority import ROUTES, Row, Whose
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.refusals import OriginRefusal, RequestRefusal
from sabot.gateway.sockets.admission import token_in_authorization, token_in_cookies
from sabot.service.identity.refusals import SessionRefusal
from sabot.service.identity.roles import Principal

Connection = ASGIConnection[Any, Any, Any, State]

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def template_of(path: str) -> str:
    """A route's path without the types of its parameters.

    >>> template_of("/api/tables/{table:str}/scorecards")
    '/api/tables/{table}/scorecards'
    """
    return path.replace(":str}", "}").replace(":path}", "}")


def row_of(connection: Connection) -> Row | None:
    """The row of the matrix that a request falls under."""
    path = template_of(str(connection.scope["path_template"]))
    return ROUTES.get((method_of(connection), path))


def method_of(connection: Connection) -> str:
    """What is to be done."""
    return str(connection.scope.get("method", ""))


class Door:
    """The guard of all routes."""

    def __init__(self, deps: Dependencies) -> None:
        self._deps = deps

    async def __call__(self, connection: Connection, _handler: BaseRouteHandler) -> None:
        """Let in, or refuse: first the row, then the origin, then the session and its role."""
        if method_of(connection) == "OPTIONS":
            return
        row = row_of(connection)
        if row is None:
            raise Refused(RequestRefusal.NOT_FOR_YOU)
        token, by_cookie = self._token(connection)
        if row.keyed and not by_cookie and self._is_key(token):
            for name in ("principal", "token", "reach"):
                connection.state[name] = None
            return
        if method_of(connection) not in SAFE:
            self._check_sender(connection, by_cookie=by_cookie)
        principal = None if token is None else await self._known(token, row)
        if principal is None and not row.public:
            raise Refused(SessionRefusal.MISSING)
        if principal is not None and not (row.public or principal.role in row.reach):
            raise Refused(RequestRefusal.NOT_FOR_YOU, role=principal.role.value)
        connection.state["principal"] = principal
        connection.state["token"] = token
        connection.state["reach"] = None if principal is None else row.reach.get(principal.role)

    def _token(self, connection: Connection) -> tuple[str | None, bool]:
        named, token = token_in_authorization(connection.headers.get("authorization", ""))
        if named:
            return token, False
        cookies = connection.headers.get("cookie", "")
        return token_in_cookies(cookies, self._deps.settings.cookie), True

    async def _known(self, token: str, row: Row) -> Principal | None:
        try:
            known = self._deps.identity.sessions.recall(token)
            return known or await asyncio.to_thread(self._deps.identity.sessions.session_of, token)
        except Refused:
            if row.public:
                return None  # an old cookie must not keep a player from signing in
            raise

    def _check_sender(self, connection: Connection, *, by_cookie: bool) -> None:
        if not by_cookie or connection.scope["path"].startswith("/operator/"):
            return
        origin = connection.headers.get("origin")
        has_cookie = "cookie" in connection.headers
        if origin is None and has_cookie:
            raise Refused(OriginRefusal.MISSING)
        host = connection.headers.get("host", "")
        if origin is not None and not self._deps.settings.doorplate.welcomes(origin, host=host):
            raise Refused(OriginRefusal.FOREIGN)
        kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Refused(RequestRefusal.NOT_JSON)

    def _is_key(self, token: str | None) -> bool:
        key = self._deps.settings.metrics_key
        return bool(key) and token is not None and compare_digest(key.encode(), token.encode())


def address_of(connection: Connection) -> str:
    """The address that a request comes from."""
    return "" if connection.client is None else connection.client.host


def visitor_of(request: AnyRequest) -> Principal | None:
    """The caller that was let in; None without a session."""
    principal = request.state["principal"]
    return principal if isinstance(principal, Principal) else None


def caller(request: AnyRequest) -> Principal:
    """The caller that was let in, with a session."""
    principal = visitor_of(request)
    if principal is None:
        raise Refused(SessionRefusal.MISSING)
    return principal


def player_of(request: AnyRequest) -> str:
    """The player who was let in."""
    player = caller(request).player_id
    if player is None:
        raise Refused(RequestRefusal.NOT_FOR_YOU)
    return player


def token_of(request: AnyRequest) -> str | None:
    """The token of the request."""
    token = request.state["token"]
    return token if isinstance(token, str) else None


def reach_of(request: AnyRequest) -> Whose | None:
    """How far the caller may reach with this route."""
    reach = request.state["reach"]
    return reach if isinstance(reach, Whose) else None
