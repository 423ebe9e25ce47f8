"""The fast tables and the counting, against the rules they come from."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from tests.games.brag.driver import counts

from sabot.cards import Card, Composition, cards, full_deck
from sabot.games.brag.bets import summary
from sabot.games.brag.enumeration import census
from sabot.games.brag.kernel_tables import DUELS, UNSUITED, hand_index, hand_tables, six_ranks
from sabot.games.brag.poker import PokerHand, best
from sabot.games.brag.rules import BragHand, qualifies, value

TABLES = hand_tables()
HANDS = [tuple(map(Card.from_ordinal, hand)) for hand in TABLES.cards.tolist()]


def sample(count: int, *, size: int, seed: int) -> list[list[Card]]:
    # A fixed seed: the same decks on every machine. Short decks bring rare hands.
    chance = Random(seed)
    deck = list(full_deck())
    decks = [deck, deck[:20], [card for card in deck if card.suit in "SH"]]
    return [chance.sample(chance.choice(decks), size) for _ in range(count)]


def test_every_hand_stands_once_and_where_its_index_says() -> None:
    assert len(set(HANDS)) == 22100
    places = [hand_index(*hand) for hand in TABLES.cards.tolist()]
    assert places == list(range(22100))


def test_F173_F174_the_tables_rank_all_hands_as_the_rules_do() -> None:
    values = [value(hand) for hand in HANDS]
    ladder = sorted(set(values))
    assert len(ladder) == 741
    assert [ladder[strength] for strength in TABLES.strengths.tolist()] == values
    kinds = list(BragHand)
    assert [kinds[kind] for kind in TABLES.kinds.tolist()] == [worth.hand for worth in values]


def test_F171_the_tables_know_who_qualifies() -> None:
    found = (TABLES.strengths >= TABLES.qualifying).tolist()
    assert found == [qualifies(value(hand)) for hand in HANDS]


def test_masks_meet_where_hands_share_a_card() -> None:
    for first, second in zip(sample(500, size=3, seed=1), sample(500, size=3, seed=2), strict=True):
        one, two = (
            TABLES.masks[hand_index(*sorted(card.ordinal for card in hand))]
            for hand in (first, second)
        )
        assert bool(one & two) == bool(set(first) & set(second))


def test_F177_the_poker_tables_agree_with_the_best_five_of_six() -> None:
    kinds = list(PokerHand)
    for six in sample(4000, size=6, seed=3):
        one, two = (hand_index(*sorted(card.ordinal for card in six[i : i + 3])) for i in (0, 3))
        kind = TABLES.poker_by_ranks[TABLES.ranks[one], TABLES.ranks[two]]
        suit = min(TABLES.suits[one], TABLES.suits[two])
        if suit != UNSUITED:
            bits = int(TABLES.masks[one] | TABLES.masks[two]) >> 16 * int(suit) & 0x1FFF
            kind = max(kind, TABLES.poker_by_suited[bits])
        assert kinds[kind] is best(six).hand


def test_F177_there_are_18395_choices_of_six_ranks() -> None:
    sixes = six_ranks()
    assert len(sixes.keys) == 18395
    assert (np.diff(sixes.keys) > 0).all()


def test_F173_F177_the_full_deck_is_counted() -> None:
    three, six = counts("hands.counts")
    counted = census()
    kinds = dict.fromkeys(three, 0)
    for hands in counted.classes:
        kinds[hands.kind.value] += hands.size
    assert kinds == three
    assert dict(zip(map(str, PokerHand), counted.poker, strict=True)) == six
    assert len(counted.classes) == 1755
    assert sum(hands.size for hands in counted.classes) == 22100
    assert {sum(hands.duels) for hands in counted.classes} == {18424}


@pytest.mark.parametrize("place", [0, 400, 900, 1300, 1754])
def test_F171_F172_one_class_against_all_dealer_hands_by_the_rules(place: int) -> None:
    hands = census().classes[place]
    ours = value(hands.hand)
    rest = [card for card in full_deck() if card not in hands.hand]
    ways = dict.fromkeys(DUELS, 0)
    for dealer in combinations(rest, 3):
        theirs = value(dealer)
        better = (ours < theirs) + 2 * (ours == theirs)
        ways[DUELS[3 * qualifies(theirs) + better]] += 1
    assert hands.duels == tuple(ways.values())


@pytest.mark.parametrize(
    "deck",
    [
        "AS 2S 3S 4S 5S 6S 7D",
        "TS JS QS KS AS TH TD TC JH",
        "2S 2H 2D 2C 3S 3H 3D 3C KH AH",
        "AS KS QS AH KH QH AD KD QD",
    ],
)
def test_a_part_of_a_deck_is_counted_as_the_rules_count_it(deck: str) -> None:
    there = cards(deck)
    counted = census(Composition.of_cards(there))
    duels, poker = dict.fromkeys(DUELS, 0), dict.fromkeys(PokerHand, 0)
    for six in combinations(there, 6):
        poker[best(six).hand] += 1
        for player in combinations(six, 3):
            dealer = [card for card in six if card not in player]
            over = summary(player=player, dealer=dealer)
            duels[over.dealer_qualifies, over.comparison] += 1
    found = [sum(h.size * h.duels[duel] for h in counted.classes) for duel in range(len(DUELS))]
    assert found == list(duels.values())
    assert counted.poker == tuple(poker.values())


def test_every_hand_is_in_a_class_of_its_own_value() -> None:
    counted = census()
    for place, found in enumerate(counted.class_of.tolist()):
        assert counted.classes[found].strength == TABLES.strengths[place]


def test_hands_with_missing_cards_are_in_no_class() -> None:
    counted = census(Composition.of_decks(1).without(cards("AS")))
    gone = [place for place, hand in enumerate(HANDS) if Card.parse("AS") in hand]
    assert set(counted.class_of[gone].tolist()) == {-1}
    assert (np.delete(counted.class_of, gone) >= 0).all()
