"""Lines of `sabot settle`: what they may say, and how a bad one is answered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.errors import Malformed, Refused, SabotError
from sabot.games.brag.script import settle_script

Line = dict[str, object]

LINE: Line = {
    "id": "brag-1",
    "game": "three_card_brag",
    "tags": ["brag"],
    "note": "a remark",
    "rules": {
        "doc": "004",
        "ante_bonus": {"prial": 5, "straight_flush": 4, "run": 1},
        "pair_plus": {"prial": 40, "straight_flush": 30, "run": 6, "flush": 4, "pair": 1},
        "poker_plus": {"royal": 1000, "straight": 10},
        "pair_plus_on_fold": "settled",
    },
    "player": ["TS", "JH", "QD"],
    "dealer": ["KC", "AD", "2H"],
    "bets": {"ante": 1000, "pair_plus": 500, "poker_plus": 200},
    "decision": "play",
}


def without(*fields: str) -> Line:
    return {name: value for name, value in LINE.items() if name not in fields}


def bets_of(line: Line) -> dict[str, dict[str, object]]:
    bets = settle_script(line)["bets"]
    assert isinstance(bets, dict)
    return bets


def error(line: Line) -> SabotError:
    with pytest.raises((Malformed, Refused)) as caught:
        settle_script(line)
    return caught.value


def test_the_answer_has_the_members_of_a_settled_round_in_order() -> None:
    answer = settle_script(LINE)
    assert list(answer) == ["outcome", "bets", "total_stake", "total_payout"]
    assert answer["outcome"] == {
        "player_hand": "run",
        "dealer_hand": "high_card",
        "dealer_qualifies": True,
        "comparison": "player",
        "poker_plus_hand": "straight",
    }
    assert list(bets_of(LINE)) == ["ante", "play", "ante_bonus", "pair_plus", "poker_plus"]
    assert (answer["total_stake"], answer["total_payout"]) == (2700, 10700)


def test_F175_the_bonus_stands_apart_from_its_ante() -> None:
    bets = bets_of(LINE)
    assert bets["ante"] == {"stake": 1000, "result": "win", "payout": 2000}
    assert bets["ante_bonus"] == {"stake": 0, "result": "win", "payout": 1000}
    passed = bets_of(LINE | {"decision": "fold"})
    assert passed["ante_bonus"] == {"stake": 0, "result": "not_awarded", "payout": 0}
    assert "play" not in passed


def test_R13_pay_tables_are_the_lines_own_or_the_defaults() -> None:
    own = LINE | {"rules": {"pair_plus": {"run": 9}, "ante_bonus": {"run": 2}}}
    assert bets_of(own)["pair_plus"]["payout"] == 5000
    assert bets_of(own)["ante_bonus"]["payout"] == 2000
    unlisted = LINE | {"rules": {"pair_plus": {"prial": 40}, "poker_plus": {}}}
    assert bets_of(unlisted)["pair_plus"]["result"] == "lose"
    assert bets_of(unlisted)["poker_plus"]["result"] == "lose"
    assert bets_of(without("rules"))["poker_plus"]["payout"] == 2200


def test_F170_R15_silence_passes_an_ante() -> None:
    silent, passed = LINE | {"decision": "none"}, LINE | {"decision": "fold"}
    assert settle_script(silent) == settle_script(passed)


def test_F178_blind_play_is_written_as_play() -> None:
    blind = LINE | {"decision": "blind"}
    assert settle_script(blind) == settle_script(LINE)


def test_F169_pair_plus_alone() -> None:
    alone = LINE | {"bets": {"pair_plus": 500}, "decision": "none"}
    assert bets_of(alone) == {"pair_plus": {"stake": 500, "result": "win", "payout": 3500}}


def test_F185_golden_bets_are_marked() -> None:
    golden = bets_of(LINE | {"golden_chip": "pair_plus"})
    assert golden["pair_plus"] == {
        "stake": 500,
        "result": "win",
        "payout": 3000,
        "golden_chip": True,
    }
    assert "golden_chip" not in golden["ante"]


def test_F186_R29_a_golden_ante_with_blind_play_is_cash() -> None:
    blind = LINE | {"decision": "blind", "golden_chip": "ante"}
    assert settle_script(blind) == settle_script(LINE)


@pytest.mark.parametrize("field", ["game", "player", "dealer", "bets", "decision"])
def test_a_missing_field_is_named(field: str) -> None:
    refused = error(without(field))
    assert (refused.code, refused.data["field"]) == ("script/field", field)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"player": ["TS", "JH"]}, "player"),
        ({"player": ["TS", "JH", "QD", "2C"]}, "player"),
        ({"player": "TS JH QD"}, "player"),
        ({"player": ["TS", "JH", "1D"]}, "player[2]"),
        ({"dealer": ["TS", 7, "1D"]}, "dealer[1]"),
        ({"dealer": None}, "dealer"),
        ({"bets": {"ante": 0}}, "bets.ante"),
        ({"bets": {"ante": -5}}, "bets.ante"),
        ({"bets": {"ante": 10.5}}, "bets.ante"),
        ({"bets": {"ante": True}}, "bets.ante"),
        ({"bets": {"ante": "1000"}}, "bets.ante"),
        ({"bets": {"ante": 1000, "play": 1000}}, "bets.play"),
        ({"bets": {"ante": 1000, "blind_play": 1000}}, "bets.blind_play"),
        ({"bets": []}, "bets"),
        ({"decision": "Play"}, "decision"),
        ({"decision": 1}, "decision"),
        ({"bets": {"pair_plus": 500}}, "decision"),
        ({"bets": {"pair_plus": 500}, "decision": "blind"}, "decision"),
        ({"golden_chip": "play"}, "golden_chip"),
        ({"bets": {"ante": 1000}, "golden_chip": "pair_plus"}, "golden_chip"),
        ({"golden_chip": True}, "golden_chip"),
        ({"game": "blackjack"}, "game"),
        ({"rules": []}, "rules"),
        ({"rules": {"pair_plus": {"trips": 30}}}, "rules.pair_plus.trips"),
        ({"rules": {"pair_plus": {"pair": -1}}}, "rules.pair_plus.pair"),
        ({"rules": {"pair_plus": {"pair": "1"}}}, "rules.pair_plus.pair"),
        ({"rules": {"ante_bonus": [5, 4, 1]}}, "rules.ante_bonus"),
        ({"rules": {"poker_plus": {"prial": 7}}}, "rules.poker_plus.prial"),
        ({"rules": {"pair_plus_on_fold": "lost"}}, "rules.pair_plus_on_fold"),
        ({"rules": {"anteBonus": {}}}, "rules.anteBonus"),
        ({"shoe": []}, "shoe"),
    ],
)
def test_an_unreadable_field_is_named(change: Line, field: str) -> None:
    refused = error(LINE | change)
    assert (refused.code, refused.data["field"]) == ("script/field", field)


@pytest.mark.parametrize(
    ("change", "field"),
    [({"player": ["TS", "JH", "TS"]}, "player[2]"), ({"dealer": ["KC", "JH", "2H"]}, "dealer[1]")],
)
def test_F102_a_card_that_stands_twice_is_refused(change: Line, field: str) -> None:
    refused = error(LINE | change)
    assert (refused.code, refused.data["field"]) == ("script/field", field)


def test_F169_poker_plus_without_an_ante_is_refused() -> None:
    alone = LINE | {"bets": {"poker_plus": 200}, "decision": "none"}
    assert error(alone).code == "bet/needs_main_bet"


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
)


@given(st.sampled_from(sorted(LINE)), json)
def test_whatever_stands_in_a_field_the_answer_is_a_result_or_a_clear_error(
    field: str, value: object
) -> None:
    # Anything but these two would be a mistake of ours, and fails the test.
    try:
        answer = settle_script(LINE | {field: value})
    except (Malformed, Refused):
        return
    assert "total_payout" in answer
