"""Sessions: a token signs its holder in, until they sign out, are idle too long, or lose the right.

Owns the open sessions of this process, in memory, and their ends. A session is on disk before its
token is shown, and its end is on disk before any listener is called. `recall` answers from memory
and takes no lock; everything else may wait for the disk and belongs in a thread.

In a running process the monotonic clock decides. Only a session that another process opened is
dated by its row. Several processes may share a store: when one ends a session, the others notice at
their next `sweep`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import msgspec
from typing_extensions import override

from sabot.errors import Refused
from sabot.money import Currency
from sabot.service.identity.bindings import binding_of
from sabot.service.identity.refusals import SessionRefusal
from sabot.service.identity.roles import Principal, Role
from sabot.service.identity.rows import (
    AccountRow,
    Ended,
    Origin,
    SessionRow,
)
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.stores import IdentityStore
from sabot.service.identity.tokens import TokenSource, digest_of, fresh_id
from sabot.service.players.directory import Directory
from sabot.service.ports import Clock

OnEnded = Callable[[str, Ended], None]
"""Called with the id of an ended session, in the thread that ended it; it must not raise."""

LOOK_BACK_MS = 120_000
"""How far back `sweep` looks for ended sessions: more than the clocks of two machines differ."""


class SignedIn(msgspec.Struct, frozen=True, kw_only=True):
    """A session that was just opened, with the only copy of its token."""

    token: str
    principal: Principal
    device: str | None = None  # a token for a device that was not known yet
    failed_attempts: int = 0  # wrong passwords since the last time

    @override
    def __repr__(self) -> str:
        return f"SignedIn(principal={self.principal!r})"  # logs hold no token


class _Live(msgspec.Struct, kw_only=True, eq=False):
    """An open session in memory; times are monotonic."""

    principal: Principal
    digest: bytes
    ends_at_ms: int
    idle_ms: int
    seen_at_ms: int
    written_at_ms: int  # the `seen_at_ms` that is on disk
    written_date_ms: int  # the same as it stands there, wall clock

    def over(self, now_ms: int) -> Ended | None:
        if now_ms >= self.ends_at_ms:
            return Ended.EXPIRED
        return Ended.IDLE if now_ms - self.seen_at_ms >= self.idle_ms else None


class Sessions:
    """The open sessions."""

    def __init__(
        self,
        store: IdentityStore,
        *,
        players: Directory,
        clock: Clock,
        tokens: TokenSource,
        rules: IdentityRules,
    ) -> None:
        self._store = store
        self._players = players
        self._clock = clock
        self._tokens = tokens
        self._rules = rules
        self._live: dict[bytes, _Live] = {}
        self._by_id: dict[str, _Live] = {}
        self._of_account: dict[str, dict[str, _Live]] = {}  # each oldest first
        self._listeners: list[OnEnded] = []
        # Held from reading the disk to changing memory, so a session that ended in between is not
        # remembered.
        self._lock = threading.Lock()

    def subscribe(self, on_ended: OnEnded) -> Callable[[], None]:
        """Call `on_ended` for every session that ends; returns a function that stops it."""
        self._listeners.append(on_ended)
        return lambda: self._listeners.remove(on_ended)

    # --- opening ----------------------------------------------------------------------------------

    def open(self, account: AccountRow) -> SignedIn | None:
        """Open a session under a new token; None if the account has changed."""
        token, session_id = self._tokens(), fresh_id(self._tokens)
        self._make_room(account.account_id)
        with self._lock:
            now = self._clock.wall_ms()
            row = SessionRow(
                session_id=session_id,
                digest=digest_of(token),
                account_id=account.account_id,
                opened_at_ms=now,
                expires_at_ms=now + self._rules.lifetime_ms(account.role),
                seen_at_ms=now,
            )
            if not self._store.sessions.open(row, version=account.version):
                return None
            return SignedIn(token=token, principal=self._remember(row, account).principal)

    def _make_room(self, account_id: str) -> None:
        with self._lock:
            mine = self._of_account.get(account_id, {})
            spare = max(len(mine) + 1 - self._rules.sessions_per_account_max, 0)
            ended = self._end_on_disk(list(mine)[:spare], Ended.REPLACED)
        self._tell(ended, Ended.REPLACED)

    def _remember(self, row: SessionRow, account: AccountRow) -> _Live:
        wall, now = self._clock.wall_ms(), self._clock.monotonic_ms()
        # A wall clock that was set back must not make a session longer than its lifetime.
        left = min(row.expires_at_ms - wall, self._rules.lifetime_ms(account.role))
        seen_at = now - max(wall - row.seen_at_ms, 0)
        live = _Live(
            principal=self._principal(row, account),
            digest=row.digest,
            ends_at_ms=now + left,
            idle_ms=self._rules.idle_ms(account.role),
            seen_at_ms=seen_at,
            written_at_ms=seen_at,
            written_date_ms=row.seen_at_ms,
        )
        self._live[live.digest] = self._by_id[row.session_id] = live
        self._of_account.setdefault(account.account_id, {})[row.session_id] = live
        return live

    def _principal(self, row: SessionRow, account: AccountRow) -> Principal:
        nickname, currency = account.nickname, Currency.EUR
        if account.player_id is not None:
            player = self._players.player(account.player_id)
            nickname, currency = player.nickname, player.currency
        return Principal(
            session_id=row.session_id,
            account_id=account.account_id,
            role=account.role,
            player_id=account.player_id,
            nickname=nickname,
            operator=account.operator,
            currency=currency,
            signed_in_at_ms=row.opened_at_ms,
            for_fun=account.origin is Origin.GUEST,
            binding=binding_of(account.account_id) if account.role is Role.DEVICE else None,
        )

    # --- looking ----------------------------------------------------------------------------------

    def recall(self, token: str) -> Principal | None:
        """The account behind a token, from memory alone; on None, call `session_of`."""
        live = self._live.get(digest_of(token))
        now = self._clock.monotonic_ms()
        if live is None or live.over(now):
            return None
        live.seen_at_ms = now
        return live.principal

    def session_of(self, token: str) -> Principal:
        """The account behind a token: read from disk the first time, then from memory.

        Refuses with `session/unknown`, or with `session/ended` and the reason.
        """
        known = self.recall(token)
        if known is not None:
            return known
        with self._lock:
            live = self._looked_up(digest_of(token))
            now = self._clock.monotonic_ms()
            reason = live.over(now)
            if reason is None:
                live.seen_at_ms = now
                return live.principal
            ended = self._end_on_disk([live.principal.session_id], reason)
        self._tell(ended, reason)
        raise Refused(SessionRefusal.ENDED, reason=reason)

    def _looked_up(self, digest: bytes) -> _Live:
        known = self._live.get(digest)
        if known is not None:
            self._catch_up([known])
            return known
        found = self._store.sessions.get(digest)
        if found is None:
            raise Refused(SessionRefusal.UNKNOWN)
        row, account = found
        if row.ended is not None:
            raise Refused(SessionRefusal.ENDED, reason=row.ended)
        if account.disabled is not None or not self._rules.admits(account.origin):
            raise Refused(SessionRefusal.ENDED, reason=Ended.DISABLED)
        return self._remember(row, account)

    def touch(self, session_id: str) -> None:
        """Note activity of a session, on a socket that is already open."""
        live = self._by_id.get(session_id)
        if live is not None:
            live.seen_at_ms = self._clock.monotonic_ms()

    # --- ending -----------------------------------------------------------------------------------

    def sign_out(self, token: str) -> None:
        """End a session; an unknown token has no effect."""
        with self._lock:
            ids = self._ids_of(digest_of(token))
            ended = self._end_on_disk(ids, Ended.SIGNED_OUT)
        self._tell(ended, Ended.SIGNED_OUT)

    def _ids_of(self, digest: bytes) -> list[str]:
        live = self._live.get(digest)
        if live is not None:
            return [live.principal.session_id]  # even if the account is in doubt by now
        found = self._store.sessions.get(digest)
        return [] if found is None else [found[0].session_id]

    def sign_out_everywhere(self, account_id: str) -> int:
        """End every session of an account; returns how many there were."""
        return self.end_all(account_id, Ended.EVERYWHERE)

    def end_all(self, account_id: str, reason: Ended) -> int:
        """The same, for another reason."""

        def write(at_ms: int) -> Sequence[str]:
            return self._store.sessions.end_of(account_id, ended=reason, at_ms=at_ms)

        return len(self.end_with(write, reason) or ())

    def end_with(
        self, write: Callable[[int], Sequence[str] | None], reason: Ended
    ) -> Sequence[str] | None:
        """Run a write that ends sessions, then forget those sessions and call the listeners."""
        with self._lock:
            ended = write(self._clock.wall_ms())
            self._drop(ended or ())
        self._tell(ended or (), reason)
        return ended

    def sweep(self) -> None:
        """End expired sessions, notice ends by other processes, and store which were seen.

        Called about once a second.
        """
        self._notice_ends_by_others()
        for reason in (Ended.EXPIRED, Ended.IDLE):
            with self._lock:
                ended = self._end_on_disk(self._over(reason), reason)
            self._tell(ended, reason)
        with self._lock:
            self._write_seen()

    def _over(self, reason: Ended) -> list[str]:
        now = self._clock.monotonic_ms()
        due = [live for live in self._by_id.values() if live.over(now) is reason]
        self._catch_up(due)
        return [live.principal.session_id for live in due if live.over(now) is reason]

    def _catch_up(self, lives: Sequence[_Live]) -> None:
        """Read what other processes stored: a session that is idle here may be busy there."""
        if not lives:
            return
        now = self._clock.monotonic_ms()
        seen = self._store.sessions.last_seen([live.principal.session_id for live in lives])
        for live in lives:
            # The difference from our own stored date, because the wall clock may have been set.
            later = seen.get(live.principal.session_id, 0) - live.written_date_ms
            if later > 0:
                live.seen_at_ms = max(live.seen_at_ms, min(live.written_at_ms + later, now))

    def forget_old(self) -> int:
        """Drop old rows of sessions, launches and devices; returns how many. Called once a day."""
        now = self._clock.wall_ms()
        devices = self._store.devices.forget_before(now - self._rules.device_kept_ms)
        return devices + self._store.forget(now - self._rules.kept_ms)

    def _notice_ends_by_others(self) -> None:
        with self._lock:
            ended = self._store.sessions.ended_since(self._clock.wall_ms() - LOOK_BACK_MS)
            mine = {name: reason for name, reason in ended.items() if name in self._by_id}
            self._drop(list(mine))
        for name, reason in mine.items():
            self._tell([name], reason)

    def _write_seen(self) -> None:
        """Store which sessions were seen since the last time, each at most once in `touch_ms`."""
        wall, now = self._clock.wall_ms(), self._clock.monotonic_ms()
        seen = [(live, live.seen_at_ms) for live in self._by_id.values()]
        due = [(live, at) for live, at in seen if at - live.written_at_ms >= self._rules.touch_ms]
        if due:
            self._store.sessions.seen(
                {live.principal.session_id: wall - now + at for live, at in due}
            )
        for live, at in due:
            live.written_at_ms = at
            live.written_date_ms = max(live.written_date_ms, wall - now + at)

    def _end_on_disk(self, ids: Sequence[str], reason: Ended) -> Sequence[str]:
        if not ids:
            return ()
        ended = self._store.sessions.end(ids, ended=reason, at_ms=self._clock.wall_ms())
        self._drop(ids)
        return ended

    def _drop(self, ids: Sequence[str]) -> None:
        for session_id in ids:
            live = self._by_id.pop(session_id, None)
            if live is None:
                continue
            self._live.pop(live.digest)
            mine = self._of_account[live.principal.account_id]
            mine.pop(session_id)
            if not mine:
                self._of_account.pop(live.principal.account_id)

    def _tell(self, ids: Sequence[str], reason: Ended) -> None:
        for session_id in ids:
            for listener in list(self._listeners):
                listener(session_id, reason)
