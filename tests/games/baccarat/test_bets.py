"""The label each bet gets from a finished round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cards import cards
from sabot.games.baccarat.bets import (
    EGALITE,
    PAIRS,
    Kind,
    Summary,
    label,
    tie_at,
    wins_by,
)
from sabot.games.baccarat.rules import PairClass

totals = st.integers(0, 9)
pair_classes = st.sampled_from(PairClass)
summaries = st.builds(
    Summary,
    player_points=totals,
    banker_points=totals,
    cards=st.sampled_from([4, 5, 6]),
    player_pair=pair_classes,
    banker_pair=pair_classes,
)


def test_F109_main_bets_share_the_words_of_the_result() -> None:
    for player, banker, expected in [
        (7, 6, "player_wins"),
        (5, 7, "banker_wins"),
        (5, 6, "banker_wins_with_6"),
        (6, 6, "tie"),
    ]:
        summary = Summary(player_points=player, banker_points=banker, cards=6)
        for kind in ("player", "banker", "banker_zero_commission", "tie", "super6"):
            assert label(kind, summary) == expected


@pytest.mark.parametrize("pair", [PairClass.MIXED, PairClass.COLOURED, PairClass.PERFECT])
def test_F114_F115_any_kind_of_pair_is_a_pair(pair: PairClass) -> None:
    player = Summary(player_points=0, banker_points=0, player_pair=pair)
    banker = Summary(player_points=0, banker_points=0, banker_pair=pair)
    assert (label("player_pair", player), label("banker_pair", player)) == ("pair", "no_pair")
    assert (label("player_pair", banker), label("banker_pair", banker)) == ("no_pair", "pair")


@given(player=pair_classes, banker=pair_classes)
def test_F116_F117_R5_one_hand_or_both_is_one_event(player: PairClass, banker: PairClass) -> None:
    summary = Summary(player_points=0, banker_points=0, player_pair=player, banker_pair=banker)
    paired = {player, banker} != {PairClass.NONE}
    perfect = PairClass.PERFECT in {player, banker}
    assert label("either_pair", summary) == ("pair" if paired else "no_pair")
    assert label("perfect_pair", summary) == ("perfect_pair" if perfect else "no_perfect_pair")


# F119, R6: Player's points, Banker's points, number of cards, what each bonus bet is told.
BONUS = """
9 0 5  wins_by_9     does_not_win
9 1 6  wins_by_8     does_not_win
8 4 5  wins_by_4     does_not_win
8 5 6  wins_by_3     does_not_win
0 9 6  does_not_win  wins_by_9
2 7 5  does_not_win  wins_by_5
9 0 4  natural_win   does_not_win
9 8 4  natural_win   does_not_win
7 8 4  does_not_win  natural_win
8 8 4  natural_tie   natural_tie
9 9 4  natural_tie   natural_tie
9 9 6  does_not_win  does_not_win
7 7 4  does_not_win  does_not_win
7 6 4  wins_by_1     does_not_win
"""


@pytest.mark.parametrize("row", BONUS.strip().splitlines())
def test_F119_R6_bonus_labels(row: str) -> None:
    player, banker, used, player_label, banker_label = row.split()
    summary = Summary(player_points=int(player), banker_points=int(banker), cards=int(used))
    assert label("player_bonus", summary) == player_label
    assert label("banker_bonus", summary) == banker_label


def test_F119_bonus_is_symmetric() -> None:
    for used in (4, 5, 6):
        for one in range(10):
            for other in range(10):
                here = Summary(player_points=one, banker_points=other, cards=used)
                there = Summary(player_points=other, banker_points=one, cards=used)
                assert label("player_bonus", here) == label("banker_bonus", there)


def test_F120_big_and_small_count_the_cards_of_both_hands() -> None:
    for used, expected in [(4, "four_cards"), (5, "five_cards"), (6, "six_cards")]:
        summary = Summary(player_points=1, banker_points=2, cards=used)
        assert label("big", summary) == label("small", summary) == expected


def test_F121_egalite_names_the_tied_total() -> None:
    for total in range(10):
        tied = Summary(player_points=total, banker_points=total, cards=6)
        assert {label(kind, tied) for kind in EGALITE} == {tie_at(total)}
    apart = Summary(player_points=3, banker_points=4, cards=6)
    assert {label(kind, apart) for kind in EGALITE} == {"no_tie"}


def test_F105_F115_a_summary_of_two_hands() -> None:
    summary = Summary.of(player_hand=cards("7H 7D 2C"), banker_hand=cards("KS KS"))
    assert summary == Summary(
        player_points=6,
        banker_points=0,
        cards=5,
        player_pair=PairClass.COLOURED,
        banker_pair=PairClass.PERFECT,
    )
    assert not summary.player_natural


@given(summary=summaries, points=totals, cards=st.sampled_from([4, 5, 6]))
def test_F114_pair_bets_look_at_pairs_alone(summary: Summary, points: int, cards: int) -> None:
    # The exact mathematics counts pairs and points apart: no bet may look at both.
    same_pairs = Summary(
        player_points=points,
        banker_points=9 - points,
        cards=cards,
        player_pair=summary.player_pair,
        banker_pair=summary.banker_pair,
    )
    same_points = Summary(
        player_points=summary.player_points,
        banker_points=summary.banker_points,
        cards=summary.cards,
    )
    for kind in Kind:
        other = same_pairs if kind in PAIRS else same_points
        assert label(kind, summary) == label(kind, other)


def test_F119_margins_have_their_own_words() -> None:
    assert len({wins_by(margin) for margin in range(1, 10)}) == 9
