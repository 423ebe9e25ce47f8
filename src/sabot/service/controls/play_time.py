"""How long players play: their sessions, the time that is used up, and when a check is due.

Owns the sessions of the players of one process, and when they last answered the reality check.
"""

from __future__ import annotations

from msgspec.structs import replace

from sabot.service.controls.allowance import MINUTE_MS
from sabot.service.controls.calendar import UTC_DAYS, Calendar
from sabot.service.controls.limits import Controls, Limit
from sabot.service.controls.ports import ControlStore
from sabot.service.controls.sessions import PlaySession, next_check, played_ms
from sabot.service.ports import Clock

SEEN_EVERY_MS = 60_000
"""How often a session that goes on is written down."""

UNKNOWN_MS = 0
"""It is not known yet when a player's time is used up."""


class PlayTime:
    """The sessions of every player, and the time in them."""

    def __init__(self, store: ControlStore, clock: Clock, calendar: Calendar = UTC_DAYS) -> None:
        self._store = store
        self._clock = clock
        self._calendar = calendar
        self._sessions: dict[str, dict[str, PlaySession]] = {}
        self._live: dict[str, PlaySession] = {}  # as last written, by id
        self._up_ms: dict[str, int] = {}  # when a player's time may be used up; not before
        self._checked: dict[str, int] = {}  # when a player here last answered the reality check

    def began(self, player: str, session_id: str) -> None:
        """A player has come."""
        now_ms = self._clock.wall_ms()
        session = PlaySession(
            session_id=session_id, player_id=player, started_ms=now_ms, seen_ms=now_ms
        )
        sessions = self._sessions_of(player)
        self._store.keep_sessions([session])
        sessions[session_id] = self._live[session_id] = session
        self.changed(player)

    def seen(self, session_id: str) -> str:
        """A session goes on; returns whose it is."""
        written = self._live[session_id]
        now_ms = self._clock.wall_ms()
        if now_ms - written.seen_ms >= SEEN_EVERY_MS:
            self._write(replace(written, seen_ms=now_ms))
            self._live[session_id] = replace(written, seen_ms=now_ms)
        return written.player_id

    def ended(self, session_id: str) -> str | None:
        """A player has gone; returns who, if this was the last session."""
        session = self._live.pop(session_id, None)
        if session is None:
            return None
        # A clock that was set back since then takes no time away again.
        self._write(replace(session, seen_ms=max(session.seen_ms, self._clock.wall_ms())))
        player = session.player_id
        if self.is_here(player):
            return None
        self._sessions.pop(player)
        self._up_ms.pop(player, None)
        self._checked.pop(player, None)
        return player

    def is_here(self, player: str) -> bool:
        """Whether the player has a session that goes on."""
        return any(one in self._live for one in self._sessions.get(player, ()))

    def started_ms(self, session_id: str) -> int:
        """When a session that goes on began."""
        return self._live[session_id].started_ms

    # --- time -------------------------------------------------------------------------------------

    def changed(self, player: str) -> None:
        """The player's limits are others now: when the time is used up has to be found again."""
        self._up_ms[player] = UNKNOWN_MS

    def running_out(self) -> list[str]:
        """Whose time of the day may be used up by now; mostly none, which costs nothing."""
        now_ms = self._clock.wall_ms()
        return [player for player, up_ms in [*self._up_ms.items()] if now_ms >= up_ms]

    def is_used_up(self, player: str, controls: Controls) -> bool:
        """Whether a player who is here has used up the day's time; if not, asked again later.

        Time passes once for all sessions of a player, so it cannot be used up any sooner.
        """
        now_ms = self._clock.wall_ms()
        minutes = controls.limits.get(Limit.SESSION_TIME)
        if not self.is_here(player) or minutes is None:
            self._up_ms.pop(player, None)
            return False
        left_ms = minutes * MINUTE_MS - self.played_ms(player, now_ms)
        if left_ms > 0:
            self._up_ms[player] = now_ms + left_ms
        return left_ms <= 0

    def counted_ms(self, player: str, controls: Controls, now_ms: int) -> int:
        """The time that counts against a limit, where there is one."""
        limited = Limit.SESSION_TIME in controls.limits
        return self.played_ms(player, now_ms) if limited else 0

    def played_ms(self, player: str, now_ms: int) -> int:
        """How long the player has played today; sessions that go on last until now."""
        sessions = (
            replace(session, seen_ms=now_ms) if session.session_id in self._live else session
            for session in self._sessions_of(player).values()
        )
        return played_ms(sessions, since_ms=self._calendar.today_ms(now_ms), until_ms=now_ms)

    # --- the reality check ------------------------------------------------------------------------

    def answer_check(self, player: str) -> None:
        """The player has seen the figures and goes on: the next check counts from now."""
        self._checked[player] = self._clock.wall_ms()

    def next_check_ms(self, player: str, controls: Controls) -> int | None:
        """When the check is due on every screen of the player; absent players are not asked."""
        if controls.check_minutes is None:
            return None
        here = [
            session.started_ms
            for session in self._sessions_of(player).values()
            if session.session_id in self._live
        ]
        if not here:
            return None
        return next_check(max(min(here), self._checked.get(player, 0)), controls.check_minutes)

    # --- the disk ---------------------------------------------------------------------------------

    def _write(self, session: PlaySession) -> None:
        self._store.keep_sessions([session])
        self._sessions_of(session.player_id)[session.session_id] = session

    def _sessions_of(self, player: str) -> dict[str, PlaySession]:
        found = self._sessions.get(player)
        if found is None:
            since_ms = self._calendar.today_ms(self._clock.wall_ms())
            rows = self._store.sessions(player, since_ms=since_ms)
            found = self._sessions[player] = {row.session_id: row for row in rows}
        return found
