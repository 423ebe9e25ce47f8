from collections import Counter
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from pathlib import Path

import pytest

from sabot.cards import Card, Rank, cards, full_deck
from sabot.games.blackjack import rules
from sabot.games.blackjack.rules import PairClass, ThreeCardClass

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "blackjack"

HANDS = """
cards             total  soft  blackjack  bust  splits
AS                11     yes   no         no    no
AS KD             21     yes   yes        no    no
TS AD             21     yes   yes        no    no
AS AD             12     yes   no         no    yes
AS 5D             16     yes   no         no    no
AS 5D 5C          21     yes   no         no    no
AS 5D 6C          12     no    no         no    no
AS 5D 9H          15     no    no         no    no
AS AD AH AC       14     yes   no         no    no
AS AD 9H TC       21     no    no         no    no
TS 9D             19     no    no         no    no
TS JD             20     no    no         no    yes
JS QD             20     no    no         no    yes
9S 9S             18     no    no         no    yes
5S 5D             10     no    no         no    yes
TS 6D 6C          22     no    no         yes   no
TS 6D 5C          21     no    no         no    no
7S 7D 7C          21     no    no         no    no
8S 8D 8C          24     no    no         yes   no
2S 3D 4S 5H 7C    21     no    no         no    no
"""


@pytest.mark.parametrize("row", HANDS.strip().splitlines()[1:])
def test_F133_F135_R11_what_a_hand_is(row: str) -> None:
    *written, total, soft, blackjack, bust, splits = row.split()
    hand = cards(" ".join(written))
    assert rules.hand_total(hand) == int(total)
    assert rules.is_soft(hand) == (soft == "yes")
    assert rules.is_blackjack(hand) == (blackjack == "yes")
    assert rules.is_bust(hand) == (bust == "yes")
    assert rules.can_split(hand) == (splits == "yes")


def test_F135_every_two_cards_of_equal_points_split_and_no_others() -> None:
    for first, second in combinations_with_replacement(full_deck(), 2):
        tens = {Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING}
        equal = first.rank == second.rank or {first.rank, second.rank} <= tens
        assert rules.can_split((first, second)) == equal


DEALER = """
cards          draws
TS 6D          yes
TS 7D          no
AS 5D          yes
AS 6D          no
2H 4C AS       no
AS 3C 2D AC    no
AS 6D 9C       yes
AS 6D TC       no
8S 8D AC       no
9S 7D          yes
TS 6D 6C       no
"""


@pytest.mark.parametrize("row", DEALER.strip().splitlines()[1:])
def test_F132_R9_dealer_draws_to_16_and_stands_on_every_17(row: str) -> None:
    *written, draws = row.split()
    assert rules.dealer_draws(cards(" ".join(written))) == (draws == "yes")


PAIRS = """
QH QH  perfect
2H 2D  coloured
2S 2C  coloured
5S 5D  mixed
5C 5H  mixed
KS QS  none
TS JS  none
AS AS  perfect
9D 8D  none
"""


@pytest.mark.parametrize("row", PAIRS.strip().splitlines())
def test_F146_R11_pairs_are_of_one_rank(row: str) -> None:
    first, second, expected = row.split()
    assert rules.pair_class(cards(f"{first} {second}")) == expected
    assert rules.pair_class(cards(f"{second} {first}")) == expected


THREES = """
AH AH AH  suited_trips
TS JS QS  straight_flush
AD 2D 3D  straight_flush
QC KC AC  straight_flush
QH QD QC  trips
QH QH QC  trips
9S TS JH  straight
AS 2D 3C  straight
QS KD AC  straight
QS KS AC  straight
KS AD 2C  none
KS AS 2S  flush
2C 6C KC  flush
9H 9H 2H  flush
9H 9H 2D  none
TS JS KD  none
JS QS KS  straight_flush
2S 4S 6D  none
"""


@pytest.mark.parametrize("row", THREES.strip().splitlines())
def test_F147_R10_three_cards_in_any_order_have_one_best_class(row: str) -> None:
    *written, expected = row.split()
    for three in permutations(cards(" ".join(written))):
        assert rules.three_card_class(three) == expected


def test_R10_there_are_twelve_straights() -> None:
    assert len(rules.STRAIGHTS) == 12
    ranks = [card.rank.ordinal for card in cards("KS AS 2S")]
    assert frozenset(ranks) not in rules.STRAIGHTS


def ways(drawn: tuple[Card, ...], copies: int) -> int:
    """In how many ways these cards, in no order, can be taken from a shoe."""
    return prod(comb(copies, count) for count in Counter(drawn).values())


def counted(decks: int) -> str:
    pairs: Counter[PairClass] = Counter()
    for two in combinations_with_replacement(full_deck(), 2):
        pairs[rules.pair_class(two)] += ways(two, decks)
    threes: Counter[ThreeCardClass] = Counter()
    for three in combinations_with_replacement(full_deck(), 3):
        threes[rules.three_card_class(three)] += ways(three, decks)
    lines = [f"# the first two cards, {decks} decks"]
    lines += [f"{label.value:<15}{pairs[label]:>9}" for label in PairClass]
    lines += ["", f"# the first two cards and the dealer's up card, {decks} decks"]
    lines += [f"{label.value:<15}{threes[label]:>9}" for label in ThreeCardClass]
    return "\n".join(lines) + "\n"


def test_F146_F147_ways_of_every_class_in_eight_decks() -> None:
    assert counted(8) == (GOLDEN / "side_bets.counts").read_text(encoding="utf-8")


def test_F133_ways_of_a_blackjack_in_eight_decks() -> None:
    pairs = combinations_with_replacement(full_deck(), 2)
    assert sum(ways(two, 8) for two in pairs if rules.is_blackjack(two)) == 32 * 128
