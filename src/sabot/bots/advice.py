"""What to decide, read off the table like anybody sees it: cards, totals, what is offered.

Rules of thumb for bots; the exact advice of a shoe is in the laboratory (`sabot strategy`). Cards
are `9h`-like words, rank first; a soft total reads `7/17`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

RANKS = "23456789TJQKA"
LOWEST_PLAYED = (10, 4, 2)
"""Queen, six, four, as places in `RANKS`: the least high-card hand worth a second stake."""


def points(card: str) -> int:
    """What a card counts at blackjack, the ace as eleven.

    >>> [points(card) for card in ("9h", "KD", "AS")]
    [9, 10, 11]
    """
    rank = card[0].upper()
    return 11 if rank == "A" else min(10, RANKS.index(rank) + 2)


def blackjack(cards: Sequence[str], total: str, dealer: str, offered: Collection[str]) -> str:
    """Basic strategy for several decks where the dealer stands on 17.

    >>> blackjack(["TS", "6D"], "16", "7h", ["hit", "stand"])
    'hit'
    >>> blackjack(["8S", "8D"], "16", "Th", ["hit", "stand", "split"])
    'split'
    """
    shown = points(dealer)
    if "split" in offered and points(cards[0]) == points(cards[1]) and _splits(cards[0], shown):
        return "split"
    low, _, high = total.partition("/")
    wanted = _soft(int(high), shown) if high else _hard(int(low), shown)
    return wanted if wanted in offered else _instead(wanted, int(high or low), bool(high))


def _instead(wanted: str, total: int, soft: bool) -> str:  # noqa: FBT001 -- one caller, just above
    """What comes closest where doubling is not offered."""
    return "stand" if wanted == "double" and soft and total >= 18 else "hit"


def _splits(card: str, shown: int) -> bool:
    match points(card):
        case 11 | 8:
            return True
        case 9:
            return shown not in (7, 10, 11)
        case 7 | 3 | 2:
            return shown <= 7
        case 6:
            return shown <= 6
        case 4:
            return shown in (5, 6)
        case _:
            return False


def _soft(total: int, shown: int) -> str:
    if total >= 19:
        return "stand"
    if total == 18:
        if shown in (2, 7, 8):
            return "stand"
        return "double" if shown <= 6 else "hit"
    least = {17: 3, 16: 4, 15: 4}.get(total, 5)
    return "double" if least <= shown <= 6 else "hit"


def _hard(total: int, shown: int) -> str:
    if total >= 17:
        return "stand"
    if total >= 12:
        weak = range(4, 7) if total == 12 else range(2, 7)
        return "stand" if shown in weak else "hit"
    best = {11: range(2, 11), 10: range(2, 10), 9: range(3, 7)}.get(total, range(0))
    return "double" if shown in best else "hit"


def brag(cards: Sequence[str]) -> str:
    """Play every pair and better, and of the high cards Queen, six, four and better.

    >>> brag(["QS", "6D", "4h"]), brag(["QS", "6D", "3h"]), brag(["2S", "2D", "3h"])
    ('play', 'fold', 'play')
    """
    places = sorted((RANKS.index(card[0].upper()) for card in cards), reverse=True)
    pair = len(set(places)) < len(places)
    flush = len({card[1].lower() for card in cards}) == 1
    run = places[0] - places[2] == 2 or places == [12, 1, 0]
    better = tuple(places) >= LOWEST_PLAYED
    return "play" if pair or flush or run or better else "fold"
