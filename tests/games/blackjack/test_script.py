import json
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cards import full_deck
from sabot.errors import Malformed
from sabot.games.blackjack.script import settle_script

WRITTEN: dict[str, object] = {
    "id": "x",
    "game": "blackjack",
    "tags": ["any"],
    "note": "ignored",
    "expected": {"ignored": True},
    "rules": {
        "doc": "003",
        "decks": 8,
        "dealer": "S17",
        "das": False,
        "splits": 1,
        "split_aces_one_card": True,
        "peek_ace": True,
        "ten_up_bj": "takes_all",
        "blackjack_pays": "3:2",
        "insurance_pays": "2:1",
    },
    "shoe": ["5S", "AH", "5D", "6C", "TH", "2D", "9C"],
    "bets": {"main": 1000, "perfect_pairs": 500, "21+3": 300, "top3": 200},
    "actions": [{"act": "insurance", "yes": True}, {"hand": 0, "act": "double"}],
    "bet_behind": {"stake": 400, "follow_double": True, "follow_split": False},
}


def with_members(**members: object) -> dict[str, object]:
    return {**WRITTEN, **members}


def test_a_settled_line_has_these_members_in_this_order() -> None:
    assert json.dumps(settle_script(WRITTEN)) == json.dumps(
        {
            "outcome": {
                "dealer_cards": ["AH", "6C"],
                "dealer_total": 17,
                "dealer_blackjack": False,
                "player_blackjack": False,
                "cards_used": 5,
            },
            "hands": [
                {
                    "cards": ["5S", "5D", "TH"],
                    "total": 20,
                    "stake": 2000,
                    "result": "win",
                    "payout": 4000,
                    "blackjack": False,
                }
            ],
            "bets": {
                "perfect_pairs": {"stake": 500, "result": "win", "payout": 3500, "hand": "mixed"},
                "21+3": {"stake": 300, "result": "lose", "payout": 0, "hand": "none"},
                "top3": {"stake": 200, "result": "lose", "payout": 0, "hand": "none"},
                "insurance": {"stake": 500, "result": "lose", "payout": 0},
            },
            "behind": [{"stake": 800, "result": "win", "payout": 1600}],
            "total_stake": 4300,
            "total_payout": 9100,
        }
    )


def test_only_shoe_and_main_bet_are_needed() -> None:
    settled = settle_script({"shoe": ["TS", "KH", "9D", "AC"], "bets": {"main": 1000}})
    assert "behind" not in settled
    assert settled["bets"] == {}
    assert cast(dict[str, object], settled["outcome"])["cards_used"] == 4


def test_R9_a_line_without_rules_is_played_with_a_peek() -> None:
    line: dict[str, object] = {"shoe": ["8S", "KH", "8D", "AC"], "bets": {"main": 1000}}
    hit = {**line, "actions": [{"hand": 0, "act": "hit"}]}
    assert settle_script(hit)["total_stake"] == 1000  # over before the hit
    assert problem({**hit, "rules": {"ten_up_bj": "takes_all"}}).data["field"] == "shoe"


def test_F142_decisions_the_peek_forestalled_are_let_be() -> None:
    line = with_members(
        shoe=["8S", "KH", "8D", "AC"],
        rules={"ten_up_bj": "peek"},
        actions=[{"hand": 0, "act": "split"}, {"hand": 1, "act": "hit"}],
    )
    outcome = cast(dict[str, object], settle_script(line)["outcome"])
    assert outcome["cards_used"] == 4


def test_R28_follow_flags_are_on_by_default() -> None:
    settled = settle_script(with_members(bet_behind={"stake": 400}))
    assert settled["behind"] == [{"stake": 800, "result": "win", "payout": 1600}]


def test_F156_bets_behind_may_be_a_list() -> None:
    settled = settle_script(
        with_members(bet_behind=[{"stake": 100, "follow_double": False}, {"stake": 7}])
    )
    assert settled["behind"] == [
        {"stake": 100, "result": "win", "payout": 200},
        {"stake": 14, "result": "win", "payout": 28},
    ]


def test_F163_insurance_behind_has_its_own_line() -> None:
    settled = settle_script(with_members(bet_behind={"stake": 101, "insurance": True}))
    assert settled["behind"] == [
        {
            "stake": 202,
            "result": "win",
            "payout": 404,
            "insurance": {"stake": 50, "result": "lose", "payout": 0},
        }
    ]


def test_settling_does_not_change_the_line() -> None:
    before = json.dumps(WRITTEN)
    settle_script(WRITTEN)
    assert json.dumps(WRITTEN) == before


def problem(line: dict[str, object]) -> Malformed:
    with pytest.raises(Malformed) as caught:
        settle_script(line)
    return caught.value


INSURE = {"act": "insurance", "yes": True}
HIT = {"hand": 0, "act": "hit"}
STAND = {"hand": 0, "act": "stand"}
DOUBLE = {"hand": 0, "act": "double"}
SPLIT = {"hand": 0, "act": "split"}
OPEN_EIGHTS = ["8S", "6H", "8D", "TC", "2S", "2D", "3H"]  # no card for the dealer
EIGHTS = ["8S", "6H", "8D", "TC", "2S", "9D", "TH", "TS", "TD"]


@pytest.mark.parametrize(
    ("members", "field"),
    [
        ({"shoe": None}, "shoe"),
        ({"shoe": "TS 6H"}, "shoe"),
        ({"shoe": ["TS", "6H", "9D"]}, "shoe"),
        ({"shoe": ["TS", "6H", "9D", "1X"]}, "shoe[3]"),
        ({"shoe": ["TS", "6H", "9D", 7]}, "shoe[3]"),
        ({"shoe": ["TS"] * 9}, "shoe"),
        ({"shoe": ["5S", "AH", "5D", "6C"]}, "shoe"),
        ({"bets": {}}, "bets.main"),
        ({"bets": None}, "bets"),
        ({"bets": {"perfect_pairs": 500}}, "bets.main"),
        ({"bets": {"main": 0}}, "bets.main"),
        ({"bets": {"main": -5}}, "bets.main"),
        ({"bets": {"main": 10.5}}, "bets.main"),
        ({"bets": {"main": True}}, "bets.main"),
        ({"bets": {"main": 1000, "ante": 5}}, "bets.ante"),
        ({"bets": {"main": 1000, "insurance": 500}}, "bets.insurance"),
        ({"rules": {"dealer": "H17"}}, "rules.dealer"),
        ({"rules": {"decks": 6}}, "rules.decks"),
        ({"rules": {"decks": 8.0}}, "rules.decks"),
        ({"rules": {"das": True}}, "rules.das"),
        ({"rules": {"das": 0}}, "rules.das"),
        ({"rules": {"splits": 3}}, "rules.splits"),
        ({"rules": {"splits": True}}, "rules.splits"),
        ({"rules": {"split_aces_one_card": False}}, "rules.split_aces_one_card"),
        ({"rules": {"peek_ace": False}}, "rules.peek_ace"),
        ({"rules": {"blackjack_pays": "6:5"}}, "rules.blackjack_pays"),
        ({"rules": {"insurance_pays": None}}, "rules.insurance_pays"),
        ({"rules": {"ten_up_bj": "maybe"}}, "rules.ten_up_bj"),
        ({"rules": {"surrender": True}}, "rules.surrender"),
        ({"rules": []}, "rules"),
        ({"game": "baccarat"}, "game"),
        ({"shoo": []}, "shoo"),
        ({"golden_chip": "perfect_pairs"}, "golden_chip"),
        ({"actions": {"act": "hit"}}, "actions"),
        ({"actions": ["hit"]}, "actions[0]"),
        ({"actions": [{"hand": 0}]}, "actions[0].act"),
        ({"actions": [{"act": "surrender", "hand": 0}]}, "actions[0].act"),
        ({"actions": [{"act": "hit"}]}, "actions[0].hand"),
        ({"actions": [{"act": "hit", "hand": 2}]}, "actions[0].hand"),
        ({"actions": [{"act": "hit", "hand": "0"}]}, "actions[0].hand"),
        ({"actions": [{"act": "insurance"}]}, "actions[0].yes"),
        ({"actions": [{"act": "insurance", "yes": 1}]}, "actions[0].yes"),
        ({"actions": [{**HIT, "yes": True}]}, "actions[0].yes"),
        ({"actions": [INSURE, INSURE]}, "actions[1]"),
        ({"actions": [HIT, INSURE]}, "actions[1]"),
        ({"actions": [INSURE, DOUBLE, STAND]}, "actions[2]"),
        ({"actions": [INSURE, STAND, {**HIT, "hand": 1}]}, "actions[2]"),
        ({"shoe": EIGHTS, "actions": [INSURE, STAND]}, "actions[0]"),
        ({"shoe": EIGHTS, "actions": [SPLIT, DOUBLE]}, "actions[1]"),
        ({"shoe": EIGHTS, "actions": [SPLIT, SPLIT]}, "actions[1]"),
        ({"shoe": EIGHTS, "actions": [SPLIT, {**HIT, "hand": 1}, HIT]}, "actions[2]"),
        ({"shoe": OPEN_EIGHTS, "actions": [SPLIT, {**HIT, "hand": 1}, HIT]}, "actions[2]"),
        ({"shoe": ["AS", *EIGHTS[1:2], "AD", *EIGHTS[3:]], "actions": [SPLIT, HIT]}, "actions[1]"),
        ({"shoe": ["8S", "6H", "9D", "TC", "TS"], "actions": [SPLIT]}, "actions[0]"),
        ({"shoe": ["AS", "6H", "KD", "TC"], "actions": [STAND]}, "actions[0]"),
        ({"bet_behind": 400}, "bet_behind"),
        ({"bet_behind": {}}, "bet_behind.stake"),
        ({"bet_behind": {"stake": 5, "follow": True}}, "bet_behind.follow"),
        ({"bet_behind": {"stake": 5, "follow_split": 1}}, "bet_behind.follow_split"),
        ({"bet_behind": [{"stake": 5}, {"stake": "5"}]}, "bet_behind[1].stake"),
    ],
)
def test_a_wrong_line_names_its_field(members: dict[str, object], field: str) -> None:
    told = problem(with_members(**members))
    assert told.code == "script/field"
    assert told.data["field"] == field


def test_a_wrong_decision_is_told_what_was_asked() -> None:
    told = problem(with_members(shoe=EIGHTS, actions=[SPLIT, DOUBLE]))
    assert told.data["reason"] == "hand 0 is asked for hit stand, not double of hand 0"


def test_a_missing_card_is_told_its_place() -> None:
    told = problem(with_members(shoe=["5S", "AH", "5D", "6C"]))
    assert told.data["reason"] == "a card for seat:1:0:3 is missing after 4 cards"


SHOES = st.lists(st.sampled_from([str(card) for card in full_deck()]), min_size=4, max_size=30)
ACTIONS = st.lists(
    st.one_of(
        st.fixed_dictionaries({"act": st.just("insurance"), "yes": st.booleans()}),
        st.fixed_dictionaries(
            {
                "hand": st.integers(0, 1),
                "act": st.sampled_from(["hit", "stand", "double", "split"]),
            }
        ),
    ),
    max_size=6,
)


@given(shoe=SHOES, actions=ACTIONS, stake=st.integers(1, 10_000))
def test_every_line_is_settled_or_refused_in_words(
    shoe: list[str], actions: list[dict[str, object]], stake: int
) -> None:
    line = {"shoe": shoe, "actions": actions, "bets": {"main": stake}}
    try:
        settled = settle_script(line)
    except Malformed:
        return
    hands = cast(list[dict[str, int]], settled["hands"])
    bets = cast(dict[str, dict[str, int]], settled["bets"])
    paid = sum(hand["payout"] for hand in hands) + sum(bet["payout"] for bet in bets.values())
    assert settled["total_payout"] == paid
