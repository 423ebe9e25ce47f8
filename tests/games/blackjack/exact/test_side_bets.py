from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.cards import Card, Composition, full_deck
from sabot.errors import Refused
from sabot.games.blackjack.bets import Kind, Opening, side_label
from sabot.games.blackjack.exact.side_bets import (
    insurance_return,
    pair_classes,
    side_bet_return,
    three_card_classes,
)
from sabot.games.blackjack.variants import (
    PERFECT_PAIRS_PAYS,
    TOP3_PAYS,
    TWENTY_ONE_PLUS_THREE_PAYS,
)
from sabot.money import odds

FULL = Composition.of_decks(8)


def test_F146_perfect_pairs_from_eight_decks() -> None:
    assert side_bet_return(pair_classes(), FULL, PERFECT_PAIRS_PAYS) == Fraction(398, 415)


def test_R10_21_plus_3_from_eight_decks() -> None:
    found = side_bet_return(three_card_classes(), FULL, TWENTY_ONE_PLUS_THREE_PAYS)
    assert found == Fraction(119489, 124085)
    assert f"{float(found):.6f}" == "0.962961"


def test_R12_top_3_from_eight_decks() -> None:
    found = side_bet_return(three_card_classes(), FULL, TOP3_PAYS)
    assert found == Fraction(338753, 372255)
    assert f"{float(found):.6f}" == "0.910003"


def test_F147_ways_of_every_class_from_eight_decks() -> None:
    ways = three_card_classes().ways(FULL)
    assert sum(ways.values()) == 416 * 415 * 414 // 6
    # One of 52 cards three times out of eight; one of 48 runs of one suit, eight of each card.
    assert ways["suited_trips"] == 52 * 56
    assert ways["straight_flush"] == 48 * 8**3
    assert ways["trips"] == 13 * (32 * 31 * 30 // 6) - ways["suited_trips"]
    assert ways["straight"] == 12 * 32**3 - ways["straight_flush"]
    flushes = 4 * (104 * 103 * 102 // 6)
    assert ways["flush"] == flushes - ways["suited_trips"] - ways["straight_flush"]


piles = st.lists(st.sampled_from(full_deck()), min_size=3, max_size=9)


@settings(max_examples=30)
@given(piles)
def test_F148_any_pile_pays_as_its_cards_dealt_one_by_one(pile: list[Card]) -> None:
    shoe = Composition.of_cards(pile)
    deals = [Opening(first=a, second=b, up=c) for a, b, c in permutations(pile, 3)]
    for kind, classes, pays in (
        (Kind.PERFECT_PAIRS, pair_classes(), PERFECT_PAIRS_PAYS),
        (Kind.TWENTY_ONE_PLUS_THREE, three_card_classes(), TWENTY_ONE_PLUS_THREE_PAYS),
        (Kind.TOP3, three_card_classes(), TOP3_PAYS),
    ):
        labels = Counter(side_label(kind, deal) for deal in deals)
        won = sum(
            (n * (1 + pays[label]) for label, n in labels.items() if label in pays), Fraction(0)
        )
        assert side_bet_return(classes, shoe, pays) == won / len(deals)


def test_F141_insurance_looks_at_the_tens_left_under_an_ace() -> None:
    assert insurance_return(FULL, odds("2:1")) == 3 * Fraction(128, 415)
    pile = Composition.of_cards([Card.parse(text) for text in ("AS", "KD", "TC", "5H")])
    assert insurance_return(pile, odds("2:1")) == 3 * Fraction(2, 3)


def test_F141_insurance_is_never_offered_without_aces() -> None:
    with pytest.raises(Refused, match="bet/never_offered"):
        insurance_return(Composition.of_cards([Card.parse("KD"), Card.parse("5H")]), odds("2:1"))


def test_a_side_bet_needs_its_cards() -> None:
    with pytest.raises(Refused, match="shoe/too_short"):
        three_card_classes().ways(Composition.of_cards([Card.parse("KD"), Card.parse("5H")]))
