"""Accounts, sessions and launches in the database, beside the books.

Owns their statements. It shares the store's connections and its one writer, and is no part of the
export: who signed in when is about persons, and no check needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import asdict
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
from sabot.adapters.sql import statements
from sabot.adapters.sql.acts import keep_acts
from sabot.adapters.sql.store import SqlStore
from sabot.adapters.units import speakable
from sabot.money import Currency
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
from sabot.service.ports import ActRow

R = TypeVar("R")

_ACCOUNT, _SESSION, _LAUNCH = s.IDENTITY_ACCOUNT.c, s.IDENTITY_SESSION.c, s.IDENTITY_LAUNCH.c
_DEVICE = s.IDENTITY_DEVICE.c


class SqlIdentity:
    """Identities in SQLite or PostgreSQL."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    # --- accounts ---------------------------------------------------------------------------------

    def add_account(self, row: AccountRow, *, acts: Sequence[ActRow] = ()) -> bool:
        """Keep a new account with its acts; False when its id, login or player is taken."""

        def write(connection: Connection) -> bool:
            added = _added(connection, s.IDENTITY_ACCOUNT, asdict(row))
            if added:
                keep_acts(connection, acts, self._store.log)
            return added

        return self._write(write)

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
        with self._store.reading() as connection:
            rows = connection.execute(query.order_by(_ACCOUNT.account_id)).all()
        return [_account_of(row) for row in rows]

    def _account(self, name: str, condition: ColumnElement[bool]) -> AccountRow | None:
        if not speakable(name):
            return None  # it cannot have been stored
        with self._store.reading() as connection:
            row = connection.execute(select(s.IDENTITY_ACCOUNT).where(condition)).one_or_none()
        return None if row is None else _account_of(row)

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
        values = {name: getattr(row, name) for name in names}
        change = update(s.IDENTITY_ACCOUNT).where(unchanged)
        change = change.values(**values, version=row.version + 1)

        def write(connection: Connection) -> Sequence[str] | None:
            if not connection.execute(change).rowcount:
                return None
            keep_acts(connection, acts, self._store.log)
            if ended is None:
                return ()
            others = and_(_SESSION.account_id == row.account_id, _SESSION.session_id != (but or ""))
            return _ended(connection, _ending(ended, at_ms, others))

        return self._write(write)

    def rehash(self, account_id: str, *, old: str, new: str) -> bool:
        """Replace the hash of an unchanged password."""
        unchanged = and_(_ACCOUNT.account_id == account_id, _ACCOUNT.password == old)
        change = update(s.IDENTITY_ACCOUNT).where(unchanged).values(password=new)
        return self._write(lambda connection: connection.execute(change).rowcount == 1)

    # --- sessions ---------------------------------------------------------------------------------

    def open_session(self, row: SessionRow, *, version: int) -> bool:
        """Keep a new session, if its account is still at this version and not disabled."""
        welcome = and_(
            _ACCOUNT.account_id == row.account_id,
            _ACCOUNT.version == version,
            _ACCOUNT.disabled.is_(None),
        )
        # Locked: whoever changes the account waits, and then ends this session with the others.
        account = select(_ACCOUNT.account_id).where(welcome).with_for_update()

        def write(connection: Connection) -> bool:
            if connection.execute(account).one_or_none() is None:
                return False
            return _added(connection, s.IDENTITY_SESSION, asdict(row))

        return self._write(write)

    def session(self, digest: bytes) -> tuple[SessionRow, AccountRow] | None:
        """A session with its account, also one that is over."""
        both = select(s.IDENTITY_SESSION, s.IDENTITY_ACCOUNT).join(s.IDENTITY_ACCOUNT)
        with self._store.reading() as connection:
            row = connection.execute(both.where(_SESSION.digest == digest)).one_or_none()
        if row is None:
            return None
        width = len(_SESSION)
        return _session_of(row[:width]), _account_of(row[width:])

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
        with self._store.reading() as connection:
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
        with self._store.reading() as connection:
            return {name: Ended(reason) for name, reason in connection.execute(query)}

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
            _added(connection, s.IDENTITY_DEVICE, asdict(row))

        self._write(write)

    def device(self, digest: bytes) -> DeviceRow | None:
        """A device by the digest of its token."""
        query = select(s.IDENTITY_DEVICE).where(_DEVICE.digest == digest)
        with self._store.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        return DeviceRow(**dict(zip(DeviceRow.__struct_fields__, row, strict=True)))

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
        self._write(lambda connection: _added(connection, s.IDENTITY_LAUNCH, asdict(row)))

    def use_launch(self, digest: bytes, *, at_ms: int) -> LaunchUse:
        """Use a launch; of all who ever try, one wins. Two statements, whatever comes of it."""
        fresh = and_(
            _LAUNCH.digest == digest, _LAUNCH.used_at_ms.is_(None), _LAUNCH.expires_at_ms > at_ms
        )
        use = update(s.IDENTITY_LAUNCH).where(fresh).values(used_at_ms=at_ms)
        look = select(s.IDENTITY_LAUNCH).where(_LAUNCH.digest == digest)

        def write(connection: Connection) -> LaunchUse:
            won = connection.execute(use).rowcount == 1
            row = connection.execute(look).one_or_none()
            return LaunchUse(row=None if row is None else _launch_of(row), won=won)

        return self._write(write)

    def launch(self, digest: bytes) -> LaunchRow | None:
        """A launch, used or not."""
        with self._store.reading() as connection:
            look = select(s.IDENTITY_LAUNCH).where(_LAUNCH.digest == digest)
            row = connection.execute(look).one_or_none()
        return None if row is None else _launch_of(row)

    def add_request(self, operator: str, nonce: str, *, at_ms: int) -> bool:
        """Remember the nonce of a signed request."""
        row = {"operator": operator, "nonce": nonce, "at_ms": at_ms}
        return self._write(lambda connection: _added(connection, s.SIGNED_REQUEST, row))

    def forget(self, before_ms: int) -> int:
        """Drop launches, sessions, and what operators gave and asked, from before a date."""
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
        return self._store.written(work)


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


def _account_of(row: Sequence[Any]) -> AccountRow:
    fields = dict(zip(AccountRow.__struct_fields__, row, strict=True))
    return AccountRow(**fields | {"role": Role(fields["role"]), "origin": Origin(fields["origin"])})


def _session_of(row: Sequence[Any]) -> SessionRow:
    fields = dict(zip(SessionRow.__struct_fields__, row, strict=True))
    ended = fields["ended"]
    return SessionRow(**fields | {"ended": None if ended is None else Ended(ended)})


def _launch_of(row: Sequence[Any]) -> LaunchRow:
    fields = dict(zip(LaunchRow.__struct_fields__, row, strict=True))
    return LaunchRow(**fields | {"currency": Currency(fields["currency"])})
