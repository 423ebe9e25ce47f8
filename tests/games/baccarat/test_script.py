"""One line of `sabot settle`: what it gives and how it refuses."""

from collections.abc import Mapping
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.errors import Malformed, Refused, SabotError
from sabot.games.baccarat.script import settle_script

COMMISSION = "commission_5pct"
ZERO = "zero_commission_half_on_6"

# Banker wins with a 6 on five cards.
SIX = ["2S", "2H", "3D", "4C", "5H", "9S"]


def line(**members: object) -> dict[str, object]:
    return {"game": "speed_baccarat", "shoe": SIX, "bets": {"banker": 1000}, **members}


def payout(script: Mapping[str, object], bet: str = "banker") -> int:
    bets = settle_script(script)["bets"]
    assert isinstance(bets, dict)
    return int(bets[bet]["payout"])


def test_F109_members_stand_in_the_published_order() -> None:
    settled = settle_script(line())
    assert list(settled) == ["outcome", "bets", "total_stake", "total_payout"]
    assert settled["outcome"] == {
        "winner": "banker",
        "player_points": 0,
        "banker_points": 6,
        "player_cards": ["2S", "3D", "5H"],
        "banker_cards": ["2H", "4C"],
        "cards_used": 5,
        "player_natural": False,
        "banker_natural": False,
        "player_pair": False,
        "banker_pair": False,
    }


@pytest.mark.parametrize(
    ("game", "rule", "paid"),
    [
        ("speed_baccarat", COMMISSION, 1950),
        ("speed_baccarat", ZERO, 1500),
        ("speed_baccarat", None, 1950),
        ("no_commission_baccarat", ZERO, 1500),
        ("no_commission_baccarat", None, 1500),
        ("speed6_scanner_baccarat", COMMISSION, 1950),
        ("speed6_scanner_baccarat", None, 1950),
    ],
)
def test_F112_how_banker_is_paid(game: str, rule: str | None, paid: int) -> None:
    assert payout(line(game=game, rules={"banker": rule})) == paid
    if rule is None:
        assert payout(line(game=game)) == paid


def test_F112_zero_commission_banker_is_still_called_banker() -> None:
    settled = settle_script(line(rules={"banker": ZERO}, bets={"banker": 100, "super6": 100}))
    assert settled["bets"] == {
        "banker": {"stake": 100, "result": "win", "payout": 150},
        "super6": {"stake": 100, "result": "win", "payout": 1600},
    }


def test_F113_super6_with_commission_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        settle_script(line(bets={"player": 100, "super6": 100}))
    assert refusal.value.code == "bet/wrong_mode"
    assert refusal.value.data["field"] == "bets.super6"


def test_F106_cards_the_round_does_not_need_are_left_alone() -> None:
    natural = ["4S", "KH", "5D", "QC"]
    for extra in ([], ["9H"], ["9H", "9S"]):
        assert settle_script(line(shoe=[*natural, *extra]))["total_payout"] == 0


def test_F109_what_says_nothing_about_cards_is_ignored() -> None:
    told = line(id="x", tags=["a"], note="n", expected={"any": "thing"}, rules={"doc": "000"})
    assert settle_script(told) == settle_script(line())


def test_F109_a_round_without_stakes_still_has_an_outcome() -> None:
    settled = settle_script(line(bets={}))
    assert (settled["bets"], settled["total_stake"], settled["total_payout"]) == ({}, 0, 0)


def test_R29_a_golden_chip_brings_winnings_alone() -> None:
    settled = settle_script(line(golden_chip="banker"))
    assert settled["bets"] == {
        "banker": {"stake": 1000, "result": "win", "payout": 950, "golden_chip": True}
    }


BROKEN = [
    ({"game": "roulette"}, "game"),
    ({"game": 7}, "game"),
    ({"shoe": None}, "shoe"),
    ({"shoe": "2S 2H"}, "shoe"),
    ({"shoe": []}, "shoe"),
    ({"shoe": SIX[:3]}, "shoe"),
    ({"shoe": SIX[:4]}, "shoe"),
    ({"shoe": [*SIX, "2C"]}, "shoe"),
    ({"shoe": [*SIX[:5], "1S"]}, "shoe[5]"),
    ({"shoe": [*SIX[:5], None]}, "shoe[5]"),
    ({"bets": None}, "bets"),
    ({"bets": [1]}, "bets"),
    ({"bets": {"bankr": 1}}, "bets.bankr"),
    ({"bets": {"big": 1}}, "bets.big"),
    ({"bets": {"banker_zero_commission": 1}}, "bets.banker_zero_commission"),
    ({"bets": {"banker": 0}}, "bets.banker"),
    ({"bets": {"banker": -5}}, "bets.banker"),
    ({"bets": {"banker": 1.5}}, "bets.banker"),
    ({"bets": {"banker": True}}, "bets.banker"),
    ({"bets": {"banker": "10"}}, "bets.banker"),
    ({"bets": {"banker": 10**16}}, "bets.banker"),
    ({"golden_chip": "tie"}, "golden_chip"),
    ({"golden_chip": 1}, "golden_chip"),
    ({"rules": []}, "rules"),
    ({"rules": {"banker": "free"}}, "rules.banker"),
    ({"rules": {"banker": 0.95}}, "rules.banker"),
    ({"rules": {"decks": 9}}, "rules.decks"),
    ({"rules": {"decks": "8"}}, "rules.decks"),
    ({"rules": {"bankr": COMMISSION}}, "rules.bankr"),
    ({"game": "no_commission_baccarat", "rules": {"banker": COMMISSION}}, "rules.banker"),
    ({"game": "speed6_scanner_baccarat", "rules": {"banker": ZERO}}, "rules.banker"),
    ({"sho": SIX}, "sho"),
]


@pytest.mark.parametrize(("members", "field"), BROKEN, ids=[str(case[0]) for case in BROKEN])
def test_F109_a_broken_line_is_refused_by_the_name_of_the_field(
    members: dict[str, object], field: str
) -> None:
    with pytest.raises(Malformed) as error:
        settle_script(line(**members))
    assert error.value.data["field"] == field


@pytest.mark.parametrize("missing", ["game", "shoe", "bets"])
def test_F109_a_missing_member_is_named(missing: str) -> None:
    script = {name: value for name, value in line().items() if name != missing}
    with pytest.raises(Malformed) as error:
        settle_script(script)
    assert error.value.data["field"] == missing


def test_R1_more_copies_of_a_card_than_decks_are_refused() -> None:
    four_aces = ["AS", "AS", "AS", "AS", "2C", "3D"]
    assert payout(line(shoe=four_aces)) == 1950
    with pytest.raises(Malformed, match="AS stands there more often than 3"):
        settle_script(line(shoe=four_aces, rules={"decks": 3}))


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=4,
)


@given(
    members=st.dictionaries(
        st.sampled_from(["game", "rules", "shoe", "bets", "golden_chip", "id", "x"]), junk
    )
)
def test_F109_no_junk_gets_through_as_another_error(members: dict[str, object]) -> None:
    with suppress(SabotError):
        settle_script({**line(), **members})
