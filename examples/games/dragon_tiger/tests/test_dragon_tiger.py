"""Dragon Tiger: rules, payouts, exact returns, simulation, roads, texts."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from importlib.resources import files

import pytest
from sabot_dragon_tiger import GAME, odds, simulation
from sabot_dragon_tiger.round import DragonTigerState
from sabot_dragon_tiger.rules import Outcome, outcome_of
from sabot_dragon_tiger.script import settle_script
from sabot_dragon_tiger.variants import DRAGON_TIGER

from sabot.cards import Card, Composition, cards
from sabot.errors import Malformed, Refused
from sabot.gamekit import Bet, Deal, Done, Result, deal_next
from sabot.maths.tally import Tally
from sabot.money import Cents


def played(text: str) -> DragonTigerState:
    state = GAME.start(DRAGON_TIGER)
    for card in cards(text):
        state = deal_next(GAME, state, card)
    return state


def back(text: str, stake: int = 105, *, golden: bool = False) -> dict[str, int]:
    """What a stake on every bet brings back."""
    bets = [
        Bet(id=kind, player="ada", kind=kind, stake=Cents(stake), golden=golden)
        for kind in DRAGON_TIGER.bets
    ]
    return {paid.bet.kind: paid.amount for paid in GAME.settle(played(text), bets)}


@pytest.mark.parametrize(
    ("dealt", "outcome"),
    [
        ("KH QS", Outcome.DRAGON),
        ("AH 2S", Outcome.TIGER),  # the ace is the lowest
        ("9H 9S", Outcome.TIE),
        ("9H 9H", Outcome.SUITED_TIE),
    ],
)
def test_the_higher_rank_wins(dealt: str, outcome: Outcome) -> None:
    assert outcome_of(*cards(dealt)) is outcome


def test_a_round_asks_for_two_cards_in_order() -> None:
    state = GAME.start(DRAGON_TIGER)
    assert GAME.expects(state) == Deal(("dragon",))
    with pytest.raises(Refused):
        GAME.deal(state, Card.parse("9H"), at="tiger")
    with pytest.raises(Refused):
        GAME.settle(state, [])
    assert GAME.expects(played("9H")) == Deal(("tiger",))
    assert GAME.expects(played("9H KD")) == Done()


def test_every_bet_is_paid_by_the_regulation() -> None:
    assert back("KH QS") == {"dragon": 210, "tiger": 0, "tie": 0, "suited_tie": 0}
    assert back("AH QS") == {"dragon": 0, "tiger": 210, "tie": 0, "suited_tie": 0}
    assert back("9H 9S") == {"dragon": 52, "tiger": 52, "tie": 1260, "suited_tie": 0}
    assert back("9H 9H") == {"dragon": 52, "tiger": 52, "tie": 1260, "suited_tie": 5355}


def test_a_golden_chip_has_no_half() -> None:
    assert back("9H 9S", golden=True) == {"dragon": 0, "tiger": 0, "tie": 1155, "suited_tie": 0}


def test_half_of_a_stake_is_told_as_lost() -> None:
    [paid] = GAME.settle(
        played("9H 9S"), [Bet(id="b", player="ada", kind="dragon", stake=Cents(100))]
    )
    assert (paid.result, paid.amount, paid.lines[0].label) == (Result.LOSE, 50, "tied")
    assert [fact.code for fact in GAME.explain(played("9H 9S"), paid)] == ["dragon_tiger_tie"]


def test_the_exact_returns_are_those_of_a_pencil() -> None:
    # The second card: 31 of 415 have the rank of the first, 7 are the same card.
    tie, suited = Fraction(31, 415), Fraction(7, 415)
    side = 2 * (1 - tie) / 2 + tie / 2
    exact = {kind: found.exact for kind, found in odds.returns(DRAGON_TIGER).items()}
    assert exact == {"dragon": side, "tiger": side, "tie": 12 * tie, "suited_tie": 51 * suited}


def test_returns_follow_what_is_left_of_the_shoe() -> None:
    left = odds.returns(DRAGON_TIGER, Composition.of_cards(cards("9H 9H")))
    assert left["suited_tie"].exact == 51
    with pytest.raises(Refused):
        odds.returns(DRAGON_TIGER, Composition.of_cards(cards("9H")))


def test_the_published_returns_are_the_computed_ones() -> None:
    told = json.loads(files("sabot_dragon_tiger").joinpath("returns.json").read_text("utf-8"))
    computed = odds.returns(DRAGON_TIGER)
    assert {kind: lines[0]["exact"] for kind, lines in told["dragon_tiger"].items()} == {
        kind: str(found.exact) for kind, found in computed.items()
    }


def test_a_simulation_comes_near_and_repeats_itself() -> None:
    def run(seed: int) -> dict[str, Tally]:
        parts = [
            simulation.run(DRAGON_TIGER, block)
            for block in simulation.plan(rounds=1_200_000, seed=seed)
        ]
        counts = parts[0]
        for part in parts[1:]:
            counts = simulation.merge(counts, part)
        return simulation.tallies(DRAGON_TIGER, counts)

    found = run(7)
    for kind, exact in odds.returns(DRAGON_TIGER).items():
        assert found[kind].rounds == 1_200_000
        assert abs(found[kind].z(exact.value) or 0.0) < 4
    assert found == run(7)
    assert found != run(8)


def test_a_written_round_is_settled_and_a_mistake_named() -> None:
    line = {"id": 1, "game": "dragon_tiger", "shoe": ["9H", "9S"], "bets": {"dragon": 105}}
    assert settle_script(line) == {
        "outcome": {"winner": "tie", "suited": False},
        "bets": {"dragon": {"stake": 105, "result": "lose", "payout": 52}},
        "total_stake": 105,
        "total_payout": 52,
    }
    with pytest.raises(Malformed) as refused:
        settle_script({**line, "shoe": ["9H"]})
    assert refused.value.data["field"] == "shoe"


def test_rounds_are_written_on_the_roads() -> None:
    result = GAME.parts.scorecard_result
    assert result is not None
    letters = [result(GAME.outcome(played(text))).letter for text in ("KH 2S", "2S KH", "3S 3H")]
    assert letters == ["B", "P", "T"]


def test_both_languages_have_the_same_texts_with_the_same_gaps() -> None:
    english, italian = GAME.parts.texts["en"], GAME.parts.texts["it"]
    assert set(english) == set(italian)
    assert {f"bet.{kind}" for kind in DRAGON_TIGER.bets} <= set(english)
    assert {f"explain.dragon_tiger_{outcome.value}" for outcome in Outcome} <= set(english)
    for key, text in english.items():
        assert re.findall(r"{\w+}", text) == re.findall(r"{\w+}", italian[key]), key
