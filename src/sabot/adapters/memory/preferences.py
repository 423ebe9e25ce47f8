"""Players' settings in memory: what the SQL ones are compared with, and what tests use."""

from __future__ import annotations

from sabot.service.players.preferences import PreferencesRow


class MemoryPreferences:
    """Settings in a dictionary."""

    def __init__(self) -> None:
        self._rows: dict[str, PreferencesRow] = {}

    def find(self, player_id: str) -> PreferencesRow | None:
        """What a player has set."""
        return self._rows.get(player_id)

    def save(self, row: PreferencesRow) -> bool:
        """Keep a row that follows the stored revision."""
        held = self._rows.get(row.player_id)
        if row.revision != (0 if held is None else held.revision) + 1:
            return False
        self._rows[row.player_id] = row
        return True
