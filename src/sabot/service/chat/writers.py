"""What keeps players from writing: rooms that are switched off, restrictions, and their pace.

Owns what is remembered of rooms and players between lines.
"""

from __future__ import annotations

from sabot.errors import Refused
from sabot.service.chat import rooms
from sabot.service.chat.flood import Flood
from sabot.service.chat.ports import ChatStore
from sabot.service.chat.refusals import ChatRefusal
from sabot.service.chat.restrictions import (
    Restriction,
    check_may_write,
    is_off,
    restrictions_of,
)
from sabot.service.chat.rooms import EVERYWHERE, Speaker

FLOODS_MAX = 10_000
"""Players whose last lines are remembered; beyond it the idle ones are forgotten."""


class Writers:
    """The players who write."""

    def __init__(self, store: ChatStore) -> None:
        self._store = store
        self._floods: dict[str, Flood] = {}
        self._restrictions: dict[str, dict[str, Restriction]] = {}
        self._off: dict[str, bool] = {}

    def check_open(self, room: str, speaker: Speaker, now_ms: int) -> None:
        """Support stays open to players who may not write at tables: they must reach staff."""
        if rooms.kind_of(room) == rooms.SUPPORT:
            return
        if self.is_off(room) or self.is_off(EVERYWHERE):
            raise Refused(ChatRefusal.OFF)
        check_may_write(self._restrictions_of(speaker.id, now_ms), room, now_ms)

    def is_off(self, place: str) -> bool:
        """Whether players may not write in a place."""
        if place not in self._off:
            self._off[place] = is_off(self._store.acts(place=place))
        return self._off[place]

    def switched(self, place: str, *, on: bool) -> None:
        """The chat of a place is on or off now."""
        self._off[place] = not on

    def restrictions(self, player: str, now_ms: int) -> dict[str, Restriction]:
        """Where a player may not write now."""
        held = self._restrictions_of(player, now_ms)
        return {place: found for place, found in held.items() if found.holds(now_ms)}

    def restricted(self, player: str) -> None:
        """A moderator stopped this player, or lifted it."""
        self._restrictions.pop(player, None)

    def flood_of(self, player: str, now_ms: int) -> Flood:
        """The pace of a player's lines."""
        found = self._floods.get(player)
        if found is None:
            if len(self._floods) >= FLOODS_MAX:
                awake = {p: f for p, f in self._floods.items() if not f.idle(now_ms)}
                self._floods = awake
            found = self._floods[player] = Flood()
        return found

    def _restrictions_of(self, player: str, now_ms: int) -> dict[str, Restriction]:
        if player not in self._restrictions:
            acts = self._store.acts(player=player)
            self._restrictions[player] = restrictions_of(acts, now_ms)
        return self._restrictions[player]
