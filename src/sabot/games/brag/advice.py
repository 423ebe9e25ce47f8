"""What to decide at brag, read off the cards that the players share (R14)."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.gamekit.advising import AskedOf

RANKS = "23456789TJQKA"
LOWEST_PLAYED = (10, 4, 2)
"""Queen, six, four, as places in `RANKS`: the least high-card hand worth a second stake."""


def advise(question: AskedOf) -> str | None:
    """Whether the shared hand is played; None while it cannot be seen."""
    cards = question.cards("player")
    return None if cards is None else decided(cards)


def decided(cards: Sequence[str]) -> str:
    """Play every pair and better, and of the high cards Queen, six, four and better.

    >>> decided(["QS", "6D", "4h"]), decided(["QS", "6D", "3h"]), decided(["2S", "2D", "3h"])
    ('play', 'fold', 'play')
    """
    places = sorted((RANKS.index(card[0].upper()) for card in cards), reverse=True)
    pair = len(set(places)) < len(places)
    flush = len({card[1].lower() for card in cards}) == 1
    run = places[0] - places[2] == 2 or places == [12, 1, 0]
    better = tuple(places) >= LOWEST_PLAYED
    return "play" if pair or flush or run or better else "fold"
