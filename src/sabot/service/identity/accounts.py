"""Accounts: who may sign in, as what, and who may not any more.

Owns the rules of a login name and of which account belongs to whom. Whatever takes a right away
ends the account's sessions in the same transaction, and is heard by every socket before the call
returns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NoReturn

import msgspec
from msgspec.structs import replace

from sabot.errors import Malformed, Refused, Unavailable
from sabot.money import Currency
from sabot.service.identity.nicknames import checked_nickname, is_reserved
from sabot.service.identity.passwords import PasswordHasher, checked_password
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow, Ended, IdentityStore, Origin
from sabot.service.identity.sessions import Sessions
from sabot.service.ports import ActRow, Clock
from sabot.service.registry import TAKEN, Registered, RegisteredPlayers, of_house

LOGIN = re.compile(r"[a-z0-9._-]{3,32}").fullmatch
GUEST_PREFIX = "guest-"
RESERVED = frozenset({"house", "bot"})
"""Names in which others act: nobody may sign in as them."""

REASON_MAX = 200
ATTEMPTS_MAX = 5
"""How often a change is tried when others change the same account."""


ActFor = Callable[[AccountRow], ActRow]
"""What is written down in the office with an account, as it is afterwards."""

Check = Callable[[AccountRow], None]
"""Refuses to change an account as it is; asked again when others changed it meanwhile."""


def whatever_it_is(_account: AccountRow) -> None:
    """Any account may be changed."""


class NewAccount(msgspec.Struct, frozen=True, kw_only=True):
    """An account with a login; a player's id is the login."""

    login: str
    password: str
    role: Role
    nickname: str
    operator: str | None = None
    currency: Currency = Currency.EUR
    origin: Origin = Origin.HOUSE


def folded(login: str) -> str:
    """A login name as it is kept and looked for.

    >>> folded("Ada")
    'ada'
    """
    return login.casefold()


def account_id_of(login: str) -> str:
    """The id of the account that has this login, folded."""
    return f"login:{login}"


def checked_login(login: str) -> str:
    """A login name that is well formed, folded."""
    name = folded(login)
    if not LOGIN(name):
        raise Malformed("account/login", login=login[:40])
    return name


def is_kept(login: str, role: Role) -> bool:
    """Whether a login, folded, is given to nobody in this role.

    Logins that staff may have are given to no player, so a player who asks for one does not learn
    whether it exists.
    """
    kept = login in RESERVED or login.startswith(GUEST_PREFIX)
    return kept or (role is Role.PLAYER and is_reserved(login))


class Accounts:
    """Makes accounts and changes them."""

    def __init__(
        self,
        store: IdentityStore,
        *,
        sessions: Sessions,
        players: RegisteredPlayers,
        hasher: PasswordHasher,
        clock: Clock,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._players = players
        self._hasher = hasher
        self._clock = clock

    # --- making -----------------------------------------------------------------------------------

    def create(self, new: NewAccount, *, act: ActFor | None = None) -> AccountRow:
        """Make an account with a login.

        Refuses with `account/login_taken` or `account/nickname_taken`, which say no more: whether a
        player has the name, staff have it, or it is given to nobody is answered alike.
        """
        login = checked_login(new.login)
        _check_place(new.role, new.operator)
        checked_password(new.password, login=login)
        nickname = checked_nickname(new.nickname)
        taken = self._store.account_of_login(login) is not None
        if is_kept(login, new.role) or taken:
            raise Refused("account/login_taken", login=login)
        is_player = new.role is Role.PLAYER
        row = AccountRow(
            account_id=account_id_of(login),
            login=login,
            password=self._hasher.hash(new.password),
            role=new.role,
            player_id=login if is_player else None,
            operator=new.operator,
            nickname="" if is_player else nickname,
            origin=new.origin,
            disabled=None,
            version=1,
            created_at_ms=self._clock.wall_ms(),
        )
        if is_player:
            self._enrol(new, row, nickname)
        else:
            self._reserve(new, login, nickname)
        acts = () if act is None else (act(row),)
        if not self._store.add_account(row, acts=acts):
            raise Refused("account/login_taken", login=login)
        return row

    def _enrol(self, new: NewAccount, row: AccountRow, nickname: str) -> None:
        record = of_house(
            row.player_id or "",
            nickname=nickname,
            currency=new.currency,
            at_ms=row.created_at_ms,
        )
        if new.origin is Origin.DEMO:  # made at every start, and nothing may stop a start
            self._players.welcome(record)
            return
        if is_reserved(nickname):
            raise Refused(TAKEN)
        self._players.enrol(record)

    def _reserve(self, new: NewAccount, login: str, nickname: str) -> None:
        """Keep the names of staff from players; a player who has the nickname keeps it."""
        if not self._players.reserve(nickname) and new.origin is not Origin.DEMO:
            raise Refused(TAKEN)
        self._players.reserve(login)

    def of_player(self, record: Registered, origin: Origin) -> AccountRow:
        """The account without a login of a guest or of an operator's player, made when missing."""
        player = self._players.welcome(record)
        known = self._store.account_of_player(player.player_id)
        if known is not None:
            return known
        row = AccountRow(
            account_id=f"player:{player.player_id}",
            login=None,
            password=None,
            role=Role.PLAYER,
            player_id=player.player_id,
            operator=player.operator,
            nickname="",
            origin=origin,
            disabled=None,
            version=1,
            created_at_ms=self._clock.wall_ms(),
        )
        if self._store.add_account(row):
            return row
        made_meanwhile = self._store.account_of_player(player.player_id)
        return made_meanwhile or _unknown(row.account_id)

    # --- changing ---------------------------------------------------------------------------------

    def account(self, account_id: str) -> AccountRow:
        """An account, or the refusal `account/unknown`."""
        return self._store.account(account_id) or _unknown(account_id)

    def change_role(
        self,
        account_id: str,
        role: Role,
        *,
        operator: str | None = None,
        act: ActFor | None = None,
        check: Check = whatever_it_is,
    ) -> None:
        """Give staff another role; a player is a player for ever, and staff is never one.

        Who was disabled is let in again with it.
        """
        if Role.PLAYER in {role, self.account(account_id).role}:
            raise Refused("account/role", account=account_id, role=role)
        _check_place(role, operator)
        changes = {"role": role, "operator": operator, "disabled": None}
        self._change(account_id, Ended.ROLE_CHANGED, act=act, check=check, **changes)

    def set_password(
        self,
        account_id: str,
        password: str,
        *,
        but: str | None = None,
        check: Check = whatever_it_is,
    ) -> int:
        """Set a new password. Every session ends but the one that is named, and every device is
        forgotten; returns how many sessions ended.
        """
        login = self.account(account_id).login
        if login is None:
            raise Refused("account/no_login", account=account_id)
        hashed = self._hasher.hash(checked_password(password, login=login))
        ended = self._change(
            account_id, Ended.PASSWORD_CHANGED, check=check, but=but, password=hashed
        )
        self._store.forget_devices(account_id)
        return ended

    def bring_password_back(self, account: AccountRow, password: str) -> None:
        """Set a password again that somebody has changed."""
        if account.password is not None and not self._hasher.verify(account.password, password):
            self.set_password(account.account_id, password)

    def disable(
        self,
        account_id: str,
        *,
        reason: str,
        act: ActFor | None = None,
        check: Check = whatever_it_is,
    ) -> None:
        """Let nobody in under this account any more."""
        because = _checked_reason(reason)
        self._change(account_id, Ended.DISABLED, act=act, check=check, disabled=because)

    def put_out(self, player_id: str, reason: Ended = Ended.EXCLUDED) -> int:
        """End every session of a player; returns how many there were.

        Keeping the player out is not done here. A player whom an operator has named and who never
        came has no session.
        """
        account = self._store.account_of_player(player_id)
        return 0 if account is None else self._sessions.end_all(account.account_id, reason)

    def enable(self, account_id: str) -> None:
        """Let somebody in again."""
        self._change(account_id, None, disabled=None)

    def _change(
        self,
        account_id: str,
        ended: Ended | None,
        *,
        act: ActFor | None = None,
        check: Check = whatever_it_is,
        but: str | None = None,
        **changes: str | None,
    ) -> int:
        """Change an account; returns how many of its sessions ended."""
        for _ in range(ATTEMPTS_MAX):
            before = self.account(account_id)
            check(before)
            row = replace(before, **changes)
            acts = () if act is None else (act(replace(row, version=before.version + 1)),)
            over = self._written(row, ended, acts, but)
            if over is not None:
                return len(over)
        raise Unavailable("account/busy", account=account_id)

    def _written(
        self, row: AccountRow, ended: Ended | None, acts: Sequence[ActRow], but: str | None
    ) -> Sequence[str] | None:
        def write(at_ms: int) -> Sequence[str] | None:
            return self._store.change_account(row, ended=ended, at_ms=at_ms, acts=acts, but=but)

        if ended is None:
            return write(self._clock.wall_ms())
        return self._sessions.end_with(write, ended)


def _check_place(role: Role, operator: str | None) -> None:
    """Operator staff belong to one operator, everybody else with a login to the house."""
    if (role is Role.OPERATOR) != (operator is not None):
        raise Malformed("account/operator", role=role)


def _checked_reason(reason: str) -> str:
    if not 0 < len(reason) <= REASON_MAX or not reason.isprintable():
        raise Malformed("account/reason", max=REASON_MAX)
    return reason


def _unknown(account_id: str) -> NoReturn:
    raise Refused("account/unknown", account=account_id)
