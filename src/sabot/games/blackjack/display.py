"""What each audience sees of a round: built up from what is public, never cut down from all.

Until the hole card is turned nothing here looks at it, not even to count or to compare, except for
those who may inspect a round (F101, P13).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sabot.cards import Card
from sabot.gamekit import Ask, Audience, Done, Expectation, HandView, View
from sabot.games.blackjack import rules
from sabot.games.blackjack.bets import Kind, hand_label
from sabot.games.blackjack.play import expected
from sabot.games.blackjack.settlement import label, showdown
from sabot.games.blackjack.state import DEALER, Choice, Hand, Spot, State

# What the side bets were dealt is told as soon as the cards are there (F146).
OPENING_BETS = (Kind.PERFECT_PAIRS, Kind.TWENTY_ONE_PLUS_THREE)


def points(hand: Sequence[Card]) -> str:
    """The small box above a hand: both values while an ace may still count one (F83).

    >>> from sabot.cards import cards
    >>> points(cards("AS 6D")), points(cards("AS KD")), points(cards("TS 6D")), points(())
    ('7/17', '21', '16', '')
    """
    if not hand:
        return ""
    total = rules.hand_total(hand)
    if rules.is_soft(hand) and total < rules.TWENTY_ONE:
        return f"{total - 10}/{total}"
    return str(total)


def shown(state: State, audience: Audience) -> View:
    """The view of one audience."""
    asked = expected(state)
    seats = tuple(_seat_hand(spot, hand, asked) for spot, hand in state.hands())
    return View(hands=(*seats, _dealer_hand(state, audience)), outcome=outcome(state))


def _seat_hand(spot: Spot, hand: Hand, asked: Expectation) -> HandView:
    return HandView(
        name=spot.name,
        cards=tuple(str(card) for card in hand.cards),
        total=str(hand.total) if _stands(hand) else points(hand.cards),
        tags=tuple(_tags(spot, hand, asked)),
    )


def _stands(hand: Hand) -> bool:
    """Whether the hand keeps its points: then an ace counts what is better (F83)."""
    return hand.closed and not hand.awaits_card


def _tags(spot: Spot, hand: Hand, asked: Expectation) -> Iterator[str]:
    if isinstance(asked, Ask) and (asked.seat, asked.hand) == (spot.seat, spot.hand):
        yield "acting"  # F82
    if hand.split:
        yield "split"
    if hand.doubled:
        yield "doubled"
    elif hand.choice in (Choice.HIT, Choice.STAND):
        yield hand.choice.value  # F150
    if hand.blackjack:
        yield "blackjack"
    if hand.bust:
        yield "bust"


def _dealer_hand(state: State, audience: Audience) -> HandView:
    if state.hole_revealed or audience.sees_hidden_cards:
        visible = state.dealer
        tags = tuple(_dealer_tags(state))
    else:
        visible = state.dealer[:1]
        tags = ()
    hidden = (None,) * (len(state.dealer) - len(visible))
    over = state.hole_revealed and isinstance(expected(state), Done)
    return HandView(
        name=DEALER.name,
        cards=(*(str(card) for card in visible), *hidden),
        total=str(state.dealer_total) if over else points(visible),
        tags=tags,
    )


def _dealer_tags(state: State) -> Iterator[str]:
    if state.dealer_blackjack:
        yield "blackjack"
    if rules.is_bust(state.dealer):
        yield "bust"


def outcome(state: State) -> dict[str, str | int | bool]:
    """What is announced of the cards so far."""
    return dict(_outcome(state))


def _outcome(state: State) -> Iterator[tuple[str, str | int | bool]]:
    if state.opened:
        offered = state.variant.bets.get(Kind.TOP3)  # R12: rare, and seldom offered
        for box in state.boxes:
            for kind in OPENING_BETS:
                yield f"seat:{box.seat}:{kind}", label(kind, state, box)
            if offered is not None and (top3 := label(Kind.TOP3, state, box)) in offered.pays:
                yield f"seat:{box.seat}:{Kind.TOP3}", top3
    if isinstance(expected(state), Done):
        yield "dealer_total", state.dealer_total
        yield "dealer_blackjack", state.dealer_blackjack
        yield "cards_used", state.cards_used
        for spot, hand in state.hands():
            yield spot.name, hand_label(showdown(state, hand)).value
