"""Accounts in the database, and whether a row is the one that the house wrote (ADR 0044).

Owns their statements. It shares the store's connections and its one writer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import astuple, replace
from sqlalchemy import ColumnElement, Connection, and_, select, update

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.readers.acts import keep_acts
from sabot.adapters.sql.readers.sessions import ended_ids
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.signing import Signing
from sabot.adapters.units import speakable
from sabot.errors import Refused
from sabot.service.controls.refusals import FrozenRefusal
from sabot.service.identity.proof import account_digest
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow, Ended, Origin
from sabot.service.ports import ActRow, LogRow
from sabot.service.proof.checks import person_doubt, staff_doubt
from sabot.service.proof.standing import LogProof

_ACCOUNT, _SESSION = s.IDENTITY_ACCOUNT.c, s.IDENTITY_SESSION.c
_PLAYER = AccountRow.__struct_fields__.index("player_id")


class SqlAccounts:
    """Accounts in SQLite or PostgreSQL."""

    def __init__(self, database: Database, signing: Signing, proof: LogProof | None) -> None:
        self._database = database
        self._signing = signing
        self._proof = proof

    def add(self, row: AccountRow, *, acts: Sequence[ActRow] = ()) -> bool:
        """Keep a new account with its acts; False when its id, login or player is taken."""

        def write(connection: Connection) -> Sequence[LogRow] | None:
            if not statements.added(connection, s.IDENTITY_ACCOUNT, self._signing.account(row)):
                return None
            keep_acts(connection, acts, self._database.log)
            return self._signing.record(connection, row, at_ms=row.created_at_ms)

        recorded = self._database.written(write)
        self._database.log.note(recorded or ())
        return recorded is not None

    def get(self, account_id: str) -> AccountRow | None:
        """An account by its id."""
        return self._account(account_id, _ACCOUNT.account_id == account_id)

    def of_login(self, login: str) -> AccountRow | None:
        """An account by its login name, case-folded."""
        return self._account(login, _ACCOUNT.login == login)

    def of_player(self, player_id: str) -> AccountRow | None:
        """The account of a player."""
        return self._account(player_id, _ACCOUNT.player_id == player_id)

    def staff(self) -> Sequence[AccountRow]:
        """Every account that is no player's, by its id."""
        query = select(s.IDENTITY_ACCOUNT).where(_ACCOUNT.player_id.is_(None))
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(_ACCOUNT.account_id)).all()
        return [one for one in map(_account_of, rows) if one is not None]

    def id_of_player(self, player_id: str) -> str | None:
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
        return None if row is None else self.believed(row)

    def _account_row(self, condition: ColumnElement[bool]) -> Sequence[Any] | None:
        with self._database.reading() as connection:
            return connection.execute(select(s.IDENTITY_ACCOUNT).where(condition)).one_or_none()

    def believed(self, row: Sequence[Any]) -> AccountRow:
        """The account of a row as the house wrote it; refuses any other (`account/in_doubt`)."""
        account_id, account = str(row[0]), _account_of(row)
        if account is not None and account.role is not Role.PLAYER:
            account = self._on_record(account)
        elif account is None or not self._signing.is_account(account, row[-1]):
            account = None
            self._tell(account_id, is_player=row[_PLAYER] is not None)
        if account is None:
            raise Refused(FrozenRefusal.IN_DOUBT, account=account_id)
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

    def change(
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
            return ended_ids(connection, others, ended=ended, at_ms=at_ms)

        over = self._database.written(write)
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

        recorded = self._database.written(write)
        self._database.log.note(recorded or ())
        return recorded is not None


def _account_of(row: Sequence[Any]) -> AccountRow | None:
    """The account of a row; None when it has a role or an origin that does not exist."""
    fields = dict(zip(AccountRow.__struct_fields__, row[:-1], strict=True))
    try:
        words = {"role": Role(fields["role"]), "origin": Origin(fields["origin"])}
    except ValueError:
        return None
    return AccountRow(**fields | words)
