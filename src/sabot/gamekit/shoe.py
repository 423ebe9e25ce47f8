"""Procedures of the shoe that every game shares (F99, R27)."""

from __future__ import annotations

from sabot.cards import Card


def burn_count(first: Card) -> int:
    """How many cards follow the turned first card of a new shoe face down into the tray (R27).

    >>> burn_count(Card.parse("7H")), burn_count(Card.parse("KS")), burn_count(Card.parse("AS"))
    (7, 10, 1)
    """
    return min(first.rank.ordinal + 1, 10)
