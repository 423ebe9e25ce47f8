"""What may be asked of the figures, and what is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from sabot.service.reports.facts import Ended, Mark, Owner, RoundFacts, Sum

COUNTED_MAX = 10_000
"""A list is counted up to this many rows; beyond it there are "more"."""


class Place(NamedTuple):
    """Where a page ended: by time, and by id among the rounds of one moment."""

    ended_ms: int
    round_id: str


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which rounds; what is not said does not matter.

    With an `operator`, the rounds that players of this operator bet in.
    """

    since_ms: int
    until_ms: int
    operator: str | None = None
    table: str | None = None
    game: str | None = None
    ended: Ended | None = None
    mark: Mark | None = None
    player: str | None = None


class Part(NamedTuple):
    """What the players of one operator had in a round, in one currency."""

    players: int
    sum: Sum


class FoundRound(NamedTuple):
    """A round of a list, with the money of those whom the list is about."""

    facts: RoundFacts
    parts: Mapping[Owner, Part]


class HourSum(NamedTuple):
    """An hour of one table, as far as one operator's players had a part in it."""

    hour_ms: int
    table_id: str
    variant: str
    owner: Owner
    rounds: int
    sum: Sum


class BesideBooks(NamedTuple):
    """What the house won in the rounds that were added up: by the figures, and by its accounts."""

    currency: str
    rounds: int
    figures: int
    books: int


class Figures(Protocol):
    """Reads finished rounds; some are a few seconds behind the tables."""

    def rounds(
        self, wanted: Wanted, *, limit: int, before: Place | None = None
    ) -> Sequence[FoundRound]:
        """Rounds, newest first; those that follow are asked for with the place of the last one."""

    def count(self, wanted: Wanted) -> int:
        """How many there are; one more than `COUNTED_MAX` stands for any number above it."""

    def hours(
        self, *, since_ms: int, until_ms: int, operator: str | None = None
    ) -> Sequence[HourSum]:
        """The sums of whole hours, oldest first; of one operator or of all."""

    def players(self, *, since_ms: int, until_ms: int, operator: str | None = None) -> int:
        """How many different players bet in whole days."""
