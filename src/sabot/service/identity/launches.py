"""Launches: an operator's server sends us a player with a token that works once, for a minute.

Owns the checks of what an operator says about its player, and the three refusals of a token, which
take the same time: `launch/unknown`, `launch/used`, `launch/expired`. It does not know how an
operator's server proves its identity; the caller of `ask` has checked that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

import msgspec
from typing_extensions import override

from sabot.errors import Malformed, Refused, Unavailable
from sabot.money import Currency
from sabot.service.identity.accounts import Accounts
from sabot.service.identity.nicknames import presentable
from sabot.service.identity.refusals import LaunchRefusal, SignInRefusal
from sabot.service.identity.rows import LaunchRow, LaunchUse, Origin
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions, SignedIn
from sabot.service.identity.stores import LaunchStore
from sabot.service.identity.tokens import TokenSource, digest_of
from sabot.service.players.registry import of_operator
from sabot.service.ports import Clock

OPERATOR_PLAYER = re.compile(r"[A-Za-z0-9._-]{1,64}").fullmatch
TABLE_ID_MAX = 64

NOWHERE: Mapping[str, frozenset[str]] = {}
"""The origins of operators' pages when no operator has named any."""


class Launch(msgspec.Struct, frozen=True, kw_only=True):
    """The player that an operator sends, and the table if it names one."""

    operator: str
    operator_player: str
    nickname: str
    currency: Currency
    table_id: str | None = None


class Launched(msgspec.Struct, frozen=True, kw_only=True):
    """A used launch: the session, and the table to show."""

    signed_in: SignedIn
    table_id: str | None


class LaunchToken(msgspec.Struct, frozen=True, kw_only=True):
    """What an operator's server gets: the only copy of the token, and for how long it works."""

    token: str
    expires_in_ms: int

    @override
    def __repr__(self) -> str:
        return f"LaunchToken(expires_in_ms={self.expires_in_ms})"  # logs hold no token


class LaunchDesk:
    """Gives launch tokens and takes them."""

    def __init__(
        self,
        store: LaunchStore,
        *,
        accounts: Accounts,
        sessions: Sessions,
        currencies: Mapping[str, Currency],  # of every operator
        clock: Clock,
        tokens: TokenSource,
        rules: IdentityRules,
        origins: Mapping[str, frozenset[str]] = NOWHERE,
    ) -> None:
        self._origins = origins
        self._store = store
        self._accounts = accounts
        self._sessions = sessions
        self._currencies = currencies
        self._clock = clock
        self._tokens = tokens
        self._rules = rules

    def ask(self, launch: Launch) -> LaunchToken:
        """Make a token for one player of one operator."""
        self.check(launch)
        token, now = self._tokens(), self._clock.wall_ms()
        self._store.add(
            LaunchRow(
                digest=digest_of(token),
                operator=launch.operator,
                operator_player=launch.operator_player,
                nickname=presentable(launch.nickname),
                currency=launch.currency,
                table_id=launch.table_id,
                asked_at_ms=now,
                expires_at_ms=now + self._rules.launch_ms,
            )
        )
        return LaunchToken(token=token, expires_in_ms=self._rules.launch_ms)

    def check(self, launch: Launch) -> None:
        """Refuse a launch whose operator, currency, player or table is not valid."""
        if launch.operator not in self._currencies:
            raise Refused(LaunchRefusal.OPERATOR, operator=launch.operator[:40])
        if launch.currency is not self._currencies[launch.operator]:
            raise Refused(LaunchRefusal.CURRENCY, currency=launch.currency)
        if not OPERATOR_PLAYER(launch.operator_player):
            raise Malformed("launch/player")
        table = launch.table_id
        if table is not None and not (0 < len(table) <= TABLE_ID_MAX and table.isprintable()):
            raise Malformed("launch/table")

    def look(self, token: str) -> LaunchRow:
        """Read a launch without using it; refuses as `redeem` does."""
        row = self._store.get(digest_of(token))
        fresh = row is not None and row.expires_at_ms > self._clock.wall_ms()
        return _won(LaunchUse(row, won=fresh and row is not None and row.used_at_ms is None))

    def comes_from_operator(self, row: LaunchRow, address: str) -> bool:
        """Say whether the page that the visitor came from is one of the operator's own."""
        parts = urlsplit(address)
        return f"{parts.scheme}://{parts.netloc}" in self._origins.get(row.operator, ())

    def redeem(self, token: str) -> Launched:
        """Use a token: register the player if needed, and sign them in."""
        now = self._clock.wall_ms()
        row = _won(self._store.use(digest_of(token), at_ms=now))
        record = of_operator(
            row.operator,
            row.operator_player,
            nickname=row.nickname,
            currency=row.currency,
            at_ms=now,
        )
        account = self._accounts.of_player(record, Origin.OPERATOR)
        if account.disabled is not None:
            raise Refused(SignInRefusal.DISABLED)
        opened = self._sessions.open(account)
        if opened is None:  # excluded or disabled at this moment
            raise Unavailable(LaunchRefusal.ACCOUNT_CHANGED)
        if self._store.get(row.digest) is None:  # withdrawn while the session was opened
            self._sessions.sign_out(opened.token)
            raise Refused(LaunchRefusal.UNKNOWN)
        return Launched(signed_in=opened, table_id=row.table_id)


def _won(use: LaunchUse) -> LaunchRow:
    if use.row is None:
        raise Refused(LaunchRefusal.UNKNOWN)
    if use.won:
        return use.row
    if use.row.used_at_ms is not None:
        raise Refused(LaunchRefusal.USED)
    raise Refused(LaunchRefusal.EXPIRED)
