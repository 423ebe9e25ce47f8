"""What a player has played: their bets with what became of them, newest first.

A port and its rows. A bet has the time at which its round ended; bets of rounds that are open are
at the table and in no history yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec

from sabot.service.ports import BetRow


class Place(NamedTuple):
    """Where a bet stands in a history: by time, and by id among those of one moment."""

    ended_ms: int
    bet: str


class PlayedBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet of a round that is over."""

    bet: BetRow
    result: str  # win, lose, push, refunded
    amount: int
    ended_ms: int

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.ended_ms, self.bet.id)


class StakedBet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet of a round that may still be open: then nothing has become of it."""

    bet: BetRow
    result: str | None
    amount: int


class BetsOfRounds(Protocol):
    """Reads what a player had in a round."""

    def bets_in(self, round_id: str, player: str) -> Sequence[StakedBet]:
        """The bets of one player in one round, by id; none when there is no such round."""


class History(Protocol):
    """Reads bets by player."""

    def bets_of(
        self,
        player: str,
        *,
        since_ms: int,
        until_ms: int,
        limit: int,
        before: Place | None = None,
    ) -> Sequence[PlayedBet]:
        """Bets whose rounds ended from `since_ms` on and before `until_ms`, newest first.

        At most `limit` of them; those that follow are asked for with the place of the last one.
        """
