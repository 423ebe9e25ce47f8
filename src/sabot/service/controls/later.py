"""Writing sessions of play a moment later, so that no table waits while a player comes or goes.

Limits and pauses are written at once. How long a player has played may be some seconds behind on
disk: after a crash no more is known anyway. Reading sees what is still to be written.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from sabot.errors import SabotError
from sabot.service.controls.limits import Controls
from sabot.service.controls.ports import ControlChange, ControlStore
from sabot.service.controls.sessions import PlaySession
from sabot.service.ports import ActRow

log = logging.getLogger("sabot.controls")


class SessionsLater:
    """A store of controls whose sessions are written by a thread of its own."""

    def __init__(self, store: ControlStore) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sabot-sessions")
        self._lock = threading.Lock()
        self._waiting: dict[str, PlaySession] = {}

    def close(self) -> None:
        """Write what waits."""
        self._thread.shutdown()

    def find(self, player_id: str) -> tuple[int, Controls]:
        """A player's controls and their revision; 0 for a player who never set any."""
        return self._store.find(player_id)

    def save(self, change: ControlChange, acts: Sequence[ActRow] = ()) -> bool:
        """Keep the controls after a change with its record and acts, all or none."""
        return self._store.save(change, acts)

    def changes(self, player_id: str) -> Sequence[ControlChange]:
        """Every change, in order."""
        return self._store.changes(player_id)

    def keep_sessions(self, sessions: Sequence[PlaySession]) -> None:
        """Note sessions; of each only the newest word is written, and what waits goes together."""
        with self._lock:
            scheduled = bool(self._waiting)
            self._waiting.update((one.session_id, one) for one in sessions)
        if not scheduled:
            self._thread.submit(self._write)

    def _write(self) -> None:
        left = True
        while left:
            with self._lock:
                written = dict(self._waiting)
            try:
                self._store.keep_sessions(list(written.values()))
            except SabotError as error:
                log.warning("%d sessions of play were not written: %s", len(written), error.code)
            except Exception:
                # Whatever it was: those who come and go from now on do not suffer for it.
                log.exception("%d sessions of play were not written", len(written))
            with self._lock:
                for session_id, session in written.items():
                    if self._waiting[session_id] == session:  # nothing newer has come
                        del self._waiting[session_id]
                left = bool(self._waiting)

    def sessions(self, player_id: str, *, since_ms: int) -> Sequence[PlaySession]:
        """The sessions that were seen since, by when they began."""
        with self._lock:
            waiting = [one for one in self._waiting.values() if one.player_id == player_id]
        found = {one.session_id: one for one in self._store.sessions(player_id, since_ms=since_ms)}
        found.update((one.session_id, one) for one in waiting if one.seen_ms >= since_ms)
        return sorted(found.values(), key=lambda one: one.started_ms)
