"""Why the dealer of blackjack does the next thing: the opening, a decision, or the dealer's own
rule.

Nothing here follows from the hole card before it is turned (P13).
"""

from __future__ import annotations

from sabot.gamekit import Ask, Explanation, Reveal
from sabot.gamekit.explaining import because
from sabot.games.blackjack import play
from sabot.games.blackjack.display import points
from sabot.games.blackjack.state import Spot, State


def why(state: State) -> Explanation | None:
    """Say why the next card, turn or answer is due (F100, F101, F132)."""
    spot = play.next_spot(state)
    if spot is not None and not state.opened:
        return because("blackjack/first_two")
    if spot is not None:
        return _card(state, spot)
    match play.expected(state):
        case Ask(seat=None):
            return because("blackjack/insurance")
        case Ask(seat=seat, hand=hand) if seat is not None:
            cards = play.hand_at(state, Spot(seat=seat, hand=hand))
            return because("blackjack/asked", seat=seat, hand=hand, total=points(cards))
        case Reveal():
            return because("blackjack/hole_card")
        case _:
            return None


def _card(state: State, spot: Spot) -> Explanation:
    """A card to a seat carries out its decision; the dealer's own follow the rule (F132)."""
    box = state.box(spot.seat)
    if box is None or spot.seat is None:
        return because("blackjack/dealer_draws", dealer=state.dealer_total)
    hand = box.hands[spot.hand]
    choice = "" if hand.choice is None else hand.choice.value
    return because(f"decision/{choice}", seat=spot.seat, hand=spot.hand, total=points(hand.cards))
