"""Players who came to a table lately, for its dealer to greet by nickname.

Nothing about money, wins or time played is here, and no dealer reads a player's id.
"""

from __future__ import annotations

from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.service.ports import Clock

GREETED_MS = 180_000
"""How long after coming a player is new at the table."""

NAMES_MAX = 8
"""Names that a dealer reads at once, the newest ones."""

REMEMBERED_MAX = 100
"""Visits that are remembered at one table."""


class Greetings:
    """The newest visits of each table."""

    def __init__(self, broadcaster: Broadcaster, *, clock: Clock) -> None:
        self._broadcaster = broadcaster
        self._clock = clock
        self._came: dict[str, dict[str, int]] = {}  # table → player → when
        broadcaster.visits_began.append(self._began)
        broadcaster.visits_over.append(self._over)

    def at(self, table: str) -> tuple[str, ...]:
        """The nicknames of players who came lately and are still here, the newest first."""
        since = self._clock.monotonic_ms() - GREETED_MS
        newest = reversed(self._came.get(table, {}).items())
        here = [player for player, came in newest if came >= since]
        directory = self._broadcaster.directory
        return tuple(directory.player(player).nickname for player in here[:NAMES_MAX])

    def _began(self, player: str, table: str) -> None:
        came = self._came.setdefault(table, {})
        if player in came:
            return
        came[player] = self._clock.monotonic_ms()
        while len(came) > REMEMBERED_MAX:
            del came[next(iter(came))]

    def _over(self, player: str, table: str) -> None:
        if any(table in one.watching for one in self._broadcaster.open.of_player(player)):
            return
        came = self._came.get(table, {})
        came.pop(player, None)
        if not came:
            self._came.pop(table, None)
