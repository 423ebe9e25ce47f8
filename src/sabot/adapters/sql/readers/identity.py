"""Accounts, sessions and launches in the database, beside the books.

Owns their statements. It shares the store's connections and its one writer. The export leaves these
tables out: they are about persons, and no check needs them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import astuple, replace
from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    Update,
    and_,
    bindparam,
    delete,
    select,
    update,
)

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.readers.acts import keep_acts
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.signing import Signing
from sabot.adapters.units import speakable
from sabot.errors import Refused
from sabot.money import Currency
from sabot.service.identity.proof import account_digest
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import (
    AccountRow,
    DeviceRow,
    Ended,
    LaunchRow,
    LaunchUse,
    Origin,
    SessionRow,
)
from sabot.service.ports import ActRow, LogRow
from sabot.service.proof.checks import person_doubt, staff_doubt
from sabot.service.proof.standing import LogProof

R = TypeVar("R")

_ACCOUNT, _SESSION, _LAUNCH = s.IDENTITY_ACCOUNT.c, s.IDENTITY_SESSION.c, s.IDENTITY_LAUNCH.c
_DEVICE = s.IDENTITY_DEVICE.c
_PLAYER = AccountRow.__struct_fields__.index("player_id")
_REASONS = frozenset(map(str, Ended))
_CURRENCIES = frozenset(map(str, Currency))

log = logging.getLogger("sabot.identity")


class SqlIdentity:
    """Identities in SQLite or PostgreSQL."""

    def __init__(self, database: Database, proof: LogProof | None = None) -> None:
        self._database = database
        self._proof = proof
        self._signing = Signing(database.log)

    # --- accounts ---------------------------------------------------------------------------------

    def add_account(self, row: AccountRow, *, acts: Sequence[ActRow] = ()) -> bool:
        """Keep a new account with its acts; False when its id, login or player is taken."""

        def write(connection: Connection) -> Sequence[LogRow] | None:
            if not _added(connection, s.IDENTITY_ACCOUNT, self._signing.account(row)):
                return None
            keep_acts(connection, acts, self._database.log)
            return self._signing.record(connection, row, at_ms=row.created_at_ms)

        recorded = self._write(write)
        self._database.log.note(recorded or ())
        return recorded is not None

    def account(self, account_id: str) -> AccountRow | None:
        """An account by its id."""
        return self._account(account_id, _ACCOUNT.account_id == account_id)

    def account_of_login(self, login: str) -> AccountRow | None:
        """An account by its login name, case-folded."""
        return self._account(login, _ACCOUNT.login == login)

    def account_of_player(self, player_id: str) -> AccountRow | None:
        """The account of a player."""
        return self._account(player_id, _ACCOUNT.player_id == player_id)

    def staff(self) -> Sequence[AccountRow]:
        """Every account that is no player's, by its id."""
        query = select(s.IDENTITY_ACCOUNT).where(_ACCOUNT.player_id.is_(None))
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(_ACCOUNT.account_id)).all()
        return [one for one in map(_account_of, rows) if one is not None]

    def account_id_of_player(self, player_id: str) -> str | None:
        """The id of a player's account, even if the account is in doubt."""
        if not speakable(player_id):
            return None
        query = select(_ACCOUNT.account_id).where(_ACCOUNT.player_id == player_id)
        with self._database.reading() as connection:
            found: str | None = connection.execute(query).scalar()
        return found

    def _account(self, name: str, condition: ColumnElement[bool]) -> AccountRow | None:
        if not speakable(name):
            return None  # it cannot have been stored
        row = self._account_row(condition)
        return None if row is None else self._believed(row)

    def _account_row(self, condition: ColumnElement[bool]) -> Sequence[Any] | None:
        with self._database.reading() as connection:
            return connection.execute(select(s.IDENTITY_ACCOUNT).where(condition)).one_or_none()

    def _believed(self, row: Sequence[Any]) -> AccountRow:
        """The account of a row as the house wrote it; refuses any other (`account/in_doubt`)."""
        account_id, account = str(row[0]), _account_of(row)
        if account is not None and account.role is not Role.PLAYER:
            account = self._on_record(account)
        elif account is None or not self._signing.is_account(account, row[-1]):
            account = None
            self._tell(account_id, is_player=row[_PLAYER] is not None)
        if account is None:
            raise Refused("account/in_doubt", account=account_id)
        return account

    def _tell(self, account_id: str, *, is_player: bool) -> None:
        """Report an account that is not as the house wrote it, or that is unreadable."""
        if self._proof is not None:
            reason = "the account cannot be read"
            doubt = person_doubt(account_id) if is_player else staff_doubt(account_id, reason)
            self._proof.note(doubt)

    def _on_record(self, account: AccountRow) -> AccountRow | None:
        """An account of the staff, if it is the one on the log; another process may change both."""
        if self._proof is None:
            return account
        latest: AccountRow | None = account
        first = True

        def read() -> str | None:
            nonlocal latest, first
            if not first:
                row = self._account_row(_ACCOUNT.account_id == account.account_id)
                latest = None if row is None else _account_of(row)
            first = False
            return None if latest is None else account_digest(astuple(latest))

        return None if self._proof.odd_staff(account.account_id, read) else latest

    def change_account(
        self,
        row: AccountRow,
        *,
        ended: Ended | None,
        at_ms: int,
        acts: Sequence[ActRow] = (),
        but: str | None = None,
    ) -> Sequence[str] | None:
        """Replace an account that is still at its version, and end its sessions with it."""
        unchanged = and_(_ACCOUNT.account_id == row.account_id, _ACCOUNT.version == row.version)
        names = ("password", "role", "operator", "nickname", "disabled")
        after = replace(row, version=row.version + 1)
        stored = self._signing.account(after)
        change = update(s.IDENTITY_ACCOUNT).where(unchanged)
        change = change.values({name: stored[name] for name in (*names, "version", "mac")})
        recorded: Sequence[LogRow] = ()

        def write(connection: Connection) -> Sequence[str] | None:
            nonlocal recorded
            if not connection.execute(change).rowcount:
                return None
            keep_acts(connection, acts, self._database.log)
            recorded = self._signing.record(connection, after, at_ms=at_ms)
            if ended is None:
                return ()
            others = and_(_SESSION.account_id == row.account_id, _SESSION.session_id != (but or ""))
            return _ended(connection, _ending(ended, at_ms, others))

        over = self._write(write)
        if over is not None:
            self._database.log.note(recorded)
        return over

    def rehash(self, row: AccountRow, new: str, *, at_ms: int) -> bool:
        """Replace the hash of an unchanged password."""
        unchanged = and_(
            _ACCOUNT.account_id == row.account_id,
            _ACCOUNT.password == row.password,
            _ACCOUNT.version == row.version,
        )
        after = replace(row, password=new)
        mac = self._signing.account(after)["mac"]
        change = update(s.IDENTITY_ACCOUNT).where(unchanged).values(password=new, mac=mac)

        def write(connection: Connection) -> Sequence[LogRow] | None:
            if not connection.execute(change).rowcount:
                return None
            return self._signing.record(connection, after, at_ms=at_ms)

        recorded = self._write(write)
        self._database.log.note(recorded or ())
        return recorded is not None

    # --- sessions ---------------------------------------------------------------------------------

    def open_session(self, row: SessionRow, *, version: int) -> bool:
        """Keep a new session, if its account is still at this version and not disabled."""
        welcome = and_(
            _ACCOUNT.account_id == row.account_id,
            _ACCOUNT.version == version,
            _ACCOUNT.disabled.is_(None),
        )
        # Locked: a change of the account waits, and then ends this session with the others.
        account = select(_ACCOUNT.account_id).where(welcome).with_for_update()

        def write(connection: Connection) -> bool:
            if connection.execute(account).one_or_none() is None:
                return False
            return _added(connection, s.IDENTITY_SESSION, self._signing.session(row))

        return self._write(write)

    def session(self, digest: bytes) -> tuple[SessionRow, AccountRow] | None:
        """A session with its account, also one that is over."""
        both = select(s.IDENTITY_SESSION, s.IDENTITY_ACCOUNT).join(s.IDENTITY_ACCOUNT)
        with self._database.reading() as connection:
            row = connection.execute(both.where(_SESSION.digest == digest)).one_or_none()
        if row is None:
            return None
        width = len(_SESSION)
        session = _session_of(row[:width])
        if session is None or not self._signing.is_session(session, row[width - 1]):
            log.error("session=%s was not opened by this house", row[0])
            return None
        return session, self._believed(row[width:])

    def seen(self, at_ms: Mapping[str, int]) -> None:
        """Write when sessions were last seen."""
        at = bindparam("at", type_=s.NUMBER)
        later = and_(
            _SESSION.session_id == bindparam("name"),
            _SESSION.ended.is_(None),
            _SESSION.seen_at_ms < at,
        )
        change = update(s.IDENTITY_SESSION).where(later).values(seen_at_ms=at)
        # In order, so that two processes never wait for each other.
        rows = [{"name": name, "at": seen} for name, seen in sorted(at_ms.items())]
        if rows:
            self._write(lambda connection: connection.execute(change, rows))

    def last_seen(self, session_ids: Sequence[str]) -> Mapping[str, int]:
        """When sessions that are open were last seen by any process."""
        with self._database.reading() as connection:
            listed = statements.among(connection.dialect, _SESSION.session_id)
            query = select(_SESSION.session_id, _SESSION.seen_at_ms)
            rows = connection.execute(
                query.where(listed, _SESSION.ended.is_(None)),
                {"ids": statements.listed(session_ids)},
            )
            return {row[0]: row[1] for row in rows}

    def ended_since(self, at_ms: int) -> Mapping[str, Ended]:
        """The sessions that ended at this date or later, and why."""
        query = select(_SESSION.session_id, _SESSION.ended).where(_SESSION.ended_at_ms >= at_ms)
        with self._database.reading() as connection:
            found = connection.execute(query).all()
        return {name: Ended(reason) for name, reason in found if reason in _REASONS}

    def end_sessions(
        self, session_ids: Sequence[str], *, ended: Ended, at_ms: int
    ) -> Sequence[str]:
        """End sessions; returns those that were open."""
        ids = {"ids": statements.listed(session_ids)}

        def write(connection: Connection) -> Sequence[str]:
            listed = statements.among(connection.dialect, _SESSION.session_id)
            return _ended(connection, _ending(ended, at_ms, listed), ids)

        return self._write(write)

    def end_sessions_of(self, account_id: str, *, ended: Ended, at_ms: int) -> Sequence[str]:
        """End every session of an account; returns those that were open."""
        ending = _ending(ended, at_ms, _SESSION.account_id == account_id)
        return self._write(lambda connection: _ended(connection, ending))

    # --- devices ----------------------------------------------------------------------------------

    def add_device(self, row: DeviceRow, *, most: int) -> None:
        """Keep a device; of its account's, those seen longest ago make room for it."""
        newest = select(_DEVICE.digest).where(_DEVICE.account_id == row.account_id)
        newest = newest.order_by(_DEVICE.seen_at_ms.desc(), _DEVICE.digest.desc()).limit(most - 1)
        spare = and_(_DEVICE.account_id == row.account_id, _DEVICE.digest.not_in(newest))

        def write(connection: Connection) -> None:
            connection.execute(delete(s.IDENTITY_DEVICE).where(spare))
            _added(connection, s.IDENTITY_DEVICE, self._signing.device(row))

        self._write(write)

    def device(self, digest: bytes) -> DeviceRow | None:
        """A device by the digest of its token."""
        query = select(s.IDENTITY_DEVICE).where(_DEVICE.digest == digest)
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        device = DeviceRow(**dict(zip(DeviceRow.__struct_fields__, row[:-1], strict=True)))
        return device if self._signing.is_device(device, row[-1]) else None

    def device_seen(self, digest: bytes, *, at_ms: int) -> None:
        """Write when a device last signed in."""
        change = update(s.IDENTITY_DEVICE).where(_DEVICE.digest == digest)
        self._write(lambda connection: connection.execute(change.values(seen_at_ms=at_ms)))

    def forget_devices(self, account_id: str, *, but: bytes | None = None) -> None:
        """Drop the devices of an account, all but one."""
        gone = delete(s.IDENTITY_DEVICE).where(
            _DEVICE.account_id == account_id, _DEVICE.digest != (but or b"")
        )
        self._write(lambda connection: connection.execute(gone))

    def forget_devices_before(self, at_ms: int) -> int:
        """Drop devices that were last seen before a date."""
        gone = delete(s.IDENTITY_DEVICE).where(_DEVICE.seen_at_ms < at_ms)
        return self._write(lambda connection: connection.execute(gone).rowcount)

    # --- launches ---------------------------------------------------------------------------------

    def add_launch(self, row: LaunchRow) -> None:
        """Keep a launch."""
        stored = self._signing.launch(row)
        self._write(lambda connection: _added(connection, s.IDENTITY_LAUNCH, stored))

    def use_launch(self, digest: bytes, *, at_ms: int) -> LaunchUse:
        """Use a launch; of all attempts, one wins. Always two statements, whatever the result."""
        fresh = and_(
            _LAUNCH.digest == digest, _LAUNCH.used_at_ms.is_(None), _LAUNCH.expires_at_ms > at_ms
        )
        use = update(s.IDENTITY_LAUNCH).where(fresh).values(used_at_ms=at_ms)
        look = select(s.IDENTITY_LAUNCH).where(_LAUNCH.digest == digest)

        def write(connection: Connection) -> LaunchUse:
            won = connection.execute(use).rowcount == 1
            row = self._launch_of(connection.execute(look).one_or_none())
            return LaunchUse(row=row, won=won and row is not None)

        return self._write(write)

    def launch(self, digest: bytes) -> LaunchRow | None:
        """A launch, used or not."""
        with self._database.reading() as connection:
            look = select(s.IDENTITY_LAUNCH).where(_LAUNCH.digest == digest)
            return self._launch_of(connection.execute(look).one_or_none())

    def withdraw_launches(self, operator: str, operator_player: str) -> int:
        """Drop every launch of a player, used or not."""
        if not speakable(operator, operator_player):
            return 0
        theirs = and_(_LAUNCH.operator == operator, _LAUNCH.operator_player == operator_player)
        gone = delete(s.IDENTITY_LAUNCH).where(theirs)
        return self._write(lambda connection: connection.execute(gone).rowcount)

    def _launch_of(self, row: Sequence[Any] | None) -> LaunchRow | None:
        """A launch, if the house gave it out."""
        launch = None if row is None else _launch_of(row)
        if row is None or launch is None or self._signing.is_launch(launch, row[-1]):
            return launch
        log.error("a launch of operator=%s was not given out by this house", launch.operator)
        return None

    def add_request(self, operator: str, nonce: str, *, at_ms: int) -> bool:
        """Remember the nonce of a signed request."""
        row = {"operator": operator, "nonce": nonce, "at_ms": at_ms}
        return self._write(lambda connection: _added(connection, s.SIGNED_REQUEST, row))

    def forget(self, before_ms: int) -> int:
        """Drop launches and sessions that expired before a date, and older tokens and nonces."""
        requests = delete(s.SIGNED_REQUEST).where(s.SIGNED_REQUEST.c.at_ms < before_ms)
        tokens = delete(s.OPERATOR_TOKEN).where(s.OPERATOR_TOKEN.c.at_ms < before_ms)
        launches = delete(s.IDENTITY_LAUNCH).where(_LAUNCH.expires_at_ms < before_ms)
        sessions = delete(s.IDENTITY_SESSION).where(_SESSION.expires_at_ms < before_ms)

        def write(connection: Connection) -> int:
            connection.execute(tokens)
            connection.execute(requests)
            return connection.execute(launches).rowcount + connection.execute(sessions).rowcount

        return self._write(write)

    def _write(self, work: Callable[[Connection], R]) -> R:
        return self._database.written(work)


def _added(connection: Connection, table: Table, values: dict[str, Any]) -> bool:
    """Insert a row unless one of its keys is taken."""
    insert = statements.insert_into(connection.dialect, table).values(values)
    return connection.execute(statements.counted(insert.on_conflict_do_nothing())).rowcount == 1


def _ending(ended: Ended, at_ms: int, which: ColumnElement[bool]) -> Update:
    still_open = update(s.IDENTITY_SESSION).where(which, _SESSION.ended.is_(None))
    return still_open.values(ended=ended, ended_at_ms=at_ms)


def _ended(
    connection: Connection, ending: Update, given: Mapping[str, str] | None = None
) -> Sequence[str]:
    names = connection.execute(ending.returning(_SESSION.session_id), given).scalars()
    return sorted(names)


def _account_of(row: Sequence[Any]) -> AccountRow | None:
    """The account of a row; None when it has a role or an origin that does not exist."""
    fields = dict(zip(AccountRow.__struct_fields__, row[:-1], strict=True))
    try:
        words = {"role": Role(fields["role"]), "origin": Origin(fields["origin"])}
    except ValueError:
        return None
    return AccountRow(**fields | words)


def _session_of(row: Sequence[Any]) -> SessionRow | None:
    fields = dict(zip(SessionRow.__struct_fields__, row[:-1], strict=True))
    ended = fields["ended"]
    if ended is not None and ended not in _REASONS:
        return None
    return SessionRow(**fields | {"ended": None if ended is None else Ended(ended)})


def _launch_of(row: Sequence[Any]) -> LaunchRow | None:
    fields = dict(zip(LaunchRow.__struct_fields__, row[:-1], strict=True))
    if fields["currency"] not in _CURRENCIES:
        return None
    return LaunchRow(**fields | {"currency": Currency(fields["currency"])})
