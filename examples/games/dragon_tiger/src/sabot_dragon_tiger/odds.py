"""What every bet gives back, exactly: all ordered pairs of cards are counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from sabot.cards import Card, Composition
from sabot.errors import Refused
from sabot.gamekit import BetSpec
from sabot.gamekit.refusals import EnumerationRefusal
from sabot.maths.returns import Return
from sabot_dragon_tiger.rules import Outcome, label, outcome_of
from sabot_dragon_tiger.variants import DragonTigerVariant


def returns(variant: DragonTigerVariant, remaining: Composition | None = None) -> dict[str, Return]:
    """The return of every bet for the next round from these cards.

    >>> from sabot_dragon_tiger.variants import DRAGON_TIGER
    >>> returns(DRAGON_TIGER)["dragon"].exact
    Fraction(799, 830)
    """
    shoe = Composition.of_decks(variant.decks) if remaining is None else remaining
    if shoe.total < 2:
        raise Refused(EnumerationRefusal.TOO_SHORT, cards=shoe.total, needed=2)
    counted = ways(shoe)
    return {kind: Return.of(_mean(kind, spec, counted)) for kind, spec in variant.bets.items()}


def ways(shoe: Composition) -> Counter[Outcome]:
    """In how many orders of two cards each outcome comes."""
    found: Counter[Outcome] = Counter()
    deck = [Card.from_ordinal(number) for number in range(52)]
    for dragon in deck:
        for tiger in deck:
            left = shoe.count(tiger) - (dragon == tiger)
            found[outcome_of(dragon, tiger)] += shoe.count(dragon) * max(left, 0)
    return found


def given_back(kind: str, spec: BetSpec, outcome: Outcome) -> Fraction:
    """What one unit on a bet brings back, stake included."""
    at = spec.pays.get(label(kind, outcome))
    return Fraction(0) if at is None else 1 + at


def _mean(kind: str, spec: BetSpec, counted: Counter[Outcome]) -> Fraction:
    total = sum(given_back(kind, spec, outcome) * n for outcome, n in counted.items())
    return Fraction(total) / counted.total()
