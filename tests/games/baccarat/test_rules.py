"""The rules of baccarat, clause by clause."""

import pytest

from sabot.cards import Card, Rank, Suit, cards
from sabot.games.baccarat.rules import (
    PairClass,
    banker_draws,
    is_natural,
    pair_class,
    player_draws,
    points,
    value,
    winner,
)
from sabot.roads.results import Outcome

# F108 as the regulation prints it: rows are Banker's two-card totals, the first column is a Player
# who stood, the others are the value of Player's third card. D draws, S stands.
BANKER_TABLE = """
    -  0 1 2 3 4 5 6 7 8 9
0   D  D D D D D D D D D D
1   D  D D D D D D D D D D
2   D  D D D D D D D D D D
3   D  D D D D D D D D S D
4   D  S S D D D D D D S S
5   D  S S S S D D D D S S
6   S  S S S S S S D D S S
7   S  S S S S S S S S S S
8   S  S S S S S S S S S S
9   S  S S S S S S S S S S
"""


def banker_cells() -> list[tuple[int, int | None, bool]]:
    _, *rows = BANKER_TABLE.strip().splitlines()
    thirds = (None, *range(10))
    return [
        (int(row.split()[0]), third, mark == "D")
        for row in rows
        for third, mark in zip(thirds, row.split()[1:], strict=True)
    ]


def test_F105_points_of_every_rank() -> None:
    printed = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
    for suit in Suit:
        assert {rank.value: value(Card(rank, suit)) for rank in Rank} == printed


@pytest.mark.parametrize(
    ("hand", "total"),
    [("5S 5H", 0), ("8S 7H", 5), ("JS KH", 0), ("AS 5H 8D", 4), ("8S QH", 8), ("9S 9H", 8)],
)
def test_F105_examples_of_hands(hand: str, total: int) -> None:
    assert points(cards(hand)) == total


@pytest.mark.parametrize(("hand", "total"), [("7S 8D 9S", 4), ("9S 9H 9D", 7), ("6S 9D 9S", 4)])
def test_R4_three_cards_over_twenty_keep_the_last_digit(hand: str, total: int) -> None:
    assert points(cards(hand)) == total


def test_F107_player_draws_on_0_to_5() -> None:
    assert [player_draws(player=total, banker=0) for total in range(10)] == [True] * 6 + [False] * 4


@pytest.mark.parametrize(("banker", "third", "draws"), banker_cells())
def test_F108_banker_table(banker: int, third: int | None, draws: bool) -> None:
    # Player's own total plays no part below a natural: 6 stood, 0 drew.
    player = 6 if third is None else 0
    assert banker_draws(player=player, banker=banker, third=third) is draws


def test_F106_R4_a_natural_stops_both() -> None:
    for natural in (8, 9):
        assert is_natural(natural)
        for other in range(10):
            assert not player_draws(player=natural, banker=other)
            assert not player_draws(player=other, banker=natural)
            assert not banker_draws(player=natural, banker=other, third=None)
            assert not banker_draws(player=other, banker=natural, third=None)


def test_F106_four_cards_end_the_round_in_exactly_these_cases() -> None:
    ended = {
        (player, banker)
        for player in range(10)
        for banker in range(10)
        if not player_draws(player=player, banker=banker)
        and not banker_draws(player=player, banker=banker, third=None)
    }
    naturals = {(p, b) for p in range(10) for b in range(10) if max(p, b) >= 8}
    assert ended == naturals | {(6, 7), (7, 6), (6, 6), (7, 7)}


def test_F106_F267_the_side_closer_to_nine_wins_and_equal_hands_tie() -> None:
    for player in range(10):
        for banker in range(10):
            nearer = Outcome.PLAYER if 9 - player < 9 - banker else Outcome.BANKER
            expected = Outcome.TIE if player == banker else nearer
            assert winner(player=player, banker=banker) is expected


@pytest.mark.parametrize(
    ("hand", "pair"),
    [
        ("TS KS", PairClass.NONE),  # worth the same and no pair
        ("QS QH", PairClass.MIXED),
        ("7S 7D", PairClass.MIXED),
        ("5H 5D", PairClass.COLOURED),
        ("5S 5C", PairClass.COLOURED),
        ("KH KH", PairClass.PERFECT),
        ("KH QS KH", PairClass.NONE),  # the third card pairs with nothing
    ],
)
def test_F114_F115_kinds_of_pairs(hand: str, pair: PairClass) -> None:
    assert pair_class(cards(hand)) is pair
