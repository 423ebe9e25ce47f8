"""The baccarat tables as data: what they offer and what they pay."""

from dataclasses import replace
from fractions import Fraction

import pytest

from sabot.errors import Refused
from sabot.gamekit import Role
from sabot.games.baccarat.bets import Kind, Mode, Summary, label
from sabot.games.baccarat.rules import PairClass
from sabot.games.baccarat.variants import (
    LIVE_BACCARAT,
    NO_COMMISSION_BACCARAT,
    SPEED6_SCANNER_BACCARAT,
    SPEED_BACCARAT,
    VARIANTS,
    BaccaratVariant,
    Burn,
    Dealing,
)

# Bet, event, odds to one; a dash where the stake comes back (F109 to F121).
COMMON = """
player        player_wins         1
player        tie                 -
tie           tie                 8
player_pair   pair                11
banker_pair   pair                11
either_pair   pair                5
perfect_pair  perfect_pair        25
"""
COMMISSION = """
banker  banker_wins         0.95
banker  banker_wins_with_6  0.95
banker  tie                 -
"""
HALF_ON_SIX = """
banker  banker_wins         1
banker  banker_wins_with_6  0.5
banker  tie                 -
"""
CARD_COUNT = """
big    five_cards  0.54
big    six_cards   0.54
small  four_cards  1.5
"""
SPEED_ONLY = """
banker_zero_commission  banker_wins         1
banker_zero_commission  banker_wins_with_6  0.5
banker_zero_commission  tie                 -
super6                  banker_wins_with_6  15
player_bonus            wins_by_9           30
player_bonus            wins_by_8           10
player_bonus            wins_by_7           6
player_bonus            wins_by_6           4
player_bonus            wins_by_5           2
player_bonus            wins_by_4           1
player_bonus            natural_win         1
player_bonus            natural_tie         -
banker_bonus            wins_by_9           30
banker_bonus            wins_by_8           10
banker_bonus            wins_by_7           6
banker_bonus            wins_by_6           4
banker_bonus            wins_by_5           2
banker_bonus            wins_by_4           1
banker_bonus            natural_win         1
banker_bonus            natural_tie         -
"""
EGALITE_EXTRA = """
egalite_0  tie_at_0  150
egalite_1  tie_at_1  215
egalite_2  tie_at_2  220
egalite_3  tie_at_3  200
egalite_4  tie_at_4  120
egalite_5  tie_at_5  110
egalite_6  tie_at_6  45
egalite_7  tie_at_7  45
egalite_8  tie_at_8  80
egalite_9  tie_at_9  80
"""


def pay_table(variant: BaccaratVariant) -> dict[tuple[str, str], Fraction]:
    return {
        (kind, event): at for kind, spec in variant.bets.items() for event, at in spec.pays.items()
    }


def printed(*tables: str) -> dict[tuple[str, str], Fraction]:
    rows = [row.split() for table in tables for row in table.strip().splitlines()]
    return {(kind, event): Fraction(at.replace("-", "0")) for kind, event, at in rows}


def test_F109_F112_F113_F119_speed_baccarat_pays() -> None:
    assert pay_table(SPEED_BACCARAT) == printed(COMMON, COMMISSION, SPEED_ONLY)


def test_F111_F120_F121_no_commission_baccarat_pays() -> None:
    expected = printed(COMMON, HALF_ON_SIX, CARD_COUNT, EGALITE_EXTRA)
    assert pay_table(NO_COMMISSION_BACCARAT) == expected


def test_F110_R2_speed6_scanner_prints_what_comes_back() -> None:
    # The text lists returns with the stake inside: odds to one are one less.
    comes_back = {
        ("player", "player_wins"): "2",
        ("banker", "banker_wins"): "1.95",
        ("tie", "tie"): "9",
        ("player_pair", "pair"): "12",
        ("banker_pair", "pair"): "12",
        ("either_pair", "pair"): "6",
        ("perfect_pair", "perfect_pair"): "26",
        ("big", "six_cards"): "1.54",
        ("small", "four_cards"): "2.50",
    }
    table = pay_table(SPEED6_SCANNER_BACCARAT)
    assert table == printed(COMMON, COMMISSION, CARD_COUNT)
    for bet, returned in comes_back.items():
        assert table[bet] + 1 == Fraction(returned)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_F87_F88_R1_eight_decks(variant: BaccaratVariant) -> None:
    assert variant.decks == 8


def test_R27_F98_cut_card() -> None:
    placed = {variant.id: variant.cut_card_from_end for variant in VARIANTS.values()}
    assert placed == {
        "speed_baccarat": 14,
        "no_commission_baccarat": 14,
        "speed6_scanner_baccarat": 104,
        "live_baccarat": 14,
    }


def test_F125_only_one_table_has_seats() -> None:
    assert [variant.seats for variant in VARIANTS.values()] == [0, 7, 0, 0]


def test_R25_R26_dealing_is_data() -> None:
    assert SPEED_BACCARAT.dealing is Dealing.RESERVE
    assert NO_COMMISSION_BACCARAT.dealing is Dealing.ONE_BY_ONE
    assert SPEED6_SCANNER_BACCARAT.dealing is Dealing.SIX_SCANNERS
    assert LIVE_BACCARAT.dealing is Dealing.ONE_BY_ONE


def test_F124_an_ordinary_table_offers_the_bets_of_speed_baccarat() -> None:
    bets = SPEED_BACCARAT.bets
    assert list(LIVE_BACCARAT.bets) == list(bets)
    for kind, spec in LIVE_BACCARAT.bets.items():
        assert replace(spec, declared=bets[kind].declared) == bets[kind]
    assert LIVE_BACCARAT.modes == SPEED_BACCARAT.modes


def test_F99_speed_baccarat_does_not_burn() -> None:
    assert SPEED_BACCARAT.burn is Burn.NOT_OFFERED


def test_F112_the_banker_area_follows_the_mode() -> None:
    assert SPEED_BACCARAT.modes[0] is Mode.COMMISSION
    assert SPEED_BACCARAT.banker_kind(Mode.COMMISSION) is Kind.BANKER
    assert SPEED_BACCARAT.banker_kind(Mode.ZERO_COMMISSION) is Kind.BANKER_ZERO_COMMISSION
    assert NO_COMMISSION_BACCARAT.banker_kind(Mode.ZERO_COMMISSION) is Kind.BANKER
    assert SPEED6_SCANNER_BACCARAT.banker_kind(Mode.COMMISSION) is Kind.BANKER
    with pytest.raises(Refused, match="mode/not_offered"):
        NO_COMMISSION_BACCARAT.banker_kind(Mode.COMMISSION)


def test_R29_golden_chips_lie_on_main_bets() -> None:
    for variant in VARIANTS.values():
        golden = {kind for kind, spec in variant.bets.items() if spec.golden_chips}
        assert golden == {k for k, spec in variant.bets.items() if spec.role is Role.MAIN}


def test_F123_no_progressive_game_is_offered() -> None:
    kinds = {kind for variant in VARIANTS.values() for kind in variant.bets}
    assert kinds == {kind.value for kind in Kind}


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_F109_every_line_of_a_pay_table_can_happen(variant: BaccaratVariant) -> None:
    rounds = [
        Summary(
            player_points=player,
            banker_points=banker,
            cards=cards,
            player_pair=pair,
            banker_pair=PairClass.NONE if pair is PairClass.PERFECT else pair,
        )
        for player in range(10)
        for banker in range(10)
        for cards in (4, 5, 6)
        for pair in PairClass
    ]
    for kind, spec in variant.bets.items():
        assert spec.kind == kind
        happens = {label(kind, summary) for summary in rounds}
        assert set(spec.pays) < happens  # and something loses
