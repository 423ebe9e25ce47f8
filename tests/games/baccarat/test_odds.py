"""Exact returns: published figures, golden counts, and the round machine over every order."""

import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from sabot.cards import Composition, cards
from sabot.errors import Refused
from sabot.gamekit import Bet, DeclaredBy, DeclaredReturn, Done, deal_next
from sabot.games.baccarat import GAME
from sabot.games.baccarat.bets import EGALITE, Kind
from sabot.games.baccarat.declared import DECLARED
from sabot.games.baccarat.enumeration import ways
from sabot.games.baccarat.odds import label_ways, returns
from sabot.games.baccarat.variants import (
    NO_COMMISSION_BACCARAT,
    SPEED_BACCARAT,
    VARIANTS,
    BaccaratVariant,
)
from sabot.money import Cents

COUNTS = Path(__file__).parents[2] / "golden" / "baccarat" / "eight_decks.counts"

# What is known of eight decks, to twelve digits.
PUBLISHED = """
speed_baccarat           player                  0.987649186711
speed_baccarat           banker                  0.989420942158
speed_baccarat           banker_zero_commission  0.985418955360
speed_baccarat           tie                     0.856403712213
speed_baccarat           player_pair             0.896385542169
speed_baccarat           banker_pair             0.896385542169
speed_baccarat           either_pair             0.862901231201
speed_baccarat           perfect_pair            0.869706090390
speed_baccarat           player_bonus            0.973483254680
speed_baccarat           banker_bonus            0.906269259875
speed_baccarat           super6                  0.861819453724
no_commission_baccarat   banker                  0.985418955360
no_commission_baccarat   big                     0.956542524044
no_commission_baccarat   small                   0.947171227201
no_commission_baccarat   egalite_0               0.875473476363
no_commission_baccarat   egalite_7               0.936101233135
speed6_scanner_baccarat  banker                  0.989420942158
"""


def golden() -> list[list[str]]:
    lines = COUNTS.read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("row", PUBLISHED.strip().splitlines())
def test_F262_returns_of_a_whole_shoe(row: str) -> None:
    variant, kind, published = row.split()
    assert returns(VARIANTS[variant])[kind].decimal == published


def test_R8_player_and_banker_as_fractions() -> None:
    found = returns(SPEED_BACCARAT)
    assert found["player"].exact == Fraction(19283843717413, 19524993263685)
    assert found["player_pair"].exact == Fraction(372, 415)


def test_R8_zero_commission_costs_more_than_commission() -> None:
    found = returns(SPEED_BACCARAT)
    margins = [
        round(100 * (1 - found[kind].value), 2) for kind in ("banker_zero_commission", "banker")
    ]
    assert margins == [1.46, 1.06]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_F262_every_bet_of_a_variant_has_an_exact_return(variant: BaccaratVariant) -> None:
    found = returns(variant)
    assert list(found) == list(variant.bets)
    assert all(figure.exact is not None for figure in found.values())


def test_F262_golden_counts_of_the_winner() -> None:
    counted = dict(row for row in golden() if len(row) == 2)
    results = label_ways("banker", ways(Composition.of_decks(8)))
    assert int(counted["player"]) == results["player_wins"]
    assert int(counted["banker"]) == results["banker_wins"] + results["banker_wins_with_6"]
    assert int(counted["tie"]) == results["tie"]
    assert int(counted["orders"]) == sum(results.values()) == 416 * 415 * 414 * 413 * 412 * 411


def test_F262_golden_counts_of_every_bet() -> None:
    expected: dict[str, dict[str, int]] = {}
    for row in golden():
        if len(row) == 3:
            expected.setdefault(row[0], {})[row[1]] = int(row[2])
    counted = ways(Composition.of_decks(8))
    for kind, by_label in expected.items():
        found = label_ways(kind, counted)
        assert {name: number for name, number in found.items() if number} == by_label
    shared = {"banker": ["player", "tie", "super6", "banker_zero_commission"], "big": ["small"]}
    for first, others in {**shared, "egalite_0": EGALITE}.items():
        assert all(label_ways(kind, counted) == label_ways(first, counted) for kind in others)
    covered = {*expected, *(kind for others in shared.values() for kind in others), *EGALITE}
    assert covered == set(Kind)


# Short piles with copies of the same cards: every kind of pair, third card and tie is in them.
PILES = ("2S 2S 2S 6C 6C 7C 7D KD", "AS AS AH AH 3D 3D 5D 5D", "TS TS 8D 8D 9C 9C 4H 4H")


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("pile", PILES)
def test_F107_F109_returns_equal_paying_every_order_through_the_round(
    variant: BaccaratVariant, pile: str
) -> None:
    # A hundred cents are enough for all odds of the pay tables to come out whole.
    staked = [Bet(id=kind, player="lab", kind=kind, stake=Cents(100)) for kind in variant.bets]
    paid = dict.fromkeys(variant.bets, 0)
    orders = Counter(permutations(cards(pile), 6))
    for order, times in orders.items():
        state = GAME.start(variant)
        for card in order:
            if GAME.expects(state) == Done():
                break
            state = deal_next(GAME, state, card)
        for payout in GAME.settle(state, staked):
            paid[payout.bet.kind] += payout.amount * times
    found = returns(variant, Composition.of_cards(cards(pile)))
    expected = {kind: Fraction(total, 100 * orders.total()) for kind, total in paid.items()}
    assert {kind: figure.exact for kind, figure in found.items()} == expected


def test_F58_a_remaining_shoe_changes_the_return() -> None:
    without_fives = Composition.of_decks(8).without(cards("5S 5H 5D 5C " * 8))
    changed = returns(SPEED_BACCARAT, without_fives)
    whole = returns(SPEED_BACCARAT)
    assert all(changed[kind].exact != whole[kind].exact for kind in SPEED_BACCARAT.bets)


def test_F57_no_pair_is_left_when_every_card_is_single() -> None:
    found = returns(SPEED_BACCARAT, Composition.of_cards(cards("AS 2H 3D 4C 5S 6H 7D 8C 9S TH")))
    for kind in ("player_pair", "banker_pair", "either_pair", "perfect_pair"):
        assert found[kind].exact == 0
    assert returns(SPEED_BACCARAT, Composition.of_decks(1))["perfect_pair"].exact == 0


def test_F106_too_few_cards_have_no_return() -> None:
    with pytest.raises(Refused, match="shoe/too_short"):
        returns(SPEED_BACCARAT, Composition.of_cards(cards("AS 2H 3D 4C 5S")))


# --- declared -----------------------------------------------------------------------------------

SINGLE = [
    (variant, kind, found.figure)
    for variant, declared in DECLARED.items()
    for kind, found in declared.items()
    if "-" not in found.figure
]


@pytest.mark.parametrize(("variant", "kind", "text"), SINGLE)
def test_F262_declared_figures_match_to_the_printed_digits(
    variant: str, kind: str, text: str
) -> None:
    exact = returns(VARIANTS[variant])[kind].exact
    assert exact is not None
    assert abs(100 * exact - Fraction(text.removesuffix("%"))) < Fraction(1, 100)


def test_F121_F262_egalite_fills_its_declared_range() -> None:
    found = returns(NO_COMMISSION_BACCARAT)
    percent = [100 * Fraction(found[kind].exact or 0) for kind in EGALITE]
    (text,) = {DECLARED["no_commission_baccarat"][kind].figure for kind in EGALITE}
    low, high = (Fraction(end.removesuffix("%")) for end in text.split("-"))
    assert abs(min(percent) - low) < Fraction(1, 100)
    assert abs(max(percent) - high) < Fraction(1, 100)


def test_R8_speed_baccarat_declares_the_tie_under_bankers_name() -> None:
    declared = DECLARED["speed_baccarat"]
    printed = {k: d.figure for k, d in declared.items() if d.by is DeclaredBy.REGULATION}
    assert printed == {"tie": "85.64%"}
    assert declared["banker"] == DeclaredReturn(
        figure="98.94%", by=DeclaredBy.HOUSE, slip="85.64%", reading="R8"
    )


def test_F262_what_is_declared_is_offered() -> None:
    assert set(DECLARED) == set(VARIANTS)
    for variant in VARIANTS.values():
        assert set(DECLARED[variant.id]) == set(variant.bets)
        assert {k: spec.declared for k, spec in variant.bets.items()} == DECLARED[variant.id]


def test_F88_R1_six_decks_would_not_give_the_declared_pair() -> None:
    six = returns(NO_COMMISSION_BACCARAT, Composition.of_decks(6))["player_pair"].value
    assert round(100 * six, 2) == 88.75


def test_F109_the_rules_load_without_any_compiler() -> None:
    code = "import json, sys, sabot.games.baccarat.script; print(json.dumps(sorted(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert not {"numba", "numpy"} & set(json.loads(found.stdout))
