"""Players' controls in memory: what the SQL ones are compared with, and what tests use."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sabot.adapters.memory.store import MemoryStore
from sabot.service.controls.limits import Controls
from sabot.service.controls.ports import ControlChange
from sabot.service.controls.sessions import PlaySession
from sabot.service.ports import ActRow

_encode = msgspec.json.Encoder(order="deterministic").encode


class MemoryControls:
    """Controls in dictionaries."""

    def __init__(self, books: MemoryStore | None = None) -> None:
        self._books = books or MemoryStore()
        self._changes: dict[str, list[ControlChange]] = {}
        self._sessions: dict[str, PlaySession] = {}

    def find(self, player_id: str) -> tuple[int, Controls]:
        """A player's controls and their revision."""
        changes = self._changes.get(player_id)
        return (changes[-1].revision, changes[-1].after) if changes else (0, Controls())

    def save(self, change: ControlChange, acts: Sequence[ActRow] = ()) -> bool:
        """Keep the controls after a change, with its record and acts."""
        changes = self._changes.setdefault(change.player_id, [])
        if change.revision != len(changes) + 1:
            return False
        changes.append(change)
        self._books.facts.keep_acts(acts)
        self._books.facts.keep_control(
            change.player_id,
            revision=change.revision,
            body=_encode(change.after),
            at_ms=change.at_ms,
        )
        return True

    def changes(self, player_id: str) -> Sequence[ControlChange]:
        """Every change, in order."""
        return tuple(self._changes.get(player_id, ()))

    def keep_sessions(self, sessions: Sequence[PlaySession]) -> None:
        """Write sessions down, or how long they have lasted."""
        self._sessions.update((session.session_id, session) for session in sessions)

    def sessions(self, player_id: str, *, since_ms: int) -> Sequence[PlaySession]:
        """The sessions that were seen since, by when they began."""
        theirs = (one for one in self._sessions.values() if one.player_id == player_id)
        seen = (one for one in theirs if one.seen_ms >= since_ms)
        return sorted(seen, key=lambda session: (session.started_ms, session.session_id))
