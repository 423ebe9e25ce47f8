"""Routes to come and go: sign in, sign out, who am I."""

from __future__ import annotations

import asyncio

from litestar import Response, get, post
from litestar.params import JSONBody
from litestar.types import ControllerRouterHandler

from sabot.errors import Refused
from sabot.gateway.http.cookies import session_cookie
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller, token_of, visitor_of
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.http.screens import screens_of
from sabot.gateway.http.sign_in import FrontDesk
from sabot.service.identity.demo import DEMO_ACCOUNTS
from sabot.service.identity.refusals import DemoRefusal
from sabot.wire import account as a


def account_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """Everything about the caller's own session."""
    desk = FrontDesk(deps)
    return [*_ways_in(desk), *_own_session(deps, desk)]


def _ways_in(desk: FrontDesk) -> list[ControllerRouterHandler]:
    @post("/api/sign-in", status_code=200)
    async def sign_in(request: AnyRequest, data: JSONBody[a.SignIn]) -> Response[a.Welcomed]:
        return await desk.sign_in(request, data)

    @post("/api/sign-up", status_code=200)
    async def sign_up(request: AnyRequest, data: JSONBody[a.SignUp]) -> Response[a.Welcomed]:
        return await desk.sign_up(request, data)

    @post("/api/sign-in/guest", status_code=200)
    async def guest(request: AnyRequest, data: JSONBody[a.ComeAsGuest]) -> Response[a.Welcomed]:
        return await desk.guest(request, data)

    @post("/api/sign-in/launch", status_code=200)
    async def launch(request: AnyRequest, data: JSONBody[a.RedeemLaunch]) -> Response[a.Welcomed]:
        return await desk.launch(request, data)

    return [sign_in, sign_up, guest, launch]


def _own_session(deps: Dependencies, desk: FrontDesk) -> list[ControllerRouterHandler]:
    def without_cookie(ended: int) -> Response[a.SignedOut]:
        gone = session_cookie(deps.settings, "", max_age=0)
        return Response(a.SignedOut(sessions=ended), cookies=[gone])

    @post("/api/sign-out", status_code=200)
    async def sign_out(request: AnyRequest) -> Response[a.SignedOut]:
        token = token_of(request)
        if token is not None:
            await asyncio.to_thread(deps.identity.sessions.sign_out, token)
        return without_cookie(1)

    @post("/api/sign-out/everywhere", status_code=200)
    async def sign_out_everywhere(request: AnyRequest) -> Response[a.SignedOut]:
        account = caller(request).account_id
        return without_cookie(
            await asyncio.to_thread(deps.identity.sessions.sign_out_everywhere, account)
        )

    @post("/api/account/password", status_code=200)
    async def change_password(
        request: AnyRequest, data: JSONBody[a.ChangePassword]
    ) -> Response[a.PasswordChanged]:
        return await desk.change_password(request, data)

    @get("/api/me")
    async def me(request: AnyRequest) -> a.Me:
        return desk.me(caller(request))

    @get("/api/visitor")
    async def visitor(request: AnyRequest) -> a.Visitor:
        principal = visitor_of(request)
        return a.Visitor(
            me=None if principal is None else desk.me(principal),
            sign_up=deps.settings.sign_up,
            guests=deps.identity.rules.for_fun_cents is not None,
        )

    @get("/api/demo-accounts")
    async def demo_accounts() -> a.DemoAccounts:
        if not deps.identity.rules.demo:
            raise Refused(DemoRefusal.NOT_HERE)
        return a.DemoAccounts(
            accounts=tuple(
                a.DemoAccount(
                    login=one.login,
                    password=one.password,
                    nickname=one.nickname,
                    role=one.role.value,
                    screens=screens_of(one.role),
                )
                for one in DEMO_ACCOUNTS
            )
        )

    return [sign_out, sign_out_everywhere, change_password, me, visitor, demo_accounts]
