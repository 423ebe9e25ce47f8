"""What to decide at blackjack, from what every player sees: cards, totals, options offered.

Cards are `9h`-like words, rank first; a soft total reads `7/17`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sabot.gamekit.advising import AskedOf

RANKS = "23456789TJQKA"


def advise(question: AskedOf) -> str | None:
    """Basic strategy for a hand; None for insurance, which is not worth its price."""
    if question.seat is None:
        return None
    name = f"seat:{question.seat}:{question.hand}"
    hand = next((hand for hand in question.hands if hand.name == name), None)
    dealer = next((hand for hand in question.hands if hand.name == "dealer"), None)
    cards = question.cards(name)
    if hand is None or cards is None or dealer is None or not dealer.cards:
        return None
    shown = dealer.cards[0]
    return None if shown is None else decided(cards, hand.total, shown, question.options)


def points(card: str) -> int:
    """What a card counts at blackjack, the ace as eleven.

    >>> [points(card) for card in ("9h", "KD", "AS")]
    [9, 10, 11]
    """
    rank = card[0].upper()
    return 11 if rank == "A" else min(10, RANKS.index(rank) + 2)


def decided(cards: Sequence[str], total: str, dealer: str, offered: Collection[str]) -> str:
    """Basic strategy for several decks where the dealer stands on 17.

    >>> decided(["TS", "6D"], "16", "7h", ["hit", "stand"])
    'hit'
    >>> decided(["8S", "8D"], "16", "Th", ["hit", "stand", "split"])
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
