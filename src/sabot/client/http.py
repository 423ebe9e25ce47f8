"""The few HTTP requests a client needs: signing in, how a table is set up, what was credited."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from ssl import SSLContext
from typing import TypeVar

import httpx
import msgspec

from sabot.errors import Malformed, Refused, Unavailable
from sabot.wire.history import AccountHistory
from sabot.wire.table_info import TableInfo

SECONDS = 15.0

T = TypeVar("T")


class _Token(msgspec.Struct):
    token: str


class _Given(msgspec.Struct):
    amount: int


class _Problem(msgspec.Struct):
    code: str = "client/http"
    data: dict[str, object] = {}


async def sign_in(base_url: str, login: str, password: str) -> str:
    """A token for an account; `Refused` when login and password do not fit."""
    body = {"login": login, "password": password, "bearer": True}
    return await _token(base_url, "/api/sign-in", body)


async def sign_in_as_guest(base_url: str) -> str:
    """A token for a new guest with play money."""
    return await _token(base_url, "/api/sign-in/guest", {"bearer": True})


async def table_info(base_url: str, table_id: str, *, token: str) -> TableInfo:
    """How a table is set up: bets, limits, pays, timers."""
    raw = await asked("GET", base_url, f"/api/tables/{table_id}", token=token)
    return read_as(raw, TableInfo)


async def account_history(base_url: str, *, token: str) -> AccountHistory:
    """Credits and golden chips outside of rounds, newest first."""
    raw = await asked("GET", base_url, "/api/history/account", token=token)
    return read_as(raw, AccountHistory)


async def top_up(base_url: str, *, token: str) -> int:
    """Ask the cashier for play money, where it is played for; returns how much it was."""
    return read_as(await asked("POST", base_url, "/api/cashier/top-up", token=token), _Given).amount


async def _token(base_url: str, path: str, body: Mapping[str, object]) -> str:
    return read_as(await asked("POST", base_url, path, body=body), _Token).token


@cache
def _trust() -> SSLContext:
    """Whose certificates are believed; to read them takes tens of milliseconds."""
    return httpx.create_ssl_context()


async def asked(
    method: str,
    base_url: str,
    path: str,
    *,
    body: Mapping[str, object] | None = None,
    token: str | None = None,
) -> bytes:
    """The body of an answer; a refusal is raised with the server's code."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    try:
        async with httpx.AsyncClient(base_url=base_url, timeout=SECONDS, verify=_trust()) as web:
            answer = await web.request(method, path, json=body, headers=headers)
    except httpx.HTTPError as error:
        raise Unavailable("client/unreachable", reason=type(error).__name__) from None
    if answer.is_success:
        return answer.content
    raise _refusal(answer)


def _refusal(answer: httpx.Response) -> Refused | Unavailable:
    try:
        problem = msgspec.json.decode(answer.content, type=_Problem)
    except msgspec.MsgspecError:
        problem = _Problem()
    kind = Unavailable if answer.is_server_error else Refused
    error = kind.heard(problem.code)
    error.data = {"status": answer.status_code, **problem.data}
    return error


def read_as(raw: bytes, kind: type[T]) -> T:
    """A body as a value of the protocol."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.MsgspecError as error:
        raise Malformed("client/unreadable", reason=str(error)[:200]) from None
