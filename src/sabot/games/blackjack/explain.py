"""Why a blackjack bet won or lost, and what the dealer did: codes and figures, no words.

It reads a finished round with the functions that settled it, and knows no odds and no money.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from sabot.gamekit.explaining import Explanation, because, written
from sabot.games.blackjack import rules
from sabot.games.blackjack.bets import Kind, Label, extra_label, hand_label, side_label
from sabot.games.blackjack.settlement import EXTRA_HAND, opening, showdown
from sabot.games.blackjack.state import Box, Hand, State


def bet(kind: Kind, state: State, box: Box) -> Explanation:
    """The fact that a stake of this kind on a box was about."""
    match kind:
        case Kind.MAIN | Kind.BEHIND:
            return _hand(state, box.hands[0], hand_label(showdown(state, box.hands[0])))
        case Kind.DOUBLE | Kind.SPLIT:
            hand = box.hands[EXTRA_HAND[kind]]
            return _hand(state, hand, extra_label(showdown(state, hand)))
        case Kind.INSURANCE:
            code = "insurance_won" if state.dealer_blackjack else "insurance_lost"
            return because(code, dealer_cards=written(state.dealer[:2]))
        case Kind.PERFECT_PAIRS:
            first_two = written(box.first_two)
            return because(
                "pair_class", name=side_label(kind, opening(state, box)), cards=first_two
            )
        case Kind.TWENTY_ONE_PLUS_THREE | Kind.TOP3:
            three = written((*box.first_two, state.dealer[0]))
            return because("three_cards", name=side_label(kind, opening(state, box)), cards=three)
        case _:
            assert_never(kind)


# The code of each label; a win and a push have a second code (see `_hand`).
_CODES = {
    Label.BUST: "bust",
    Label.BLACKJACK: "blackjack",
    Label.DEALER_BLACKJACK: "dealer_blackjack",
    Label.RETURNED: "extra_returned",
    Label.WIN: "higher",
    Label.PUSH: "equal",
    Label.LOSE: "lower",
}


def _hand(state: State, hand: Hand, label: Label) -> Explanation:
    code = _CODES[label]
    if label is Label.WIN and rules.is_bust(state.dealer):
        code = "dealer_bust"
    elif label is Label.PUSH and hand.blackjack:
        code = "both_blackjack"
    return because(code, total=hand.total, dealer=state.dealer_total)


def story(state: State) -> Iterator[Explanation]:
    """What the dealer had and did (F132, F142)."""
    first_two, total = written(state.dealer[:2]), rules.hand_total(state.dealer[:2])
    if state.dealer_blackjack:
        yield because("dealer_has_blackjack", dealer_cards=first_two)
        return
    yield because("dealer_first_two", dealer_cards=first_two, dealer=total)
    if len(state.dealer) > 2:
        drawn = written(state.dealer[2:])
        code = "dealer_draws_bust" if rules.is_bust(state.dealer) else "dealer_draws"
        yield because(code, dealer_cards=drawn, dealer=state.dealer_total)
    elif rules.dealer_draws(state.dealer):
        yield because("dealer_need_not_draw", dealer=total)
    else:
        yield because("dealer_stands", dealer=total)
