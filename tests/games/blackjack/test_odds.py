from dataclasses import replace
from fractions import Fraction

import pytest

from sabot.cards import Composition, cards
from sabot.errors import Refused
from sabot.games.blackjack import odds
from sabot.games.blackjack.bets import Kind, Label
from sabot.games.blackjack.variants import BLACKJACK, BlackjackVariant, TenUpBlackjack

FULL = Composition.of_decks(8)


def paying(kind: Kind, label: str, at: Fraction) -> BlackjackVariant:
    """The table with one line of one pay table changed."""
    spec = BLACKJACK.bets[kind]
    changed = replace(spec, pays={**spec.pays, label: at})
    return replace(BLACKJACK, bets={**BLACKJACK.bets, kind: changed})


def test_R9_R10_R12_returns_of_the_table() -> None:
    found = odds.returns(BLACKJACK)
    assert {bet: item.decimal for bet, item in found.items()} == {
        "main": "0.993927984269",
        "insurance": "0.925301204819",
        "perfect_pairs": "0.959036144578",
        "21+3": "0.962960873595",
        "top3": "0.910002552014",
    }
    assert found["main"].total_stake_decimal == "0.994565422812"
    assert found["main"].exact is None
    assert found["21+3"].exact == Fraction(119489, 124085)


def test_R9_the_setting_under_a_ten_moves_the_main_bet_only() -> None:
    late = replace(BLACKJACK, ten_up_blackjack=TenUpBlackjack.TAKES_ALL)
    usual, changed = odds.returns(BLACKJACK), odds.returns(late)
    assert changed["main"].decimal == "0.992925886005"
    assert {bet for bet in usual if usual[bet] != changed[bet]} == {"main"}


def test_returns_of_what_is_left_follow_the_cards_that_left() -> None:
    usual = odds.returns(BLACKJACK)
    fives_gone = odds.returns(BLACKJACK, FULL.without(cards("5S 5H 5D 5C") * 4))
    aces_gone = odds.returns(BLACKJACK, FULL.without(cards("AS AH AD AC") * 4))
    assert fives_gone["main"].value > usual["main"].value > aces_gone["main"].value
    assert fives_gone["insurance"].exact == 3 * Fraction(128, 399)


def test_F141_without_aces_insurance_has_no_return() -> None:
    shoe = FULL.without(cards("AS AH AD AC") * 8)
    assert "insurance" not in odds.returns(BLACKJACK, shoe)


def test_F149_a_bet_the_table_does_not_offer_has_no_return() -> None:
    bets = {kind: spec for kind, spec in BLACKJACK.bets.items() if kind != Kind.TOP3}
    assert "top3" not in odds.returns(replace(BLACKJACK, bets=bets))


def test_F133_the_pay_table_of_the_variant_decides() -> None:
    stingy = odds.returns(paying(Kind.MAIN, Label.BLACKJACK, Fraction(6, 5)))
    assert stingy["main"].value < 0.981
    richer = odds.returns(paying(Kind.PERFECT_PAIRS, "mixed", Fraction(7)))
    assert richer["perfect_pairs"].value > 0.959036144578


@pytest.mark.parametrize("kind", [Kind.MAIN, Kind.DOUBLE, Kind.SPLIT])
def test_F145_a_plain_win_that_does_not_pay_even_money_is_refused(kind: Kind) -> None:
    with pytest.raises(Refused, match="odds/not_even_money"):
        odds.returns(paying(kind, Label.WIN, Fraction(2)))


def test_a_shoe_that_could_run_dry_is_refused() -> None:
    with pytest.raises(Refused, match="shoe/too_short"):
        odds.returns(BLACKJACK, Composition.of_cards(cards("2S 3S 4S 5S 6S 7S 8S 9S TS AS")))


def test_R9_both_strategies_are_published_side_by_side() -> None:
    figures = odds.published(BLACKJACK)
    assert f"{figures.composition_dependent.total_stake:.4%}" == "99.4565%"
    assert f"{figures.total_dependent.initial:.3%}" == "99.391%"


def test_strategy_and_chart_belong_to_the_variant() -> None:
    tables = odds.strategy(BLACKJACK)
    assert odds.strategy(BLACKJACK) is tables
    assert odds.charts(BLACKJACK)[0].rows[7][0] == "11"
    late = replace(BLACKJACK, ten_up_blackjack=TenUpBlackjack.TAKES_ALL)
    assert odds.charts(BLACKJACK)[0].rows[7][1][8] == "D"
    assert odds.charts(late)[0].rows[7][1][8] == "H"
