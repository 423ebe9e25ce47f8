"""What is kept of a finished round so that it can be found and counted.

Owns the sums of a round: for its page of a list, for each operator with players in it, for each
kind of bet, and for each player. They follow from the events of the round and from the rows of its
bets, so they can be thrown away and made again. Knows no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntFlag, StrEnum
from typing import NamedTuple

from sabot.service.players.directory import BOT_PREFIX

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS

OF_THE_HOUSE = ""
"""The scope of players who have no operator."""

BOTS = BOT_PREFIX
"""The scope of the demonstration's bots; no operator can have this name."""


class Ended(StrEnum):
    """How a round ended."""

    SETTLED = "settled"
    CANCELLED = "cancelled"


class Mark(IntFlag):
    """What was out of the ordinary in a round, as bits of one number."""

    CORRECTED = 1
    INCIDENT = 2
    PAUSED = 4
    GOLDEN = 8


MARKS: Mapping[str, Mark] = {
    "CardCorrected": Mark.CORRECTED,
    "CardsMoved": Mark.CORRECTED,
    "IncidentRecorded": Mark.INCIDENT,
    "TablePaused": Mark.PAUSED,
}
"""The mark that an event leaves on its round."""


class Owner(NamedTuple):
    """Through whom a player plays, and in which currency."""

    operator: str
    currency: str


EVERYBODY = Owner("*", "")
"""Under this name every round is counted once, without money; no operator can have it."""


class BetFact(NamedTuple):
    """A bet with what became of it; nothing when it has no outcome."""

    player: str
    kind: str
    stake: int
    golden: bool
    paid: int


class Sum(NamedTuple):
    """Stakes in money and what they brought back, without golden chips; those stand beside."""

    bets: int = 0
    staked: int = 0
    paid: int = 0
    golden: int = 0
    golden_paid: int = 0

    def plus(self, bet: BetFact) -> Sum:
        """With one bet more."""
        if bet.golden:
            return self._replace(
                bets=self.bets + 1,
                golden=self.golden + bet.stake,
                golden_paid=self.golden_paid + bet.paid,
            )
        return self._replace(
            bets=self.bets + 1, staked=self.staked + bet.stake, paid=self.paid + bet.paid
        )


class RoundFacts(NamedTuple):
    """A finished round, without its money."""

    round_id: str
    table_id: str
    seq: int  # of the event that ended it
    game: str
    variant: str
    config_version: int
    opened_ms: int
    ended_ms: int
    ended: Ended
    marks: int


class RoundSums(NamedTuple):
    """The money of a round, apart for each operator and currency."""

    parts: Mapping[Owner, Sum]
    players: Mapping[tuple[Owner, str], Sum]
    kinds: Mapping[tuple[Owner, str], Sum]

    @property
    def has_golden(self) -> bool:
        """Whether a golden chip was played."""
        return any(part.golden for part in self.parts.values())

    def players_of(self, owner: Owner) -> int:
        """How many players of an operator bet."""
        return sum(who == owner for who, _ in self.players)


def sums_of(bets: Iterable[BetFact], owners: Mapping[str, Owner]) -> RoundSums:
    """Add up the bets of a round.

    >>> ada = Owner("", "EUR")
    >>> bets = [BetFact("a", "player", 100, False, 200), BetFact("a", "tie", 50, False, 0)]
    >>> sums_of(bets, {"a": ada}).parts[ada]
    Sum(bets=2, staked=150, paid=200, golden=0, golden_paid=0)
    """
    parts: dict[Owner, Sum] = {}
    players: dict[tuple[Owner, str], Sum] = {}
    kinds: dict[tuple[Owner, str], Sum] = {}
    for bet in bets:
        owner = owners[bet.player]
        parts[owner] = parts.get(owner, Sum()).plus(bet)
        players[owner, bet.player] = players.get((owner, bet.player), Sum()).plus(bet)
        kinds[owner, bet.kind] = kinds.get((owner, bet.kind), Sum()).plus(bet)
    return RoundSums(parts, players, kinds)
