"""The list of players in memory: what the SQL one is compared with, and what tests use."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from msgspec.structs import replace

from sabot.errors import Refused
from sabot.service.identity.nicknames import keys_of
from sabot.service.players.refusals import NicknameRefusal, PlayerRefusal
from sabot.service.players.registry import STAFF, Registered, owner_of


class MemoryPlayers:
    """Players in a dictionary."""

    def __init__(self) -> None:
        self._players: dict[str, Registered] = {}
        self._owners: dict[str, str] = {}  # of the keys of nicknames
        self._lock = threading.Lock()

    def enrol(self, record: Registered) -> Registered:
        """Write a player down, or the new nickname of a known player."""
        with self._lock:
            known = self._players.get(record.player_id, record)
            if not known.same_identity(record):
                raise Refused(PlayerRefusal.OTHER_IDENTITY, player=record.player_id)
            self._name(record)
            renamed = replace(known, nickname=record.nickname)
            self._players[record.player_id] = renamed
            return renamed

    def _name(self, record: Registered) -> None:
        keys, owner = keys_of(record.nickname), owner_of(record.player_id)
        if any(self._owners.get(key, owner) != owner for key in keys):
            raise Refused(NicknameRefusal.NICKNAME_TAKEN)
        old = [key for key, whose in self._owners.items() if whose == owner]
        for key in old:
            del self._owners[key]
        self._owners |= dict.fromkeys(keys, owner)

    def reserve(self, names: Sequence[str]) -> bool:
        """Keep names for staff."""
        with self._lock:
            keys = [key for name in names for key in keys_of(name)]
            owners = [self._owners.setdefault(key, STAFF) for key in keys]
            return set(owners) <= {STAFF}

    def find(self, player_id: str) -> Registered | None:
        """A player by our id."""
        return self._players.get(player_id)
