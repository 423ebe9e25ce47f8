"""Why a bet ended as it did: a fact of the round as a code with its figures, without a sentence.

The same rules that gave a bet its label say why. The client writes the sentence, in its language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sabot.cards import Card

Fact = str | int
"""Points, a name from a closed list, or cards as text: `9H KD`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """One fact: `player_wins` with `player` 7 and `banker` 4."""

    code: str
    data: Mapping[str, Fact] = field(default_factory=dict)


def because(code: str, **data: Fact) -> Explanation:
    """A fact with its figures.

    >>> because("bust", total=23).data["total"]
    23
    """
    return Explanation(code=code, data=data)


def written(cards: Sequence[Card]) -> str:
    """Cards as a fact.

    >>> from sabot.cards import cards
    >>> written(cards("9h KD"))
    '9H KD'
    """
    return " ".join(str(card) for card in cards)
