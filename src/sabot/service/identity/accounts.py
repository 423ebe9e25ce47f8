"""Accounts: which logins exist, with which role, and which are disabled.

Owns the rules of a login name and of which player an account belongs to. A call that takes a right
away ends the account's sessions in the same transaction, and closes their sockets before it
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
from sabot.service.identity.refusals import AccountRefusal
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow, Ended, Origin
from sabot.service.identity.sessions import Sessions
from sabot.service.identity.stores import IdentityStore
from sabot.service.players.refusals import NicknameRefusal
from sabot.service.players.registry import Registered, RegisteredPlayers, of_house
from sabot.service.ports import ActRow, Clock

LOGIN = re.compile(r"[a-z0-9._-]{3,32}").fullmatch
GUEST_PREFIX = "guest-"
RESERVED = frozenset({"house", "bot"})
"""Names under which the house and bots act. No account may have them as a login."""

APART = frozenset({Role.PLAYER, Role.DEVICE})
"""Roles that an account has for ever."""

REASON_MAX = 200
ATTEMPTS_MAX = 5
"""How often a change is tried while other processes change the same account."""


ActFor = Callable[[AccountRow], ActRow]
"""Makes the office act that is stored with a change; it gets the account after the change."""

Check = Callable[[AccountRow], None]
"""Refuses a change of an account. It is called again if the account changed in between."""


def whatever_it_is(_account: AccountRow) -> None:
    """Allow the change of any account."""


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
    """A login name as it is stored and looked up.

    >>> folded("Ada")
    'ada'
    """
    return login.casefold()


def account_id_of(login: str) -> str:
    """The id of the account that has this login, folded."""
    return f"login:{login}"


def checked_login(login: str) -> str:
    """Fold a login name, or refuse one that is not well formed."""
    name = folded(login)
    if not LOGIN(name):
        raise Malformed(AccountRefusal.LOGIN, login=login[:40])
    return name


def is_kept(login: str, role: Role) -> bool:
    """Say whether a folded login is reserved, so that an account in this role cannot have it.

    Players cannot have the logins that staff may have, so a player who asks for one does not learn
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

        Refuses with `account/login_taken` or `account/nickname_taken`. Both read the same whether a
        player has the name, staff have it, or it is reserved.
        """
        login = checked_login(new.login)
        if new.role is Role.DEVICE:
            raise Refused(AccountRefusal.ROLE, role=new.role)
        _check_place(new.role, new.operator)
        checked_password(new.password, login=login)
        nickname = checked_nickname(new.nickname)
        taken = self._store.accounts.of_login(login) is not None
        if is_kept(login, new.role) or taken:
            raise Refused(AccountRefusal.LOGIN_TAKEN, login=login)
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
        if not self._store.accounts.add(row, acts=acts):
            raise Refused(AccountRefusal.LOGIN_TAKEN, login=login)
        return row

    def _enrol(self, new: NewAccount, row: AccountRow, nickname: str) -> None:
        record = of_house(
            row.player_id or "",
            nickname=nickname,
            currency=new.currency,
            at_ms=row.created_at_ms,
        )
        if new.origin is Origin.DEMO:  # made at every start, and must never stop a start
            self._players.welcome(record)
            return
        if is_reserved(nickname):
            raise Refused(NicknameRefusal.NICKNAME_TAKEN)
        self._players.enrol(record)

    def _reserve(self, new: NewAccount, login: str, nickname: str) -> None:
        """Reserve the names of staff. A player who already has the nickname keeps it."""
        if not self._players.reserve(nickname) and new.origin is not Origin.DEMO:
            raise Refused(NicknameRefusal.NICKNAME_TAKEN)
        self._players.reserve(login)

    def of_player(self, record: Registered, origin: Origin) -> AccountRow:
        """The account of a guest or an operator's player, without a login; made if missing."""
        player = self._players.welcome(record)
        known = self._store.accounts.of_player(player.player_id)
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
        if self._store.accounts.add(row):
            return row
        made_meanwhile = self._store.accounts.of_player(player.player_id)
        return made_meanwhile or _unknown(row.account_id)

    def of_device(self, account_id: str, *, nickname: str, act: ActFor) -> AccountRow:
        """Make the account of a device of the studio: it has a token and no password."""
        row = AccountRow(
            account_id=account_id,
            login=None,
            password=None,
            role=Role.DEVICE,
            player_id=None,
            operator=None,
            nickname=nickname,
            origin=Origin.HOUSE,
            disabled=None,
            version=1,
            created_at_ms=self._clock.wall_ms(),
        )
        if not self._store.accounts.add(row, acts=(act(row),)):
            raise Unavailable(AccountRefusal.BUSY, account=account_id)  # two ids alike: try again
        return row

    # --- changing ---------------------------------------------------------------------------------

    def account(self, account_id: str) -> AccountRow:
        """Find an account, or refuse with `account/unknown`."""
        return self._store.accounts.get(account_id) or _unknown(account_id)

    def since_ms(self, player_id: str) -> int | None:
        """When a player's account was made; None without one."""
        found = self._store.accounts.of_player(player_id)
        return None if found is None else found.created_at_ms

    def change_role(
        self,
        account_id: str,
        role: Role,
        *,
        operator: str | None = None,
        act: ActFor | None = None,
        check: Check = whatever_it_is,
    ) -> None:
        """Give staff another role. A player or a device never becomes staff, nor staff one of them.

        A disabled account is enabled by it.
        """
        if {role, self.account(account_id).role} & APART:
            raise Refused(AccountRefusal.ROLE, account=account_id, role=role)
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
        """Set a new password. Every session but the named one ends, and every device is forgotten;
        returns how many sessions ended.
        """
        login = self.account(account_id).login
        if login is None:
            raise Refused(AccountRefusal.NO_LOGIN, account=account_id)
        hashed = self._hasher.hash(checked_password(password, login=login))
        ended = self._change(
            account_id, Ended.PASSWORD_CHANGED, check=check, but=but, password=hashed
        )
        self._store.devices.forget(account_id)
        return ended

    def bring_password_back(self, account: AccountRow, password: str) -> None:
        """Set the known password again if a visitor has changed it."""
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
        """Disable an account: it can no longer sign in."""
        because = _checked_reason(reason)
        self._change(account_id, Ended.DISABLED, act=act, check=check, disabled=because)

    def put_out(self, player_id: str, reason: Ended = Ended.EXCLUDED) -> int:
        """End every session of a player; returns how many there were.

        Earlier launches of the player stop working. This call does not exclude the player. A player
        whom an operator has named but who never came has no session.
        """
        operator, _, theirs = player_id.partition(":")
        if theirs:
            # First, because `redeem` checks its launch again after it has opened the session.
            self._store.launches.withdraw(operator, theirs)
        account_id = self._store.accounts.id_of_player(player_id)
        return 0 if account_id is None else self._sessions.end_all(account_id, reason)

    def enable(self, account_id: str) -> None:
        """Enable a disabled account."""
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
        raise Unavailable(AccountRefusal.BUSY, account=account_id)

    def _written(
        self, row: AccountRow, ended: Ended | None, acts: Sequence[ActRow], but: str | None
    ) -> Sequence[str] | None:
        def write(at_ms: int) -> Sequence[str] | None:
            return self._store.accounts.change(row, ended=ended, at_ms=at_ms, acts=acts, but=but)

        if ended is None:
            return write(self._clock.wall_ms())
        return self._sessions.end_with(write, ended)


def _check_place(role: Role, operator: str | None) -> None:
    """Operator staff belong to one operator, all other accounts with a login to the house."""
    if (role is Role.OPERATOR) != (operator is not None):
        raise Malformed("account/operator", role=role)


def _checked_reason(reason: str) -> str:
    if not 0 < len(reason) <= REASON_MAX or not reason.isprintable():
        raise Malformed("account/reason", max=REASON_MAX)
    return reason


def _unknown(account_id: str) -> NoReturn:
    raise Refused(AccountRefusal.UNKNOWN, account=account_id)
