"""The list of players in memory: what the SQL one is compared with, and what tests use."""

from __future__ import annotations

from msgspec.structs import replace

from sabot.errors import Refused
from sabot.service.registry import Registered


class MemoryPlayers:
    """Players in a dictionary."""

    def __init__(self) -> None:
        self._players: dict[str, Registered] = {}

    def enrol(self, record: Registered) -> Registered:
        """Write a player down, or a known one's new nickname."""
        known = self._players.get(record.player_id)
        if known is None:
            self._players[record.player_id] = record
            return record
        if not known.same_identity(record):
            raise Refused("player/other_identity", player=record.player_id)
        renamed = replace(known, nickname=record.nickname)
        self._players[record.player_id] = renamed
        return renamed

    def find(self, player_id: str) -> Registered | None:
        """A player by our id."""
        return self._players.get(player_id)

    def find_theirs(self, operator: str, operator_player: str) -> Registered | None:
        """A player by the operator's own id."""
        wanted = (operator, operator_player)
        found = (p for p in self._players.values() if (p.operator, p.operator_player) == wanted)
        return next(found, None)
