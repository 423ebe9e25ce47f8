"""Errors as answers: a code and data, the status that fits, and nothing else of what went wrong."""

from __future__ import annotations

import logging
import traceback
from typing import Any

from litestar import MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException

from sabot.errors import Code, Corrupt, Malformed, Refused, SabotError, Unavailable
from sabot.gateway.refusals import RateRefusal, RequestRefusal, RouteRefusal
from sabot.service.controls.refusals import ControlRefusal, FrozenRefusal
from sabot.service.identity.refusals import (
    DemoRefusal,
    GuestRefusal,
    LaunchRefusal,
    PasswordRefusal,
    SessionRefusal,
    SignatureRefusal,
    SignInRefusal,
)
from sabot.service.players.refusals import PlayerRefusal
from sabot.service.refusals import ForFunRefusal, ServerFault
from sabot.service.tables.envelopes import told
from sabot.wire.strict import Problem

AnyRequest = Request[Any, Any, State]

log = logging.getLogger("sabot.gateway.http")

GONE = "client disconnected prematurely"
"""How the web framework calls a body that broke off; it takes it for our mistake."""

_WHOLE = "data"
"""How it calls a body as a whole; no field of a body has this name."""

BY_CODE: dict[str, int] = {
    SignInRefusal.REFUSED: 401,
    SessionRefusal.NONE_AT_THE_TABLES: 409,
    SignInRefusal.LOCKED: 429,
    SignInRefusal.DISABLED: 403,
    PasswordRefusal.WRONG: 403,
    GuestRefusal.TOO_MANY: 429,
    GuestRefusal.NOT_OFFERED: 403,
    RequestRefusal.NOT_FOR_YOU: 403,
    RequestRefusal.NOT_JSON: 415,
    ControlRefusal.EXCLUDED: 403,
    ControlRefusal.BARRED: 403,
    ControlRefusal.IN_DOUBT: 403,
    FrozenRefusal.IN_DOUBT: 403,
    PlayerRefusal.UNREADABLE: 403,
    RateRefusal.TOO_MANY: 429,
    DemoRefusal.NOT_HERE: 404,
    ForFunRefusal.REAL_MONEY: 403,
    ForFunRefusal.NO_SUCH_GAME: 404,
    SignatureRefusal.WRONG: 401,
    LaunchRefusal.CONFIRM: 409,
}
_BY_AREA = {"session": 401, "launch": 401, "origin": 403}
_BY_REASON = {"unknown": 404, "not_offered": 403}
OF_HTTP = {
    404: RouteRefusal.UNKNOWN,
    405: RouteRefusal.METHOD,
    413: RequestRefusal.TOO_BIG,
    415: RequestRefusal.NOT_JSON,
}


def status_of(error: SabotError) -> int:
    """The status of a refusal, by its code."""
    if isinstance(error, Malformed):
        return 400
    if isinstance(error, Unavailable):
        return 503
    if isinstance(error, Corrupt):
        return 500
    area, _, reason = error.code.partition("/")
    fallback = _BY_AREA.get(area) or _BY_REASON.get(reason) or 409
    return BY_CODE.get(error.code, fallback)


def _answer(status: int, problem: Problem) -> Response[Problem]:
    headers = {}
    wait = problem.data.get("retry_after_s")
    if wait is not None:
        headers["Retry-After"] = str(wait)
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(problem, status_code=status, headers=headers, media_type=MediaType.JSON)


def on_sabot_error(request: AnyRequest, error: SabotError) -> Response[Problem]:
    """What was raised on purpose; our own mistakes are told without details."""
    status = status_of(error)
    if isinstance(error, Corrupt):
        log.error("route=%s code=%s", _route(request), error.code)
        return _answer(status, Problem(code=ServerFault.ERROR))
    return _answer(status, Problem(code=error.code, data=told(error)))


def on_http_error(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    """What the web framework refuses: unknown routes, bodies that cannot be read."""
    if error.detail == GONE:
        return on_unreadable(request, error)
    if error.status_code >= 500:
        return on_any_error(request, error)
    code = OF_HTTP.get(error.status_code, RequestRefusal.MALFORMED)
    if code == RequestRefusal.MALFORMED and not isinstance(error, ValidationException):
        return on_unreadable(request, error)
    data = _field(error) if isinstance(error, ValidationException) else {}
    return _answer(error.status_code, Problem(code=code, data=data))


def on_unreadable(_request: AnyRequest, _error: Exception) -> Response[Problem]:
    """A body that is no JSON or no text, broke off, or is nested deeper than any real body."""
    return _answer(400, Problem(code=RequestRefusal.MALFORMED, data={"field": "body"}))


def _field(error: ValidationException) -> dict[str, str | int | float | bool | None]:
    """Where a body or a parameter is wrong, without what was sent."""
    first = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    if not isinstance(first, dict):
        return {}
    field = str(first.get("key", ""))[:100]
    field = "body" if field == _WHOLE else field
    return {"field": field, "reason": str(first.get("message", ""))[:200]}


def on_any_error(request: AnyRequest, error: Exception) -> Response[Problem]:
    """A bug: its place goes to the log, neither its words nor the request's do."""
    frames = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-5:]))
    log.error("route=%s error=%s at %s", _route(request), type(error).__name__, where)
    return _answer(500, Problem(code=ServerFault.ERROR))


def _route(request: AnyRequest) -> str:
    return str(request.scope.get("path_template", "?"))


def unknown(code: Code, **data: str) -> Refused:
    """There is no such thing."""
    return Refused(code, **{name: value[:100] for name, value in data.items()})
