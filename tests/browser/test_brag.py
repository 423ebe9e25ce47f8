"""Whole rounds of 3 Card Brag: Play, Pass, Blind Play, side bets and golden chips."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS, Table
from tools.staged import CALM_MS, QUICK, calm, table

HAND = replace(QUICK, betting=2_500, decision=CALM_MS, result=8_000)
BLIND = frozenset({"blind_play"})
PLAYER_PAIR = "KS KH 4D QC 7H 2S"  # a pair of kings against queen high
DEALER_PAIR = "QC 7H 2S KS KH 4D"
NOT_QUALIFIED = "KS 9H 4D JC 7H 2S"
EQUAL = "QC 7H 2S QD 7S 2H"


def answer(felt: Table, option: str) -> None:
    """Play or Pass."""
    ask = felt.page.get_by_role("group", name="Play or Pass?")
    ask.get_by_role("button", name=re.compile(option)).click(timeout=SLOW_MS)


@pytest.mark.parametrize(
    ("cards", "option", "ends"),
    [
        pytest.param(PLAYER_PAIR, "Play", ("PLAYER WINS", 101_000), id="F172-won"),
        pytest.param(DEALER_PAIR, "Play", ("DEALER WINS", 99_000), id="F172-lost"),
        pytest.param(EQUAL, "Play", ("EQUAL HANDS", 100_000), id="F174-push"),
        pytest.param(NOT_QUALIFIED, "Play", ("DOES NOT QUALIFY", 100_500), id="F171-unqualified"),
        pytest.param(DEALER_PAIR, "Pass", ("DEALER WINS", 99_500), id="F170-pass"),
    ],
)
def test_F84_F170_F171_F172_F174_play_or_pass(
    stage: Stage, enter: Enter, cards: str, option: str, ends: tuple[str, int]
) -> None:
    felt = enter(stage(table("brag-1", HAND), cards=cards)).table("brag-1")
    felt.hold("5")
    felt.place("ante")
    felt.says("YOUR TURN")
    ask = felt.page.get_by_role("group", name="Play or Pass?")
    expect(ask).to_contain_text("+€5.00")
    expect(ask).to_contain_text("No answer is a Pass")
    answer(felt, option)
    felt.says(ends[0])
    felt.has(ends[1])


def test_F84_no_answer_is_a_pass(stage: Stage, enter: Enter) -> None:
    timers = replace(HAND, decision=1_200)
    felt = enter(stage(table("brag-1", timers), cards=PLAYER_PAIR)).table("brag-1")
    felt.hold("5")
    felt.place("ante")
    felt.says("YOUR TURN")
    felt.says("PLAYER WINS")
    felt.has(99_500)


def test_F169_F176_F177_side_bets_stay_in_play_after_a_pass(stage: Stage, enter: Enter) -> None:
    cards = "KS KH 4D KC 7H 2S"  # a pair for Pair Plus, three kings for Poker Plus
    timers = replace(HAND, betting=4_000)
    felt = enter(stage(table("brag-1", timers), cards=cards)).table("brag-1")
    felt.hold("5")
    felt.place("ante", "pair_plus", "poker_plus")
    felt.bet(1_500)
    answer(felt, "Pass")
    felt.says("PLAYER WINS")
    felt.has(100_000 - 1_500 + 1_000 + 4_000)
    expect(felt.page.get_by_role("group", name="Player").get_by_text("Pair").first).to_be_visible()


def test_F178_F179_blind_play_needs_no_decision_and_is_copied_on_the_ante(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(table("brag-1", HAND, switched_on=BLIND), cards=PLAYER_PAIR)
    felt = enter(casino).table("brag-1")
    expect(felt.spot("blind_play")).to_contain_text("return 96.18%")
    felt.hold("5")
    felt.place("blind_play")
    felt.bet(1_000)
    felt.says("PLAYER WINS")
    felt.has(101_000)


def test_F62_blind_play_is_there_only_when_the_operator_wants_it(
    stage: Stage, enter: Enter
) -> None:
    felt = enter(stage(calm("brag-1"))).table("brag-1")
    expect(felt.spot("ante")).to_be_visible()
    expect(felt.spot("blind_play")).to_have_count(0)


def test_F180_F181_F184_a_golden_chip_pays_its_winnings_only(stage: Stage, enter: Enter) -> None:
    casino = stage(table("brag-1", HAND), cards=PLAYER_PAIR)
    screen = enter(casino)
    casino.grant(screen.player, value=500)
    felt = screen.table("brag-1")
    felt.page.get_by_role("radio", name=re.compile("Golden chip of €5")).click()
    felt.place("ante")
    answer(felt, "Play")  # with real money
    felt.says("PLAYER WINS")
    felt.has(101_000)


def test_F186_a_golden_chip_with_blind_play_is_replaced_and_explained(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("brag-1", switched_on=BLIND))
    screen = enter(casino)
    casino.grant(screen.player, value=500)
    felt = screen.table("brag-1")
    felt.page.get_by_role("radio", name=re.compile("Golden chip of €5")).click()
    felt.place("ante")
    felt.has(100_000)
    felt.hold("5")
    felt.place("blind_play")
    felt.toast(re.compile("[Oo]nly one golden chip"))
    felt.has(99_000)
    felt.button("Undo").click()
    felt.has(100_000)
