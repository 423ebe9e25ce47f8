"""Why a brag bet won or lost, and what the two hands were: codes and figures, no words.

It reads six cards with the functions that settled them, and knows no odds and no money.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sabot.cards import Card
from sabot.gamekit import Payout
from sabot.gamekit.explaining import Explanation, because, written
from sabot.games.brag.bets import Kind, Label, Summary, summary
from sabot.games.brag.poker import best
from sabot.games.brag.rules import ranks, value
from sabot.games.brag.settlement import BONUS_LINE


def bet(
    payout: Payout, *, player: Sequence[Card], dealer: Sequence[Card]
) -> tuple[Explanation, ...]:
    """One fact for each line of a payout: the bet's own, and its Ante Bonus (F175)."""
    over = summary(player=player, dealer=dealer)
    return tuple(
        because("bonus", player_hand=over.player_hand.value)
        if line.label.startswith(BONUS_LINE)
        else _fact(Kind(payout.bet.kind), line.label, over, player, dealer)
        for line in payout.lines
    )


def _fact(
    kind: Kind, label: str, over: Summary, player: Sequence[Card], dealer: Sequence[Card]
) -> Explanation:
    if label in (Label.PASSED, Label.FORFEITED):
        return because(str(Label(label).value))  # F170
    if kind is Kind.PAIR_PLUS:
        return because("own_hand", player_hand=over.player_hand.value, cards=written(player))
    if kind is Kind.POKER_PLUS:
        return because("best_five", poker_hand=best((*player, *dealer)).hand.value)
    figures = {"player_hand": over.player_hand.value, "dealer_hand": value(dealer).hand.value}
    if not over.dealer_qualifies:
        return because("dealer_not_qualified", dealer_cards=written(dealer), **figures)
    compared = {"player_ranks": ranks(player), "dealer_ranks": ranks(dealer)}
    return because(f"hands_{over.comparison.value}", **figures, **compared)


def story(*, player: Sequence[Card], dealer: Sequence[Card]) -> Iterator[Explanation]:
    """The two hands, whether the dealer's plays, and which is better (F171, F172)."""
    over = summary(player=player, dealer=dealer)
    yield because("shared_hand", player_hand=over.player_hand.value, cards=written(player))
    yield because("dealer_has", dealer_hand=value(dealer).hand.value, dealer_cards=written(dealer))
    if not over.dealer_qualifies:
        yield because("dealer_does_not_play")
    else:
        yield because(f"better_{over.comparison.value}")
