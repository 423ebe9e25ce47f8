"""Chance from the operating system, the only kind that may decide a card.

No `random` module, no seed, no modulo: `secrets.randbelow` rejects what would bias the result.
"""

from __future__ import annotations

from secrets import randbelow

from sabot.cards import Card, full_deck


def jitter() -> float:
    """A number from 0 up to 1, so that those who failed together do not try again together."""
    return randbelow(1 << 20) / (1 << 20)


def shuffled_shoe(decks: int) -> list[Card]:
    """A freshly shuffled shoe; the last card of the list is dealt first."""
    shoe = list(full_deck()) * decks
    for last in range(len(shoe) - 1, 0, -1):
        pick = randbelow(last + 1)
        shoe[last], shoe[pick] = shoe[pick], shoe[last]
    return shoe
