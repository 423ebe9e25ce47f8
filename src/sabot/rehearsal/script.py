"""What a rehearsal does and how fast. No table and no time of its own."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec

Chance = Callable[[int], int]
"""A number from 0 up to, and without, the one that is given."""

Tell = Callable[[str], None]
"""A line for the person who started the rehearsal."""

CARD_SECONDS = 1.6
"""Between two cards of a practised dealer."""

BREATH_SECONDS = 3.0
"""Before betting is opened, a card is turned or new cards are brought."""


class Mistake(StrEnum):
    """A mistake that a dealer makes, or an accident."""

    WRONG_POSITION = "wrong-position"  # two cards lie in each other's place; the move is proposed
    UNEXPECTED = "unexpected"  # a card is read where none is due
    REPEATED = "repeated"  # a card is read twice
    DROPPED = "dropped"  # a card falls
    BAD_BARCODE = "bad-barcode"  # a code cannot be read; the card is entered by hand
    SILENCE = "silence"  # the studio says nothing for a while
    EARLY = "early"  # a card is read while bets are open


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """How a rehearsal goes.

    `mistake` happens in every round whose number is a multiple of `every`. `manager` lets a
    scripted shift manager decide what no person has decided after `patience` seconds. `pace` is 1
    for a person's speed, 0.1 for ten times as fast. `sets` prepares sets of test cards; without
    them the cards are made up with the shoe. `scanner` sends cards from a device of the table, and
    otherwise the dealer's console does. `take_back` deals on once a person has signed off.
    """

    mistake: Mistake | None = None
    every: int = 3
    manager: bool = False
    patience: float = 6.0
    pace: float = 1.0
    sets: bool = False
    scanner: bool = True
    take_back: bool = True
    silence_seconds: float = 30.0
    absent_seconds: float = 600.0  # seconds after which an idle person is relieved

    @property
    def card_seconds(self) -> float:
        """Between two cards."""
        return CARD_SECONDS * self.pace

    @property
    def breath_seconds(self) -> float:
        """Before something that a person thinks about."""
        return BREATH_SECONDS * self.pace

    def goes_wrong(self, rounds: int) -> bool:
        """Whether the mistake happens in this round, counted from 1."""
        return self.mistake is not None and rounds % self.every == 0
