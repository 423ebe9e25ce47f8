"""Whole hands of blackjack: seats, decisions, insurance, bets behind, side bets, auto stand."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS, Table
from tools.staged import CALM_MS, QUICK, Staged, table

HAND = replace(
    QUICK, betting=CALM_MS, decision=CALM_MS, insurance=CALM_MS, result=8_000, cancelled=8_000
)
"""Time enough to decide; Deal now ends betting."""


def seated(casino: Staged, enter: Enter, *, seat: int = 3, login: str = "ada") -> Table:
    """A player with five euros on a box of their own."""
    felt = enter(casino, login=login).table("blackjack-1")
    felt.button(re.compile(f"^Seat {seat}, free")).click()
    felt.hold("5")
    felt.place("main", seat=seat)
    felt.bet(500)
    return felt


def decide(felt: Table, option: str) -> None:
    """Press a decision of one's own hand."""
    place = felt.page.get_by_role("group", name="Decisions")
    place.get_by_role("button", name=re.compile(f"^{option}")).click(timeout=SLOW_MS)


@pytest.mark.parametrize(
    ("cards", "moves", "ends"),
    [
        pytest.param("TS 9H 9D 8C", ["Stand"], ("DEALER 17", 100_500), id="F145-win"),
        pytest.param("TS 9H 9D TC", ["Stand"], ("DEALER 19", 100_000), id="F144-push"),
        pytest.param("TS 9H 6D 8C KS", ["Hit"], ("DEALER", 99_500), id="F139-bust"),
        pytest.param("5S 6H 6D TC KS 9D", ["Double"], ("DEALER BUSTS", 101_000), id="F134-double"),
        pytest.param(
            "8S 6H 8D TC 3S 9D KD", ["Split", "Stand", "Stand"], ("BUSTS", 101_000), id="F135-split"
        ),
        pytest.param("AS 9H KD 8C", [], ("DEALER 17", 100_750), id="F133-blackjack"),
        pytest.param("TS 9H 2D 8C 4S", ["Hit", "Stand"], ("DEALER 17", 99_500), id="F139-hit"),
    ],
)
def test_F133_F134_F135_F138_F139_F144_F145_a_hand_is_played(
    stage: Stage, enter: Enter, cards: str, moves: list[str], ends: tuple[str, int]
) -> None:
    felt = seated(stage(table("blackjack-1", HAND), cards=cards), enter)
    felt.button("Deal now").click()
    for move in moves:
        decide(felt, move)
    felt.says(ends[0])
    felt.has(ends[1])


def test_F82_F83_F150_the_hand_to_act_its_points_and_the_chosen_option(
    stage: Stage, enter: Enter
) -> None:
    felt = seated(stage(table("blackjack-1", HAND), cards="AS 9H 6D 8C 2S 3D"), enter)
    felt.button("Deal now").click()
    felt.says("YOUR TURN")
    seat = felt.page.get_by_role("region", name="Your seat 3")
    expect(seat).to_contain_text("7/17")  # a soft total is both values
    decide(felt, "Hit")
    expect(seat).to_contain_text("9/19", timeout=SLOW_MS)
    expect(seat.get_by_role("img", name="Hit")).to_be_visible()


def test_F46_F131_several_seats_up_to_the_limit(stage: Stage, enter: Enter) -> None:
    casino = stage(table("blackjack-1", HAND))
    felt = enter(casino).table("blackjack-1")
    for seat in (1, 4, 7):
        felt.button(re.compile(f"^Seat {seat}, free")).click()
        expect(felt.page.get_by_role("region", name=f"Your seat {seat}")).to_be_visible()
    expect(felt.button(re.compile("^Seat 2, free. You already hold 3 seats"))).to_be_disabled()
    felt.hold("5")
    for seat in (1, 4, 7):
        felt.place("main", seat=seat)
    felt.bet(1_500)


def test_F45_side_bets_need_the_main_bet_and_go_with_it(stage: Stage, enter: Enter) -> None:
    casino = stage(table("blackjack-1", HAND), cards="8S 6H 8S TC KS 5D")
    felt = enter(casino).table("blackjack-1")
    felt.button(re.compile("^Seat 3, free")).click()
    felt.hold("5")
    felt.place("perfect_pairs", seat=3)
    assert felt.balance == 100_000 or felt.page.get_by_text("Chip not placed").is_visible()
    felt.place("main", "perfect_pairs", seat=3)
    felt.spot("main", 3).click(button="right")
    expect(felt.spot("main", 3)).to_have_accessible_name(re.compile("no chip"))
    felt.has(100_000)


def test_F146_F148_F251_a_perfect_pair_is_paid_whatever_the_dealer_has(
    stage: Stage, enter: Enter
) -> None:
    felt = seated(stage(table("blackjack-1", HAND), cards="8S 6H 8S TC 5D"), enter)
    felt.place("perfect_pairs", seat=3)
    felt.bet(1_000)
    felt.button("Deal now").click()
    decide(felt, "Stand")
    felt.says("DEALER 21")
    felt.has(100_000 - 1_000 + 13_000)


@pytest.mark.parametrize(
    ("answer", "hole", "balance"), [("Yes", "TC", 100_000), ("No", "TC", 99_500)]
)
def test_F141_F142_F143_insurance_is_asked_under_an_ace(
    stage: Stage, enter: Enter, answer: str, hole: str, balance: int
) -> None:
    felt = seated(stage(table("blackjack-1", HAND), cards=f"9S AH KD {hole}"), enter)
    felt.button("Deal now").click()
    panel = felt.page.get_by_role("group", name="Insurance?")
    expect(panel).to_contain_text(re.compile("€2.50.*pays 2 to 1"), timeout=SLOW_MS)
    panel.get_by_role("button", name=re.compile(answer)).click()
    felt.says("DEALER BLACKJACK")
    if answer == "Yes":
        expect(felt.page.get_by_text("Insured").first).to_be_attached()
    felt.has(balance)


def test_F152_F153_F154_F156_F159_bets_behind_follow_the_seat(stage: Stage, enter: Enter) -> None:
    casino = stage(table("blackjack-1", HAND), cards="5S 6H 6D TC KS 9D")
    ada = seated(casino, enter)
    bruno = enter(casino, login="bruno").table("blackjack-1")
    bruno.hold("5")
    behind = bruno.page.get_by_role("button", name=re.compile("^Bet behind Ada"))
    behind.click(timeout=SLOW_MS)
    bruno.bet(500)
    told = ada.page.get_by_role("note", name=re.compile("1 player behind, Pot €5.00"))
    expect(told).to_be_visible(timeout=SLOW_MS)
    ada.button("Deal now").click()
    bruno.button("Deal now").click()  # F48: both who bet press it
    decide(ada, "Double")
    bruno.says("DEALER BUSTS")
    bruno.has(101_000)  # he followed the double
    ada.has(101_000)


def test_F48_deal_now_waits_for_the_other_player(stage: Stage, enter: Enter) -> None:
    casino = stage(table("blackjack-1", HAND), cards="TS TD 9H 9D 9C 8C")
    ada = seated(casino, enter, seat=2)
    bruno = seated(casino, enter, seat=5, login="bruno")
    ada.button("Deal now").click()
    expect(ada.button("Waiting")).to_be_disabled()
    bruno.button("Deal now").click()
    ada.says(re.compile("YOUR TURN|DECISIONS"))


def test_F165_F166_F168_auto_stand_decides(stage: Stage, enter: Enter) -> None:
    casino = stage(table("blackjack-1", HAND), cards="TS 9H 8D 8C")
    felt = enter(casino, login="ada").table("blackjack-1")
    felt.button("Game preferences").click()
    felt.page.get_by_role("switch", name="Auto stand").click()
    expect(felt.page.get_by_text("From 17 points up")).to_be_visible()
    felt.page.keyboard.press("Escape")
    felt.button(re.compile("^Seat 3, free")).click()
    felt.hold("5")
    felt.place("main", seat=3)
    felt.button("Deal now").click()
    felt.says("DEALER 17")
    expect(
        felt.page.get_by_role("region", name="Your seat 3").get_by_role("img", name="Auto stand")
    ).to_be_visible()
    felt.has(100_500)


def test_F84_F140_silence_stands(stage: Stage, enter: Enter) -> None:
    timers = replace(HAND, decision=1_500)
    felt = seated(stage(table("blackjack-1", timers), cards="TS 9H 6D 8C"), enter)
    felt.button("Deal now").click()
    felt.says("YOUR TURN")
    felt.says("DEALER 17")
    felt.has(99_500)
