"""Explanations of baccarat: the fact each bet was about, and why cards were drawn."""

from __future__ import annotations

import pytest

from sabot.cards import cards
from sabot.games.baccarat.bets import EGALITE, Kind
from sabot.games.baccarat.explain import bet, story

PLAYER_9_5 = ("9S KD", "2H 3C")
WITH_SIX = ("KD QC 3S", "6H KS")
TIE_AT_9 = ("9S KD", "9H QC")


def fact(kind: Kind, hands: tuple[str, str]) -> str:
    found = bet(kind, player_hand=cards(hands[0]), banker_hand=cards(hands[1]))
    figures = " ".join(f"{name}={value}" for name, value in found.data.items())
    return f"{found.code} {figures}"


@pytest.mark.parametrize(
    ("kind", "hands", "said"),
    [
        (Kind.PLAYER, PLAYER_9_5, "player_wins player=9 banker=5"),
        (Kind.BANKER, PLAYER_9_5, "player_wins player=9 banker=5"),
        (Kind.TIE, TIE_AT_9, "tie player=9 banker=9"),
        (Kind.SUPER6, WITH_SIX, "banker_wins_with_6 player=3 banker=6"),
        (Kind.BANKER_ZERO_COMMISSION, WITH_SIX, "banker_wins_with_6 player=3 banker=6"),
        (Kind.PLAYER_PAIR, ("7S 7D", "2H 3C"), "pair side=player cards=7S 7D"),
        (Kind.BANKER_PAIR, ("7S 7D", "2H 3C"), "no_pair side=banker cards=2H 3C"),
        (
            Kind.EITHER_PAIR,
            ("7S 7D", "2H 3C"),
            "either_pair_in_one player_cards=7S 7D banker_cards=2H 3C",
        ),
        (
            Kind.PERFECT_PAIR,
            ("7S 7S", "2H 2H"),
            "perfect_pair_in_both player_cards=7S 7S banker_cards=2H 2H",
        ),
        (
            Kind.PERFECT_PAIR,
            ("7S 7D", "2H 3C"),
            "no_perfect_pair player_cards=7S 7D banker_cards=2H 3C",
        ),
        (
            Kind.PLAYER_BONUS,
            PLAYER_9_5,
            "bonus_natural side=player margin=4 player=9 banker=5",
        ),
        (Kind.BANKER_BONUS, PLAYER_9_5, "bonus_not_won side=banker player=9 banker=5"),
        (Kind.BANKER_BONUS, TIE_AT_9, "bonus_natural_tie side=banker player=9 banker=9"),
        (
            Kind.BANKER_BONUS,
            WITH_SIX,
            "bonus_margin side=banker margin=3 player=3 banker=6",
        ),
        (Kind.BIG, WITH_SIX, "cards_used count=5"),
        (EGALITE[4], TIE_AT_9, "tied_at total=9 wanted=4"),
        (EGALITE[4], PLAYER_9_5, "no_tie player=9 banker=5"),
    ],
)
def test_F237_each_bet_is_explained_by_its_own_fact(
    kind: Kind, hands: tuple[str, str], said: str
) -> None:
    assert fact(kind, hands) == said


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (PLAYER_9_5, "first_two natural player_wins"),
        (("6S KD", "5H KC 2D"), "first_two player_stands banker_draws_alone banker_wins"),
        (("6S KD", "7H KC"), "first_two player_stands banker_stands_alone banker_wins"),
        (("2S KD 8H", "3H KC"), "first_two player_draws banker_stands_on banker_wins"),
        (("2S KD 7H", "3H KC 6D"), "first_two player_draws banker_draws_on tie"),
    ],
)
def test_F106_F107_F108_the_story_says_who_drew_and_why(hands: tuple[str, str], said: str) -> None:
    told = story(player_hand=cards(hands[0]), banker_hand=cards(hands[1]))
    assert " ".join(one.code for one in told) == said
