"""The bets of baccarat, and the label each gets from a finished round.

A label is the key into a pay table (`variants.py`); the labels of lost bets are in none. Settling,
the exact mathematics and the simulator ask the same functions, over a summary that is cheap to
build. This module knows no odds, no money and no order of play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

import msgspec

from sabot.cards import Card
from sabot.games.baccarat.rules import (
    PairClass,
    is_natural,
    pair_class,
    points,
    winner,
)
from sabot.roads.results import Outcome


class Kind(StrEnum):
    """Every kind of bet of the three variants."""

    PLAYER = "player"
    BANKER = "banker"
    BANKER_ZERO_COMMISSION = "banker_zero_commission"  # the Banker area in that mode (F112)
    TIE = "tie"
    SUPER6 = "super6"
    PLAYER_PAIR = "player_pair"
    BANKER_PAIR = "banker_pair"
    EITHER_PAIR = "either_pair"
    PERFECT_PAIR = "perfect_pair"
    PLAYER_BONUS = "player_bonus"
    BANKER_BONUS = "banker_bonus"
    BIG = "big"
    SMALL = "small"
    EGALITE_0 = "egalite_0"
    EGALITE_1 = "egalite_1"
    EGALITE_2 = "egalite_2"
    EGALITE_3 = "egalite_3"
    EGALITE_4 = "egalite_4"
    EGALITE_5 = "egalite_5"
    EGALITE_6 = "egalite_6"
    EGALITE_7 = "egalite_7"
    EGALITE_8 = "egalite_8"
    EGALITE_9 = "egalite_9"


EGALITE = tuple(Kind(f"egalite_{total}") for total in range(10))
"""The ten bets on an exact tie, by their total (F121)."""

MAINS = frozenset({Kind.PLAYER, Kind.BANKER, Kind.BANKER_ZERO_COMMISSION, Kind.TIE})
"""The main bets; the two Bankers are one area, which the player's mode tells apart."""

PAIRS = frozenset({Kind.PLAYER_PAIR, Kind.BANKER_PAIR, Kind.EITHER_PAIR, Kind.PERFECT_PAIR})
"""The bets on ranks and suits of the first four cards; all others look at points and numbers."""


class Mode(StrEnum):
    """How a player wants Banker to be paid (F112)."""

    COMMISSION = "commission"
    ZERO_COMMISSION = "zero_commission"


class Label(StrEnum):
    """What can have happened; margins and tied totals have their own functions below."""

    PLAYER_WINS = "player_wins"
    BANKER_WINS = "banker_wins"
    BANKER_WINS_WITH_6 = "banker_wins_with_6"
    TIE = "tie"
    PAIR = "pair"
    NO_PAIR = "no_pair"
    PERFECT_PAIR = "perfect_pair"
    NO_PERFECT_PAIR = "no_perfect_pair"
    NATURAL_WIN = "natural_win"
    NATURAL_TIE = "natural_tie"
    DOES_NOT_WIN = "does_not_win"
    FOUR_CARDS = "four_cards"
    FIVE_CARDS = "five_cards"
    SIX_CARDS = "six_cards"
    NO_TIE = "no_tie"


def wins_by(margin: int) -> str:
    """The label of a non-natural win by so many points (F119).

    >>> wins_by(9)
    'wins_by_9'
    """
    return f"wins_by_{margin}"


def tie_at(total: int) -> str:
    """The label of a tie at this total (F121).

    >>> tie_at(0)
    'tie_at_0'
    """
    return f"tie_at_{total}"


class Summary(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """All that the bets look at in a finished round; `cards` are those of both hands.

    >>> from sabot.cards import cards
    >>> summary = Summary.of(player_hand=cards("2S 3D TH"), banker_hand=cards("3H 4C"))
    >>> summary.winner, summary.cards
    (<Outcome.BANKER: 'banker'>, 5)
    """

    player_points: int
    banker_points: int
    cards: int = 4
    player_pair: PairClass = PairClass.NONE
    banker_pair: PairClass = PairClass.NONE

    @classmethod
    def of(cls, *, player_hand: Sequence[Card], banker_hand: Sequence[Card]) -> Summary:
        """The summary of two finished hands."""
        return cls(
            player_points=points(player_hand),
            banker_points=points(banker_hand),
            cards=len(player_hand) + len(banker_hand),
            player_pair=pair_class(player_hand),
            banker_pair=pair_class(banker_hand),
        )

    @property
    def winner(self) -> Outcome:
        """The side closer to nine, or the tie."""
        return winner(player=self.player_points, banker=self.banker_points)

    @property
    def player_natural(self) -> bool:
        """Whether Player has eight or nine on two cards; then there are four in all (F106)."""
        return self.cards == 4 and is_natural(self.player_points)

    @property
    def banker_natural(self) -> bool:
        """Whether Banker has eight or nine on two cards."""
        return self.cards == 4 and is_natural(self.banker_points)


def label(kind: str, summary: Summary) -> str:
    """What happened, in the words of this bet's pay table.

    >>> six = Summary(player_points=5, banker_points=6, cards=5)
    >>> label("banker", six), label("big", six), label("egalite_6", six)
    ('banker_wins_with_6', 'five_cards', 'no_tie')
    """
    return _LABELS[kind](summary)


_WON_BY = {
    Outcome.PLAYER: Label.PLAYER_WINS.value,
    Outcome.BANKER: Label.BANKER_WINS.value,
    Outcome.TIE: Label.TIE.value,
}


def _result(summary: Summary) -> str:
    # F111, F113: a winning six has a label of its own, which the commission table pays like any
    # other win. So one function serves Player, both Bankers, Tie and Super 6.
    won_by = summary.winner
    if won_by is Outcome.BANKER and summary.banker_points == 6:
        return Label.BANKER_WINS_WITH_6.value
    return _WON_BY[won_by]


def _player_pair(summary: Summary) -> str:
    return _pair(summary.player_pair)


def _banker_pair(summary: Summary) -> str:
    return _pair(summary.banker_pair)


def _either_pair(summary: Summary) -> str:
    # F116, R5: one hand or both, the same event.
    return _pair(summary.player_pair, summary.banker_pair)


def _pair(*hands: PairClass) -> str:
    # F114, F115: any of the three kinds of pair counts.
    paired = any(hand is not PairClass.NONE for hand in hands)
    return Label.PAIR.value if paired else Label.NO_PAIR.value


def _perfect_pair(summary: Summary) -> str:
    # F117, R5: one hand or both, the same event.
    perfect = PairClass.PERFECT in (summary.player_pair, summary.banker_pair)
    return Label.PERFECT_PAIR.value if perfect else Label.NO_PERFECT_PAIR.value


def _player_bonus(summary: Summary) -> str:
    return _bonus(summary, backed=Outcome.PLAYER, natural=summary.player_natural)


def _banker_bonus(summary: Summary) -> str:
    return _bonus(summary, backed=Outcome.BANKER, natural=summary.banker_natural)


def _bonus(summary: Summary, *, backed: Outcome, natural: bool) -> str:
    if summary.winner is Outcome.TIE and natural:
        # R6: a natural stops both hands, so the other one of a natural tie is natural as well.
        return Label.NATURAL_TIE.value
    if summary.winner is not backed:
        return Label.DOES_NOT_WIN.value
    if natural:
        return Label.NATURAL_WIN.value  # R6: whatever the margin, naturals have their own line.
    return wins_by(abs(summary.player_points - summary.banker_points))


_NUMBER_OF_CARDS = {4: Label.FOUR_CARDS, 5: Label.FIVE_CARDS, 6: Label.SIX_CARDS}


def _number_of_cards(summary: Summary) -> str:
    return _NUMBER_OF_CARDS[summary.cards].value


def _tied_total(summary: Summary) -> str:
    # F121: each of the ten bets lists one of these labels in its pay table.
    tied = summary.winner is Outcome.TIE
    return tie_at(summary.player_points) if tied else Label.NO_TIE.value


_LABELS: Mapping[str, Callable[[Summary], str]] = {
    Kind.PLAYER: _result,
    Kind.BANKER: _result,
    Kind.BANKER_ZERO_COMMISSION: _result,
    Kind.TIE: _result,
    Kind.SUPER6: _result,
    Kind.PLAYER_PAIR: _player_pair,
    Kind.BANKER_PAIR: _banker_pair,
    Kind.EITHER_PAIR: _either_pair,
    Kind.PERFECT_PAIR: _perfect_pair,
    Kind.PLAYER_BONUS: _player_bonus,
    Kind.BANKER_BONUS: _banker_bonus,
    Kind.BIG: _number_of_cards,
    Kind.SMALL: _number_of_cards,
    **dict.fromkeys(EGALITE, _tied_total),
}
