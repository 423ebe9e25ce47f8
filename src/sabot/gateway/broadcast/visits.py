"""Visits to tables with shared seats: a seat is chosen on the way in and kept until the way out.

Owns which players stood up during the current visit. A visit begins when a player watches a table
and ends when no socket of the player does; the lobby is the way from one visit to the next
(ADR 0041). A closed socket ends a visit too, and the rules of a lost connection then hold (F247).
"""

from __future__ import annotations

from sabot.errors import Refused
from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.tables.feed import TableFeed
from sabot.table import commands as c
from sabot.table.config import SeatRule
from sabot.table.refusals import SeatRefusal


class Visits:
    """Keeps players in the seat they chose for as long as they are at the table."""

    def __init__(self, broadcaster: Broadcaster) -> None:
        self._broadcaster = broadcaster
        self._stood: set[tuple[str, str]] = set()  # player and table
        broadcaster.visits_over.append(self._over)

    def check_leaving(self, player: str, table: str) -> None:
        """F128: bets that are in play keep their player at the table until the round ends."""
        feed = self._broadcaster.feed(table)
        if feed is None or not _shared(feed):
            return
        state = feed.table.state
        if state.in_round and player in state.current.bettors:
            raise Refused(SeatRefusal.BETS_IN_PLAY, round_id=state.current.round_id)

    def check(self, player: str, feed: TableFeed, command: c.Command) -> None:
        """F127: a player takes another seat only on another visit."""
        here = player, feed.table_id
        if isinstance(command, c.TakeSeat) and here in self._stood:
            raise Refused(SeatRefusal.THROUGH_THE_LOBBY)
        if isinstance(command, c.LeaveSeat) and _shared(feed) and self._is_there(*here):
            self._stood.add(here)  # before the answer: the next command may already be on its way

    def refused(self, player: str, feed: TableFeed, command: c.Command) -> None:
        """Undo `check` after a refusal: a player who did not stand up may still take a seat."""
        if isinstance(command, c.LeaveSeat):
            self._stood.discard((player, feed.table_id))

    def _is_there(self, player: str, table: str) -> bool:
        return any(table in one.watching for one in self._broadcaster.open.of_player(player))

    def _over(self, player: str, table: str) -> None:
        if not self._is_there(player, table):
            self._stood.discard((player, table))


def _shared(feed: TableFeed) -> bool:
    return feed.table.state.settings.seat_rule is SeatRule.SHARED
