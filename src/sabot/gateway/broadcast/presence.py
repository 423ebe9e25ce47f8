"""Which players are here: opening a socket starts a session of play, and losing a right ends it.

A session may end, or a player be locked, in any thread, while sockets belong to the loop. This
module passes both to the broadcaster at once.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Mapping

from sabot.errors import SabotError
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.request_reader import RequestReader
from sabot.service.controls.desk import ControlDesk
from sabot.service.identity.refusals import SessionEnd
from sabot.service.identity.rows import Ended
from sabot.service.identity.sessions import Sessions
from sabot.service.players.preferences import PreferenceDesk, Preferences
from sabot.service.ports import Clock

SWEEP_SECONDS = 1.0
"""How often the gateway looks for sessions that expired or were ended elsewhere."""

SEEN_SECONDS = 5.0
"""How often it is stored that a session of play continues."""

TIME_SECONDS = 0.5
"""How often the gateway looks for players who have used up their own daily time."""

GRACE_SECONDS = 30.0
"""A player who is back within this time is treated as never having left."""

TURNS = 64
"""Locks for players' settings. With this many, two players seldom share one."""

log = logging.getLogger("sabot.gateway")


class Presence:
    """Ties sockets to sessions."""

    def __init__(
        self,
        broadcaster: Broadcaster,
        reader: RequestReader,
        *,
        sessions: Sessions,
        controls: ControlDesk,
        preferences: PreferenceDesk,
        clock: Clock,
    ) -> None:
        self._broadcaster = broadcaster
        self._sessions = sessions
        self._controls = controls
        self._preferences = preferences
        self._clock = clock
        self.hiding: set[str] = set()  # players who hide their bets
        self._sockets: dict[str, set[Connection]] = {}  # of a session
        self._plays: dict[str, str] = {}  # session → its session of play
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._reading: asyncio.Future[None] | None = None  # the newest reading of preferences
        self._turns = tuple(threading.Lock() for _ in range(TURNS))
        self._loop: asyncio.AbstractEventLoop | None = None
        reader.arrivals.append(self._arrived)
        reader.departures.append(self._departed)

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Close sockets on this loop when a session ends."""
        self._loop = loop
        self._sessions.subscribe(self._session_ended)

    # --- from other threads -----------------------------------------------------------------------

    def _session_ended(self, session_id: str, why: Ended) -> None:
        if self._loop is not None and not self._loop.is_closed():
            code = SessionEnd[why.name]
            self._loop.call_soon_threadsafe(self._broadcaster.open.end_session, session_id, code)

    def locked(self, player: str, code: str) -> None:
        """End a player's sockets; the control desk calls it as `on_locked`."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end, player, code)

    def _end(self, player: str, code: str) -> None:
        for connection in self._broadcaster.open.of_player(player):
            connection.end(code)

    # --- coming and going -------------------------------------------------------------------------

    def play_of(self, session_id: str) -> str | None:
        """The session of play that belongs to a session, while it has a socket."""
        return self._plays.get(session_id)

    def _arrived(self, connection: Connection) -> None:
        principal = connection.principal
        session, player = principal.session_id, principal.player_id
        self._sockets.setdefault(session, set()).add(connection)
        if player is None:
            return
        leaving = self._leaving.pop(session, None)
        if leaving is not None:
            leaving.cancel()
        if session not in self._plays:
            play = f"{session}:{self._clock.wall_ms()}"
            self._controls.began(player, play)
            self._plays[session] = play  # only now: the store may have failed
        self.greet(player)

    def greet(self, player: str) -> None:
        """Send a player's wishes to the tables, as soon as they are read."""
        self._reading = asyncio.get_running_loop().run_in_executor(None, self._welcomed, player)

    def _welcomed(self, player: str) -> None:
        try:
            with self._telling(player):
                self._prefers(player, self._preferences.welcome(player))
        except SabotError as error:
            log.warning("preferences not read: %s", error.code)

    def _telling(self, player: str) -> threading.Lock:
        """The lock held from reading to sending, so that old settings never follow new ones."""
        return self._turns[hash(player) % TURNS]

    def change(
        self, player: str, patch: Mapping[str, object], *, lying: frozenset[str] = frozenset()
    ) -> Preferences:
        """Change a player's settings; waits for the disk. `lying`: see `PreferenceDesk.change`."""
        with self._telling(player):
            after = self._preferences.change(player, patch, lying=lying)
            self._prefers(player, after)
        return after

    def _prefers(self, player: str, preferences: Preferences) -> None:
        """Apply the settings whose effect other players see."""
        if preferences.game.hide_my_bets:
            self.hiding.add(player)
        else:
            self.hiding.discard(player)

    def _departed(self, connection: Connection) -> None:
        session = connection.principal.session_id
        sockets = self._sockets.get(session)
        if sockets is None or connection not in sockets:
            return  # its arrival failed, so there is nothing to undo
        sockets.discard(connection)
        if sockets:
            return
        del self._sockets[session]
        if session in self._plays:
            loop = asyncio.get_running_loop()
            self._leaving[session] = loop.call_later(GRACE_SECONDS, self._left, session)

    def _left(self, session: str) -> None:
        self._leaving.pop(session, None)
        self._controls.ended(self._plays.pop(session))

    def close(self) -> None:
        """End all sessions of play, and store how long each was."""
        for timer in self._leaving.values():
            timer.cancel()
        for session in tuple(self._plays):
            self._left(session)

    async def run(self) -> None:
        """Look after sessions until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._sweep(), name="sessions")
            tasks.create_task(self._watch_time(), name="time of the day")

    async def _watch_time(self) -> None:
        """End a player's sockets within a second of the end of their own daily time."""
        while True:
            await asyncio.sleep(TIME_SECONDS)
            for player in self._controls.time.running_out():
                try:
                    self._controls.look_at_time(player)
                except SabotError as error:
                    log.warning("a player's daily time was not checked: %s", error.code)

    async def _sweep(self) -> None:
        seconds = 0.0
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await asyncio.to_thread(self._sessions.sweep)
            except SabotError as error:
                log.warning("sessions not swept: %s", error.code)
            seconds += SWEEP_SECONDS
            if seconds >= SEEN_SECONDS:
                seconds = 0.0
                self._seen()

    def _seen(self) -> None:
        for connection in self._broadcaster.open.everybody():
            principal = connection.principal
            self._sessions.touch(principal.session_id)
            play = self._plays.get(principal.session_id)
            if play is None:
                continue
            try:
                self._controls.seen(play)
            except SabotError as error:
                log.warning("a session of play was not prolonged: %s", error.code)
