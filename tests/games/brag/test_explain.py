"""Explanations of brag: the fact behind each line, and the story of the two hands."""

from __future__ import annotations

import pytest

from sabot.cards import cards
from sabot.gamekit import Bet, deal_next
from sabot.games.brag import GAME
from sabot.games.brag.round import BragRound
from sabot.games.brag.variants import VARIANTS
from sabot.money import Cents

VARIANT = next(iter(VARIANTS.values()))
RUN = "4S 5H 6D"
HIGH = "KS 7H 4D"


def played(player: str, dealer: str) -> BragRound:
    state = GAME.start(VARIANT)
    for card in cards(f"{player} {dealer}"):
        state = deal_next(GAME, state, card)
    return GAME.reveal(GAME.close(state))


def facts(player: str, dealer: str, *kinds: str) -> dict[str, list[str]]:
    state = played(player, dealer)
    bets = [Bet(id=kind, player="ada", kind=kind, stake=Cents(1_000)) for kind in kinds]
    payouts = GAME.settle(state, bets)
    found = {payout.bet.kind: GAME.explain(state, payout) for payout in payouts}
    assert [len(found[p.bet.kind]) for p in payouts] == [len(p.lines) for p in payouts]
    return {kind: [one.code for one in why] for kind, why in found.items()}


@pytest.mark.parametrize(
    ("player", "dealer", "said"),
    [
        (HIGH, "JS 9H 2D", "dealer_not_qualified"),
        (HIGH, "QS 9H 2D", "hands_player"),
        (HIGH, "AS 9H 2D", "hands_dealer"),
        (HIGH, "KC 7D 4C", "hands_tie"),
    ],
)
def test_F171_F172_ante_and_play_share_their_fact(player: str, dealer: str, said: str) -> None:
    assert facts(player, dealer, "ante", "play") == {"ante": [said], "play": [said]}


def test_F174_equal_kinds_are_told_apart_by_their_ranks() -> None:
    state = played("KS 7H AD", "5C AH KD")
    ante = Bet(id="ante", player="ada", kind="ante", stake=Cents(1_000))
    play = Bet(id="play", player="ada", kind="play", stake=Cents(1_000), parent="ante")
    fact = GAME.explain(state, GAME.settle(state, [ante, play])[0])[0]
    assert fact.code == "hands_player"
    assert (fact.data["player_ranks"], fact.data["dealer_ranks"]) == ("AK7", "AK5")


def test_F170_a_pass_is_its_own_reason() -> None:
    assert facts(HIGH, "QS 9H 2D", "ante") == {"ante": ["passed"]}


def test_F175_a_bonus_is_a_line_with_its_own_fact() -> None:
    told = facts(RUN, "7S 7H 7D", "ante", "play")
    assert told == {"ante": ["hands_dealer", "bonus"], "play": ["hands_dealer"]}


def test_F176_F177_side_bets_are_about_cards_alone() -> None:
    told = facts(RUN, "7S 8H 7D", "ante", "pair_plus", "poker_plus")
    assert told == {"ante": ["passed"], "pair_plus": ["own_hand"], "poker_plus": ["best_five"]}


def test_F171_the_story_says_whether_the_dealer_plays() -> None:
    codes = [one.code for one in GAME.story(played(HIGH, "JS 9H 2D"))]
    assert codes == ["shared_hand", "dealer_has", "dealer_does_not_play"]
    codes = [one.code for one in GAME.story(played(HIGH, "QS 9H 2D"))]
    assert codes[-1] == "better_player"
