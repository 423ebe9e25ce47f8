"""The rules of Dragon Tiger: which of two cards wins, and what each bet makes of it.

A label is the key into a pay table (`variants.py`). Settling, exact odds and simulation ask the
same function.
"""

from __future__ import annotations

from enum import StrEnum

from sabot.cards import Card


class Kind(StrEnum):
    """The bets."""

    DRAGON = "dragon"
    TIGER = "tiger"
    TIE = "tie"
    SUITED_TIE = "suited_tie"


class Outcome(StrEnum):
    """What two cards can come to; a suited tie is a tie as well."""

    DRAGON = "dragon"
    TIGER = "tiger"
    TIE = "tie"
    SUITED_TIE = "suited_tie"

    @property
    def tied(self) -> bool:
        return self in (Outcome.TIE, Outcome.SUITED_TIE)


class Label(StrEnum):
    """What happened to a bet."""

    WINS = "wins"
    TIED = "tied"
    LOSES = "loses"


def outcome_of(dragon: Card, tiger: Card) -> Outcome:
    """The result of a round (clauses 3 and 6).

    >>> outcome_of(Card.parse("AS"), Card.parse("2H")).value
    'tiger'
    """
    if dragon.rank is tiger.rank:
        return Outcome.SUITED_TIE if dragon.suit is tiger.suit else Outcome.TIE
    return Outcome.DRAGON if dragon.rank.ordinal > tiger.rank.ordinal else Outcome.TIGER


def label(kind: str, outcome: Outcome) -> Label:
    """What a bet's pay table is asked for (clauses 4 to 6)."""
    match Kind(kind):
        case Kind.DRAGON | Kind.TIGER:
            if outcome.tied:
                return Label.TIED
            return Label.WINS if outcome.value == kind else Label.LOSES
        case Kind.TIE:
            return Label.WINS if outcome.tied else Label.LOSES
        case Kind.SUITED_TIE:
            return Label.WINS if outcome is Outcome.SUITED_TIE else Label.LOSES
