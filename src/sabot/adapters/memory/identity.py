"""Accounts, sessions and launches in memory: what the SQL ones are compared with."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from sabot.adapters.memory.store import MemoryStore
from sabot.service.identity.rows import (
    AccountRow,
    DeviceRow,
    Ended,
    LaunchRow,
    LaunchUse,
    SessionRow,
)
from sabot.service.ports import ActRow


@dataclass(kw_only=True, eq=False)
class IdentityRows:
    """The rows, and the lock of their one writer."""

    books: MemoryStore = field(default_factory=MemoryStore)
    lock: threading.Lock = field(default_factory=threading.Lock)
    accounts: dict[str, AccountRow] = field(default_factory=dict)
    sessions: dict[str, SessionRow] = field(default_factory=dict)
    launches: dict[bytes, LaunchRow] = field(default_factory=dict)
    devices: dict[bytes, DeviceRow] = field(default_factory=dict)
    requests: dict[tuple[str, str], int] = field(default_factory=dict)

    def end(self, which: Callable[[SessionRow], bool], ended: Ended, at_ms: int) -> Sequence[str]:
        """End the open sessions among these; returns their ids. The caller holds the lock."""
        due = [row for row in self.sessions.values() if row.ended is None and which(row)]
        for row in due:
            self.sessions[row.session_id] = replace(row, ended=ended, ended_at_ms=at_ms)
        return sorted(row.session_id for row in due)


class MemoryAccounts:
    """Accounts in a dictionary."""

    def __init__(self, rows: IdentityRows) -> None:
        self._rows = rows

    def add(self, row: AccountRow, *, acts: Sequence[ActRow] = ()) -> bool:
        """Keep a new account with its acts; False when its id, login or player is taken."""
        with self._rows.lock:
            if row.account_id in self._rows.accounts:
                return False
            for other in self._rows.accounts.values():
                for mine, theirs in ((row.login, other.login), (row.player_id, other.player_id)):
                    if mine is not None and mine == theirs:
                        return False
            self._rows.accounts[row.account_id] = row
            self._rows.books.facts.keep_acts(acts)
            return True

    def get(self, account_id: str) -> AccountRow | None:
        """An account by its id."""
        return self._rows.accounts.get(account_id)

    def of_login(self, login: str) -> AccountRow | None:
        """An account by its login name, case-folded."""
        return self._first(lambda row: row.login == login)

    def of_player(self, player_id: str) -> AccountRow | None:
        """The account of a player."""
        return self._first(lambda row: row.player_id == player_id)

    def id_of_player(self, player_id: str) -> str | None:
        """The id of a player's account."""
        found = self.of_player(player_id)
        return None if found is None else found.account_id

    def staff(self) -> Sequence[AccountRow]:
        """Every account that is no player's, by its id."""
        with self._rows.lock:
            found = [row for row in self._rows.accounts.values() if row.player_id is None]
        return sorted(found, key=lambda row: row.account_id)

    def _first(self, fits: Callable[[AccountRow], bool]) -> AccountRow | None:
        with self._rows.lock:
            return next(filter(fits, self._rows.accounts.values()), None)

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
        with self._rows.lock:
            known = self._rows.accounts.get(row.account_id)
            if known is None or known.version != row.version:
                return None
            self._rows.accounts[row.account_id] = replace(
                known,
                password=row.password,
                role=row.role,
                operator=row.operator,
                nickname=row.nickname,
                disabled=row.disabled,
                version=row.version + 1,
            )
            self._rows.books.facts.keep_acts(acts)
            if ended is None:
                return ()
            return self._rows.end(
                lambda one: one.account_id == row.account_id and one.session_id != but,
                ended,
                at_ms,
            )

    def rehash(self, row: AccountRow, new: str, *, at_ms: int) -> bool:
        """Replace the hash of an unchanged password."""
        with self._rows.lock:
            if self._rows.accounts.get(row.account_id) != row:
                return False
            self._rows.accounts[row.account_id] = replace(row, password=new)
            return True


class MemorySessions:
    """Sessions in a dictionary."""

    def __init__(self, rows: IdentityRows) -> None:
        self._rows = rows

    def open(self, row: SessionRow, *, version: int) -> bool:
        """Keep a new session, if its account is still at this version and not disabled."""
        with self._rows.lock:
            account = self._rows.accounts.get(row.account_id)
            if account is None or account.version != version or account.disabled is not None:
                return False
            if any(row.digest == other.digest for other in self._rows.sessions.values()):
                return False
            return self._rows.sessions.setdefault(row.session_id, row) is row

    def get(self, digest: bytes) -> tuple[SessionRow, AccountRow] | None:
        """A session with its account, also one that is over."""
        with self._rows.lock:
            for row in self._rows.sessions.values():
                if row.digest == digest:
                    return row, self._rows.accounts[row.account_id]
        return None

    def seen(self, at_ms: Mapping[str, int]) -> None:
        """Write when sessions were last seen."""
        with self._rows.lock:
            for session_id, at in at_ms.items():
                row = self._rows.sessions.get(session_id)
                if row is not None and row.ended is None:
                    self._rows.sessions[session_id] = replace(
                        row, seen_at_ms=max(row.seen_at_ms, at)
                    )

    def last_seen(self, session_ids: Sequence[str]) -> Mapping[str, int]:
        """When sessions that are open were last seen by any process."""
        with self._rows.lock:
            found = [
                self._rows.sessions[name] for name in session_ids if name in self._rows.sessions
            ]
        return {row.session_id: row.seen_at_ms for row in found if row.ended is None}

    def ended_since(self, at_ms: int) -> Mapping[str, Ended]:
        """The sessions that ended at this date or later, and why."""
        with self._rows.lock:
            return {
                row.session_id: row.ended
                for row in self._rows.sessions.values()
                if row.ended is not None and (row.ended_at_ms or 0) >= at_ms
            }

    def end(self, session_ids: Sequence[str], *, ended: Ended, at_ms: int) -> Sequence[str]:
        """End sessions; returns those that were open."""
        with self._rows.lock:
            return self._rows.end(lambda row: row.session_id in session_ids, ended, at_ms)

    def end_of(self, account_id: str, *, ended: Ended, at_ms: int) -> Sequence[str]:
        """End every session of an account; returns those that were open."""
        with self._rows.lock:
            return self._rows.end(lambda row: row.account_id == account_id, ended, at_ms)


class MemoryDevices:
    """Known devices in a dictionary."""

    def __init__(self, rows: IdentityRows) -> None:
        self._rows = rows

    def add(self, row: DeviceRow, *, most: int) -> None:
        """Keep a device; of its account's, those seen longest ago make room for it."""
        with self._rows.lock:
            mine = [one for one in self._rows.devices.values() if one.account_id == row.account_id]
            mine.sort(key=lambda one: (one.seen_at_ms, one.digest))
            for old in mine[: max(0, len(mine) + 1 - most)]:
                del self._rows.devices[old.digest]
            self._rows.devices[row.digest] = row

    def get(self, digest: bytes) -> DeviceRow | None:
        """A device by the digest of its token."""
        return self._rows.devices.get(digest)

    def seen(self, digest: bytes, *, at_ms: int) -> None:
        """Write when a device last signed in."""
        with self._rows.lock:
            if digest in self._rows.devices:
                self._rows.devices[digest] = replace(self._rows.devices[digest], seen_at_ms=at_ms)

    def forget(self, account_id: str, *, but: bytes | None = None) -> None:
        """Drop the devices of an account, all but one."""
        self._drop(lambda row: row.account_id == account_id and row.digest != but)

    def forget_before(self, at_ms: int) -> int:
        """Drop devices that were last seen before a date."""
        return self._drop(lambda row: row.seen_at_ms < at_ms)

    def _drop(self, which: Callable[[DeviceRow], bool]) -> int:
        with self._rows.lock:
            gone = [row.digest for row in self._rows.devices.values() if which(row)]
            for digest in gone:
                del self._rows.devices[digest]
            return len(gone)


class MemoryLaunches:
    """Launches in a dictionary."""

    def __init__(self, rows: IdentityRows) -> None:
        self._rows = rows

    def add(self, row: LaunchRow) -> None:
        """Keep a launch."""
        with self._rows.lock:
            self._rows.launches.setdefault(row.digest, row)

    def use(self, digest: bytes, *, at_ms: int) -> LaunchUse:
        """Use a launch; of all who ever try, one wins."""
        with self._rows.lock:
            row = self._rows.launches.get(digest)
            if row is None or row.used_at_ms is not None or row.expires_at_ms <= at_ms:
                return LaunchUse(row=row, won=False)
            self._rows.launches[digest] = used = replace(row, used_at_ms=at_ms)
            return LaunchUse(row=used, won=True)

    def get(self, digest: bytes) -> LaunchRow | None:
        """A launch, used or not."""
        with self._rows.lock:
            return self._rows.launches.get(digest)

    def withdraw(self, operator: str, operator_player: str) -> int:
        """Drop every launch of a player, used or not."""
        whose = operator, operator_player
        with self._rows.lock:
            rows = [*self._rows.launches.values()]
            gone = [row.digest for row in rows if (row.operator, row.operator_player) == whose]
            for digest in gone:
                del self._rows.launches[digest]
            return len(gone)


class MemoryRequests:
    """Nonces of signed requests in a dictionary."""

    def __init__(self, rows: IdentityRows) -> None:
        self._rows = rows

    def add(self, operator: str, nonce: str, *, at_ms: int) -> bool:
        """Remember the nonce of a signed request."""
        with self._rows.lock:
            new = (operator, nonce) not in self._rows.requests
            self._rows.requests.setdefault((operator, nonce), at_ms)
            return new


class MemoryIdentity:
    """Identities in dictionaries, one writer at a time."""

    def __init__(self, books: MemoryStore | None = None) -> None:
        self.rows = IdentityRows(books=books or MemoryStore())
        self.accounts = MemoryAccounts(self.rows)
        self.sessions = MemorySessions(self.rows)
        self.devices = MemoryDevices(self.rows)
        self.launches = MemoryLaunches(self.rows)
        self.requests = MemoryRequests(self.rows)

    def forget(self, before_ms: int) -> int:
        """Drop launches and sessions that expired before a date, and older nonces."""
        with self.rows.lock:
            self.rows.requests = {
                key: at for key, at in self.rows.requests.items() if at >= before_ms
            }
            launches = [k for k, row in self.rows.launches.items() if row.expires_at_ms < before_ms]
            sessions = [k for k, row in self.rows.sessions.items() if row.expires_at_ms < before_ms]
            for digest in launches:
                del self.rows.launches[digest]
            for session_id in sessions:
                del self.rows.sessions[session_id]
            return len(launches) + len(sessions)
