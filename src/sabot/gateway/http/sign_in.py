"""Opening sessions: with a password, as a guest, or with what an operator gave."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from litestar import Response
from litestar.datastructures import Cookie
from msgspec import UNSET
from msgspec.structs import replace

from sabot.errors import Refused
from sabot.gateway.http.cookies import device_cookie, session_cookie
from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import address_of, caller, token_of, visitor_of
from sabot.gateway.http.faults import AnyRequest
from sabot.gateway.http.hashing import Hashing
from sabot.gateway.http.screens import screens_of
from sabot.gateway.refusals import RateRefusal, SignUpRefusal
from sabot.gateway.sockets.admission import token_in_cookies
from sabot.service.controls.bars import KEPT_OUT
from sabot.service.identity.accounts import NewAccount
from sabot.service.identity.guesses import Attempt
from sabot.service.identity.own_password import PasswordDesk
from sabot.service.identity.play_money import give_play_money
from sabot.service.identity.refusals import LaunchRefusal, SignInRefusal
from sabot.service.identity.roles import Principal, Role
from sabot.service.identity.rows import LaunchRow, Origin
from sabot.service.identity.sessions import SignedIn
from sabot.service.identity.throttle import Throttle, address_key
from sabot.service.wallets.calls import our_id
from sabot.wire import account as a


class FrontDesk:
    """Lets people in, and puts their tokens into cookies."""

    def __init__(self, deps: Dependencies) -> None:
        self._deps = deps
        self._hashing = Hashing()
        self._passwords = PasswordDesk(deps.identity.accounts, deps.identity.sign_in)
        rules = deps.identity.rules
        limit, within_ms = rules.guests_per_address_max, rules.failures_within_ms
        self._sign_ups = Throttle(limit=limit, within_ms=within_ms)
        self._sign_ups_in_vain = Throttle(limit=10 * limit, within_ms=within_ms)
        self._launches = Throttle(limit=10 * limit, within_ms=within_ms)

    # --- ways in ----------------------------------------------------------------------------------

    async def sign_in(self, request: AnyRequest, wish: a.SignIn) -> Response[a.Welcomed]:
        """With a password."""
        desk, address = self._deps.identity.sign_in, address_of(request)
        device = wish.device or self._device_of(request)
        known = None
        if device is not None:
            known = await asyncio.to_thread(desk.known_device, wish.login, device)
        lane = self._hashing.strangers if known is None else self._hashing.known
        async with lane.turn():
            signed = await asyncio.to_thread(
                desk.sign_in, wish.login, wish.password, address=address, device=device
            )
        return await self._welcome(request, signed, bearer=wish.bearer)

    async def sign_up(self, request: AnyRequest, wish: a.SignUp) -> Response[a.Welcomed]:
        """With an account that is made now; in a demonstration it begins with play money (F17)."""
        if not self._deps.settings.sign_up:
            raise Refused(SignUpRefusal.NOT_OFFERED)
        rules = self._deps.identity.rules
        cents = rules.for_fun_cents if rules.demo else None

        def work() -> SignedIn:
            account = self._deps.identity.accounts.create(
                NewAccount(
                    login=wish.login,
                    password=wish.password,
                    role=Role.PLAYER,
                    nickname=wish.nickname,
                    origin=Origin.HOUSE if cents is None else Origin.TRIAL,
                )
            )
            if cents is not None and account.player_id is not None:
                player = self._deps.house.players.player(account.player_id)
                at_ms = self._deps.house.clock.wall_ms()
                give_play_money(self._deps.house.store.ledger, player, cents, at_ms=at_ms)
            # Not by the password: others may have guessed at this name, or from this address.
            opened = self._deps.identity.sessions.open(account)
            if opened is None:  # changed this very moment
                raise Refused(SignInRefusal.REFUSED)
            return replace(
                opened, device=self._deps.identity.sign_in.devices.remember(account.account_id)
            )

        with self._one_sign_up(request):
            async with self._hashing.strangers.turn():
                signed = await asyncio.to_thread(work)
        return await self._welcome(request, signed, bearer=wish.bearer)

    async def guest(self, request: AnyRequest, wish: a.ComeAsGuest) -> Response[a.Welcomed]:
        """For fun."""
        signed = await asyncio.to_thread(
            self._deps.identity.guests.guest, address=address_of(request)
        )
        return await self._welcome(request, signed, bearer=wish.bearer)

    async def launch(self, request: AnyRequest, wish: a.RedeemLaunch) -> Response[a.Welcomed]:
        """With a token that works once; a browser only when the launch is for its own player."""
        row = await self._looked_at(request, wish.token)
        if not wish.bearer:
            self._check_meant(request, wish, row)
        launched = await asyncio.to_thread(self._deps.identity.launches.redeem, wish.token)
        return await self._welcome(
            request, launched.signed_in, bearer=wish.bearer, table=launched.table_id
        )

    async def _looked_at(self, request: AnyRequest, token: str) -> LaunchRow:
        """Only tokens that do not work are counted: many players may share one address."""
        try:
            return await asyncio.to_thread(self._deps.identity.launches.look, token)
        except Refused:
            self._counted(self._launches, request)
            raise

    def _check_meant(self, request: AnyRequest, wish: a.RedeemLaunch, row: LaunchRow) -> None:
        """Refuse to sign a browser in as another player just because a link was followed.

        No question is asked where the same player is signed in already, and where no player is and
        the link was followed on a page of the operator.
        """
        here = visitor_of(request)
        same = here is not None and here.player_id == our_id(row.operator, row.operator_player)
        sent = here is None and self._deps.identity.launches.comes_from_operator(
            row, wish.came_from
        )
        if not (wish.confirmed or same or sent):
            raise Refused(
                LaunchRefusal.CONFIRM,
                nickname=row.nickname,
                operator=row.operator,
                instead_of=None if here is None else here.nickname,
            )

    async def change_password(
        self, request: AnyRequest, wish: a.ChangePassword
    ) -> Response[a.PasswordChanged]:
        """A new password; it takes its turn among those who sign in, for it costs two hashes."""
        who, device = caller(request), wish.device or self._device_of(request)
        async with self._hashing.strangers.turn():
            changed = await asyncio.to_thread(
                self._passwords.change,
                who,
                current=wish.current,
                new=wish.new,
                address=address_of(request),
                device=device,
            )
        answer = a.PasswordChanged(sessions=changed.sessions)
        if wish.bearer:
            return Response(replace(answer, device=changed.device))
        return Response(answer, cookies=[self._device_cookie(changed.device)])

    # --- what they have in common -----------------------------------------------------------------

    def _counted(self, throttle: Throttle, request: AnyRequest) -> Attempt:
        now_ms, key = self._deps.house.clock.monotonic_ms(), address_key(address_of(request))
        wait_ms = throttle.enter(key, now_ms=now_ms)
        if wait_ms:
            raise Refused(RateRefusal.TOO_MANY, retry_after_s=-(-wait_ms // 1000))
        return Attempt(keys=((throttle, key),), at_ms=now_ms)

    @contextmanager
    def _one_sign_up(self, request: AnyRequest) -> Iterator[None]:
        """Count accounts that are made apart from wishes that are refused.

        A person who looks for a free name makes no account. Wishes have a limit of their own, for
        each says whether a name is taken. Both are counted before the work begins.
        """
        wish = self._counted(self._sign_ups_in_vain, request)
        try:
            made = self._counted(self._sign_ups, request)
        except Refused:
            wish.take_back()
            raise
        try:
            yield
        except BaseException:
            made.take_back()
            raise
        wish.take_back()

    async def _welcome(
        self, request: AnyRequest, signed: SignedIn, *, bearer: bool, table: str | None = None
    ) -> Response[a.Welcomed]:
        await self._check_not_excluded(signed)
        welcomed = a.Welcomed(
            me=self.me(signed.principal), table=table, failed_attempts=signed.failed_attempts
        )
        if bearer:
            device = UNSET if signed.device is None else signed.device
            return Response(replace(welcomed, token=signed.token, device=device))
        await self._leave_old(request)
        cookies = [self._cookie(signed.token)]
        if signed.device is not None:
            cookies.append(self._device_cookie(signed.device))
        return Response(welcomed, cookies=cookies)

    async def _check_not_excluded(self, signed: SignedIn) -> None:
        """An excluded player, by themselves or by others, does not get in by any way."""
        player = signed.principal.player_id
        if player is not None and self._deps.house.controls.shut_out(player) in KEPT_OUT:
            await asyncio.to_thread(self._deps.identity.sessions.sign_out, signed.token)
            self._deps.house.controls.check_may_play(player)

    def _device_of(self, request: AnyRequest) -> str | None:
        cookies = request.headers.get("cookie", "")
        return token_in_cookies(cookies, self._deps.settings.device_cookie)

    async def _leave_old(self, request: AnyRequest) -> None:
        """The session of the cookie that is replaced: what was planted there stays worthless."""
        old = token_of(request)
        if old is not None:
            await asyncio.to_thread(self._deps.identity.sessions.sign_out, old)

    def _cookie(self, token: str) -> Cookie:
        age = self._deps.identity.rules.session_ms // 1000
        return session_cookie(self._deps.settings, token, max_age=age)

    def _device_cookie(self, token: str) -> Cookie:
        age = self._deps.identity.rules.device_kept_ms // 1000
        return device_cookie(self._deps.settings, token, max_age=age)

    def me(self, principal: Principal) -> a.Me:
        """The account behind a session."""
        now_ms = self._deps.house.clock.wall_ms()
        return a.Me(
            account=principal.account_id,
            role=principal.role.value,
            nickname=principal.nickname,
            currency=principal.currency.value,
            player=principal.player_id,
            operator=principal.operator,
            for_fun=principal.for_fun,
            signed_in_at_ms=principal.signed_in_at_ms,
            session_ms=max(0, now_ms - principal.signed_in_at_ms),
            at_ms=now_ms,
            screens=screens_of(principal.role),
        )
