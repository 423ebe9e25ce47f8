"""What the bets of brag give back, exactly, and the best way to play.

Every figure is a fraction: ways counted by `enumeration.py`, each labelled by `bets.py` and paid by
the variant's tables, the same that settle a round. Loaded only by those who ask for returns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from sabot.cards import Card, Composition
from sabot.games.brag.bets import Kind, Stance, Summary, bonus_label, label
from sabot.games.brag.enumeration import Census, census
from sabot.games.brag.kernel_tables import DUELS
from sabot.games.brag.poker import PokerHand
from sabot.games.brag.rules import CARDS, BragHand, Comparison, value
from sabot.games.brag.variants import BragVariant
from sabot.maths.charts import Chart
from sabot.maths.returns import Return, expected

LOST = Fraction(-1)


def returns(variant: BragVariant, remaining: Composition | None = None) -> dict[str, Return]:
    """The return of every bet, from a full deck or from what is left of one (F179, R13).

    `ante_play` is per Ante, and over the total stake beside it; `blind_play` is of Ante and Blind
    Play together. Pair Plus is taken by itself: what a Pass does to it concerns hands that the best
    play never passes.
    """
    counted = census(remaining)
    played = advice(variant, counted)
    return {
        "ante_play": _ante_play(played),
        "blind_play": _blind_play(played),
        "pair_plus": _pair_plus(variant, counted),
        "poker_plus": _poker_plus(variant, counted),
    }


def profits(variant: BragVariant, hand: BragHand) -> tuple[Fraction, ...]:
    """What Ante, Play and Ante Bonus win together on each of `DUELS`, per Ante, when played."""
    return tuple(
        _profit(variant, _summary(hand, qualified=qualified, comparison=comparison))
        for qualified, comparison in DUELS
    )


def pair_plus_back(variant: BragVariant, hand: BragHand) -> Fraction:
    """What comes back per unit on Pair Plus when the player's hand is this."""
    return _back(variant, Kind.PAIR_PLUS, _summary(hand))


def poker_plus_back(variant: BragVariant, hand: PokerHand) -> Fraction:
    """What comes back per unit on Poker Plus when the six cards make this."""
    return _back(variant, Kind.POKER_PLUS, _summary(poker=hand))


def _back(variant: BragVariant, kind: Kind, over: Summary) -> Fraction:
    return 1 + variant.bets[kind].pays.get(label(kind, over), LOST)


def _profit(variant: BragVariant, over: Summary) -> Fraction:
    ante = variant.bets[Kind.ANTE].pays.get(label(Kind.ANTE, over), LOST)
    play = variant.bets[Kind.PLAY].pays.get(label(Kind.PLAY, over), LOST)
    bonus = bonus_label(over, Stance.IN)
    return ante + play + (variant.ante_bonus.get(bonus, Fraction(0)) if bonus else Fraction(0))


def _summary(
    hand: BragHand = BragHand.HIGH_CARD,
    *,
    qualified: bool = True,
    comparison: Comparison = Comparison.TIE,
    poker: PokerHand = PokerHand.HIGH_CARD,
) -> Summary:
    """The summary of a round in which only the given facts matter."""
    return Summary(
        player_hand=hand, dealer_qualifies=qualified, comparison=comparison, poker_hand=poker
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """One class of hands: what playing it is worth per Ante, and whether that beats passing."""

    hand: tuple[Card, ...]
    strength: int
    size: int
    profit: Fraction

    @property
    def kind(self) -> BragHand:
        """The kind of hand."""
        return value(self.hand).hand

    @property
    def ranks(self) -> str:
        """The ranks, highest first.

        >>> from sabot.cards import cards
        >>> Advice(hand=cards("4S QH 6D"), strength=0, size=1, profit=LOST).ranks
        'Q64'
        """
        return "".join(sorted((card.rank for card in self.hand), key=CARDS.index, reverse=True))

    @property
    def plays(self) -> bool:
        """Passing loses the Ante (F170); a hand that is worth exactly that is passed."""
        return self.profit > LOST

    @property
    def name(self) -> str:
        """The hand as a player says it, suits aside."""
        return "-".join(self.ranks)


@dataclass(frozen=True, slots=True, kw_only=True)
class BestPlay:
    """What to do with every hand, weakest first."""

    advice: tuple[Advice, ...]

    @property
    def least(self) -> Advice | None:
        """The weakest hand to play; None when it is best to pass every hand."""
        return next((each for each in self.advice if each.plays), None)

    @property
    def simple(self) -> bool:
        """Whether it is enough to know the weakest hand: nothing above it is passed."""
        least = self.least
        return least is None or all(
            each.plays for each in self.advice if each.strength >= least.strength
        )

    @property
    def hands(self) -> int:
        """How many hands there are."""
        return sum(advice.size for advice in self.advice)

    @property
    def share_played(self) -> Fraction:
        """How often a Play is made."""
        return Fraction(sum(each.size for each in self.advice if each.plays), self.hands)

    @property
    def text(self) -> str:
        """The advice in a sentence, as the help gives it."""
        least = self.least
        if least is None:
            return "pass every hand"
        return f"play {least.name} or better" + ("" if self.simple else ", with exceptions")


def best_play(variant: BragVariant, remaining: Composition | None = None) -> BestPlay:
    """Play or pass for every hand, by what each is worth (R13)."""
    weakest_first = sorted(advice(variant, census(remaining)), key=lambda each: each.strength)
    return BestPlay(advice=tuple(weakest_first))


def advice(variant: BragVariant, counted: Census) -> tuple[Advice, ...]:
    """One advice for each class of the census, in its order."""
    table = {hand: _whole(profits(variant, hand)) for hand in BragHand}
    return tuple(
        Advice(
            hand=hands.hand,
            strength=hands.strength,
            size=hands.size,
            profit=_mean(*table[hands.kind], hands.duels),
        )
        for hands in counted.classes
    )


def _whole(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Fractions over one denominator: sums of thousands of them stay whole numbers."""
    unit = lcm(*(value.denominator for value in values))
    return [int(value * unit) for value in values], unit


def _mean(values: Sequence[int], unit: int, ways: Sequence[int]) -> Fraction:
    won = sum(value * count for value, count in zip(values, ways, strict=True))
    return Fraction(won, unit * sum(ways))


def _ante_play(played: Sequence[Advice]) -> Return:
    best = BestPlay(advice=tuple(played))
    won = sum((each.size * max(each.profit, LOST) for each in played), Fraction(0)) / best.hands
    # R13: per Ante, and over all that was staked, a Play for every hand that was played included.
    return Return.of(1 + won, total_stake=1 + won / (1 + best.share_played))


def _blind_play(played: Sequence[Advice]) -> Return:
    # F178: no hand is passed. R13: the stake is Ante and Blind Play together.
    hands = sum(each.size for each in played)
    won = sum((each.size * each.profit for each in played), Fraction(0)) / hands
    return Return.of(1 + won / 2)


def _pair_plus(variant: BragVariant, counted: Census) -> Return:
    hands = Counter[BragHand]()
    for each in counted.classes:
        hands[each.kind] += each.size
    return _mean_back((pair_plus_back(variant, hand), ways) for hand, ways in hands.items())


def _poker_plus(variant: BragVariant, counted: Census) -> Return:
    sets = zip(PokerHand, counted.poker, strict=True)
    return _mean_back((poker_plus_back(variant, hand), ways) for hand, ways in sets)


def _mean_back(backs: Iterable[tuple[Fraction, int]]) -> Return:
    weights = Counter[Fraction]()
    for back, ways in backs:
        weights[back] += ways
    return Return.of(expected(weights))


def charts(variant: BragVariant) -> list[Chart]:
    """The best play as two charts: high cards by their first two cards, and everything better."""
    played = best_play(variant).advice
    by_kind = {hand: [each for each in played if each.kind is hand] for hand in BragHand}
    high_cards = by_kind.pop(BragHand.HIGH_CARD)
    return [
        Chart(
            title="High card: highest card by row, second card by column",
            legend="P play, F pass, 4+ play when the third card is at least a 4",
            columns=tuple(reversed(CARDS[1:-1])),
            rows=tuple((high, _row(high, high_cards)) for high in reversed(CARDS[3:])),
        ),
        Chart(
            title="Pair or better",
            legend="P play, F pass, P/F it depends on the cards",
            columns=("decision",),
            rows=tuple((hand.value, (_word(each),)) for hand, each in reversed(by_kind.items())),
        ),
    ]


def _row(high: str, high_cards: Sequence[Advice]) -> tuple[str, ...]:
    hands = [each for each in high_cards if each.ranks[0] == high]
    return tuple(
        _word([each for each in hands if each.ranks[1] == second])
        for second in reversed(CARDS[1:-1])
    )


def _word(hands: Sequence[Advice]) -> str:
    """The decision on hands given weakest first."""
    played = [each for each in hands if each.plays]
    if not hands or len(played) in (0, len(hands)):
        return "" if not hands else ("P" if played else "F")
    # One card decides where the hands share the two before it and all from some third card on play.
    alike = len({each.ranks[:2] for each in hands}) == 1
    threshold = hands[-len(played) :] == played
    return f"{played[0].ranks[2]}+" if alike and threshold else "P/F"
