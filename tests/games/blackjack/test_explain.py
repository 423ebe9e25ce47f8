"""Explanations of blackjack: what became of each stake, and what the dealer did."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sabot.cards import cards
from sabot.gamekit import Ask, Bet, Deal, Done, Reveal, deal_next
from sabot.games.blackjack import GAME
from sabot.games.blackjack.state import State
from sabot.games.blackjack.variants import VARIANTS
from sabot.money import Cents

VARIANT = next(iter(VARIANTS.values()))
BETS = ("main", "perfect_pairs", "21+3")


def played(text: str, *choices: str) -> State:
    """One seat; cards in dealing order, and what the seat decides."""
    shoe, decided = iter(cards(text)), iter(choices)
    state = GAME.start(VARIANT, seats=frozenset({1}))
    while not isinstance(expected := GAME.expects(state), Done):
        match expected:
            case Deal():
                state = deal_next(GAME, state, next(shoe))
            case Reveal():
                state = GAME.reveal(state)
            case Ask(seat=None):
                state = GAME.close(state)
            case _:
                state = GAME.choose(state, next(decided))
    return state


def facts(state: State, *kinds: str) -> list[str]:
    first = Bet(id="b", player="ada", kind="main", stake=Cents(1_000), seat=1)
    bets = [first]
    bets += [first.extra(kind=kind, hand=int(kind == "split")) for kind in kinds]
    payouts = GAME.settle(state, bets)
    found = [GAME.explain(state, payout) for payout in payouts]
    assert [len(one) for one in found] == [len(payout.lines) for payout in payouts]
    return [one.code for [one] in found]


@pytest.mark.parametrize(
    ("text", "choices", "said"),
    [
        ("TS 9D KH 9C", ("stand",), "higher"),
        ("TS 9D 8H TC", ("stand",), "lower"),
        ("TS 9D 9H TC", ("stand",), "equal"),
        ("TS 6D 6H 5C KD", ("hit",), "bust"),
        ("TS 6D KH TC 9D", ("stand",), "dealer_bust"),
        ("AS 6D KH TC", (), "blackjack"),
        ("AS KD KH AC", (), "both_blackjack"),
        ("TS KD KH AC", (), "dealer_blackjack"),
    ],
)
def test_F133_F139_F144_F145_a_hand_is_explained(
    text: str, choices: tuple[str, ...], said: str
) -> None:
    assert facts(played(text, *choices)) == [said]


def test_F134_a_double_shares_the_story_of_its_hand() -> None:
    state = played("5S 9D 6H 9C KD", "double")
    assert facts(state, "double") == ["higher", "higher"]


def test_F135_each_split_hand_has_a_story_of_its_own() -> None:
    state = played("8S 9D 8H 9C KD TD", "split", "stand", "stand")
    assert facts(state, "split") == ["equal", "equal"]


def test_F146_F147_side_bets_name_their_cards() -> None:
    state = played("8S 9D 8S TC", "stand")
    first = Bet(id="b", player="ada", kind="main", stake=Cents(1_000), seat=1)
    sides = [Bet(id=kind, player="ada", kind=kind, stake=Cents(1_000), seat=1) for kind in BETS[1:]]
    [_, pairs, three] = [GAME.explain(state, p)[0] for p in GAME.settle(state, [first, *sides])]
    assert (pairs.code, dict(pairs.data)) == ("pair_class", {"name": "perfect", "cards": "8S 8S"})
    assert (three.code, dict(three.data)) == (
        "three_cards",
        {"name": "none", "cards": "8S 8S 9D"},
    )


@pytest.mark.parametrize(
    ("text", "choices", "said"),
    [
        ("TS KD KH AC", (), "dealer_has_blackjack"),
        ("TS 9D KH 9C", ("stand",), "dealer_first_two dealer_stands"),
        ("TS 6D KH 6C 9D", ("stand",), "dealer_first_two dealer_draws"),
        ("TS 6D KH TC 9D", ("stand",), "dealer_first_two dealer_draws_bust"),
        ("TS 6D 6H 5C KD", ("hit",), "dealer_first_two dealer_need_not_draw"),
    ],
)
def test_F132_F142_the_story_says_what_the_dealer_did(
    text: str, choices: tuple[str, ...], said: str
) -> None:
    assert " ".join(one.code for one in GAME.story(played(text, *choices))) == said


@pytest.mark.parametrize(("hole", "said"), [("KC", "insurance_won"), ("8C", "insurance_lost")])
def test_F141_insurance_is_about_the_hole_card(hole: str, said: str) -> None:
    state = played(f"TS AD 9H {hole}", "stand")
    first = Bet(id="b", player="ada", kind="main", stake=Cents(1_000), seat=1)
    insured = GAME.settle(state, [first, first.extra(kind="insurance", share=Fraction(1, 2))])
    assert GAME.explain(state, insured[1])[0].code == said
