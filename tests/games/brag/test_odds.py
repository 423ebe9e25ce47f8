"""Exact returns, the best play, and the declared figure (F179, R13)."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from tests.games.brag.driver import counts

from sabot.cards import Card, Composition, cards, full_deck
from sabot.errors import Refused
from sabot.gamekit import Bet, DeclaredBy
from sabot.games.brag import GAME
from sabot.games.brag.bets import Kind
from sabot.games.brag.declared import DECLARED
from sabot.games.brag.enumeration import census
from sabot.games.brag.odds import advice, best_play, charts, returns
from sabot.games.brag.round import BragRound, Stage
from sabot.games.brag.rules import BragHand
from sabot.games.brag.variants import THREE_CARD_BRAG
from sabot.money import Cents

RETURNS = returns(THREE_CARD_BRAG)

# Ten cards: every kind of hand, and few enough to settle each deal by the rules themselves.
SMALL = cards("AS 2S 3S QS KS 3H 3D 2D JD TC")


def test_F179_R13_ante_and_play_per_ante() -> None:
    assert RETURNS["ante_play"].exact == Fraction(98377579, 101792600)
    assert RETURNS["ante_play"].decimal == "0.966451186039"


def test_F179_R13_ante_and_play_of_the_total_stake() -> None:
    assert RETURNS["ante_play"].total_stake_exact == Fraction(167006979, 170422000)
    assert RETURNS["ante_play"].total_stake_decimal == "0.979961384094"


def test_F178_R13_blind_play_of_ante_and_blind_play_together() -> None:
    assert RETURNS["blind_play"].exact == Fraction(48953157, 50896300)
    assert RETURNS["blind_play"].decimal == "0.961821527302"


def test_F176_R13_pair_plus() -> None:
    assert RETURNS["pair_plus"].exact == Fraction(5407, 5525)
    assert RETURNS["pair_plus"].decimal == "0.978642533937"


def test_F177_R13_poker_plus() -> None:
    assert RETURNS["poker_plus"].exact == Fraction(136879, 149695)
    assert RETURNS["poker_plus"].decimal == "0.914385918033"


def test_F179_R13_the_declared_figure_is_pair_plus_and_no_other_bet() -> None:
    declared = DECLARED["three_card_brag"]
    printed = {kind: d.figure for kind, d in declared.items() if d.by is DeclaredBy.REGULATION}
    assert printed == {"pair_plus": "97.86%"}
    printed = {kind: f"{100 * returned.value:.2f}%" for kind, returned in RETURNS.items()}
    assert [kind for kind, text in printed.items() if text == "97.86%"] == ["pair_plus"]


def test_R13_the_best_play_is_Q64_or_better() -> None:
    best = best_play(THREE_CARD_BRAG)
    assert best.text == "play Q-6-4 or better"
    assert best.simple
    assert best.share_played == Fraction(149, 221)


def test_R13_all_suits_of_the_hands_at_the_border_agree() -> None:
    profits: dict[str, list[Fraction]] = {"Q-6-3": [], "Q-6-4": []}
    for each in best_play(THREE_CARD_BRAG).advice:
        if each.kind is BragHand.HIGH_CARD and each.name in profits:
            profits[each.name].append(each.profit)
    assert {name: len(found) for name, found in profits.items()} == {"Q-6-3": 4, "Q-6-4": 4}
    assert max(profits["Q-6-3"]) < -1 < min(profits["Q-6-4"])


def test_a_table_that_pays_nothing_is_passed_and_one_that_pays_well_is_never() -> None:
    play = THREE_CARD_BRAG.bets["play"]
    pays = {**play.pays, "dealer_better": Fraction(3)}
    rich = {**THREE_CARD_BRAG.bets, "play": replace(play, pays=pays)}
    assert best_play(replace(THREE_CARD_BRAG, bets=rich)).share_played == 1
    nothing = {
        kind: replace(spec, pays={}) if kind in ("ante", "play") else spec
        for kind, spec in THREE_CARD_BRAG.bets.items()
    }
    best = best_play(replace(THREE_CARD_BRAG, bets=nothing, ante_bonus={}))
    assert (best.least, best.text) == (None, "pass every hand")


def test_a_bonus_that_rewards_weak_hands_makes_exceptions() -> None:
    odd = replace(THREE_CARD_BRAG, ante_bonus={"high_card": Fraction(4)})
    assert best_play(odd).text == "play 5-3-2 or better"
    losing = {kind: replace(spec, pays={}) for kind, spec in THREE_CARD_BRAG.bets.items()}
    odd = replace(THREE_CARD_BRAG, bets=losing, ante_bonus={"pair": Fraction(4)})
    best = best_play(odd)
    assert (best.text, best.simple) == ("play 3-2-2 or better, with exceptions", False)


def test_R13_the_ways_of_the_best_play() -> None:
    every, played = counts("duels.counts")
    counted = census()
    found, found_played = [0] * 6, [0] * 6
    for hands, each in zip(counted.classes, advice(THREE_CARD_BRAG, counted), strict=True):
        for duel, ways in enumerate(hands.duels):
            found[duel] += hands.size * ways
            found_played[duel] += hands.size * ways * each.plays
    assert found == list(every.values())
    assert found_played == list(played.values())


def test_R13_the_golden_ways_give_the_golden_returns() -> None:
    # By hand from the counts: +2 −2 on a qualified dealer, +1 otherwise, bonus on top, −1 passed.
    _, played = counts("duels.counts")
    hands, _ = counts("hands.counts")
    total = 22100 * 18424
    profit = (
        played["unqualified_player"]
        + 2 * played["qualified_player"]
        - 2 * played["qualified_dealer"]
        - (total - sum(played.values()))
        + 18424 * (5 * hands["prial"] + 4 * hands["straight_flush"] + hands["run"])
    )
    assert 1 + Fraction(profit, total) == RETURNS["ante_play"].exact


def brute(deck: tuple[Card, ...]) -> dict[str, Fraction]:
    """Every deal of a small deck, settled by the round itself."""
    stake = Cents(100)
    first = [
        Bet(id=kind, player="ada", kind=kind, stake=stake)
        for kind in (Kind.ANTE, Kind.PAIR_PLUS, Kind.POKER_PLUS)
    ]
    played = (*first, first[0].extra(kind=Kind.PLAY))
    total = dict.fromkeys(("ante_play", "blind_play", "pair_plus", "poker_plus"), Fraction(0))
    player_hands = list(combinations(deck, 3))
    for player in player_hands:
        profits = []
        for dealer in combinations([card for card in deck if card not in player], 3):
            state = BragRound(variant=THREE_CARD_BRAG, stage=Stage.OVER, dealt=player + dealer)
            ante, pair, poker, play = GAME.settle(state, played)
            profits.append(ante.amount + play.amount - 2 * stake)
            total["pair_plus"] += pair.amount
            total["poker_plus"] += poker.amount
        total["blind_play"] += sum(profits) + 2 * stake * len(profits)
        total["ante_play"] += max(sum(profits), -stake * len(profits)) + stake * len(profits)
    ways = len(player_hands) * len(list(combinations(range(len(deck) - 3), 3))) * stake
    total["blind_play"] /= 2
    return {kind: amount / ways for kind, amount in total.items()}


def test_R13_a_small_deck_agrees_with_every_deal_settled_by_the_rules() -> None:
    found = returns(THREE_CARD_BRAG, Composition.of_cards(SMALL))
    assert {kind: returned.exact for kind, returned in found.items()} == brute(SMALL)


def test_a_given_deck_changes_the_returns() -> None:
    without_aces = Composition.of_decks(1).without(cards("AS AH AD AC"))
    found = returns(THREE_CARD_BRAG, without_aces)
    assert found["pair_plus"].exact != RETURNS["pair_plus"].exact
    assert returns(THREE_CARD_BRAG, Composition.of_decks(1)) == RETURNS


@pytest.mark.parametrize(
    "remaining",
    [Composition.of_decks(2), Composition.of_cards(full_deck()[:5]), Composition.of_decks(0)],
)
def test_F102_a_deck_that_brag_cannot_be_dealt_from_is_refused(remaining: Composition) -> None:
    with pytest.raises(Refused, match="shoe/impossible"):
        returns(THREE_CARD_BRAG, remaining)


def test_R13_the_chart_says_the_same_as_the_best_play() -> None:
    high, better = charts(THREE_CARD_BRAG)
    rows = {name: "".join(cell or "." for cell in cells) for name, cells in high.rows}
    assert high.columns == tuple("KQJT9876543")
    assert rows == {
        "A": "PPPPPPPPPP.",
        "K": ".PPPPPPPPPP",
        "Q": "..PPPPP4+FFF",
        "J": "...FFFFFFFF",
        "T": "....FFFFFFF",
        "9": ".....FFFFFF",
        "8": "......FFFFF",
        "7": ".......FFFF",
        "6": "........FFF",
        "5": ".........FF",
    }
    kinds = ("prial", "straight_flush", "run", "flush", "pair")
    assert better.rows == tuple((kind, ("P",)) for kind in kinds)
