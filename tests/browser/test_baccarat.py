"""Whole rounds of baccarat at the three tables: accepted, refused, won, lost, pushed, cancelled."""

from __future__ import annotations

import contextlib
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS
from tools.staged import CALM_MS, QUICK, calm, table, until

from sabot.errors import Refused
from sabot.gamekit import Limits
from sabot.games import variants
from sabot.money import Cents
from sabot.table import commands as c
from sabot.table.config import Opening
from sabot.table.phases import Phase

PLAYER_9_5 = "9S 2H KD 3C"
BANKER_9_5 = "2H 9S 3C KD"
TIE_9 = "9S 9H KD QC"
BANKER_WITH_6 = "KD 6H QC KS 3S 2D"
SLOW_CARDS = replace(QUICK, card=1_200)
LAZY_RESULT = replace(QUICK, card=300, result=6_000)


@pytest.mark.parametrize("table_id", ["speed-1", "scanner-1"])
def test_F49_F50_F71_F74_F79_F109_F110_a_round_is_won(
    stage: Stage, enter: Enter, table_id: str
) -> None:
    felt = enter(stage(table(table_id, LAZY_RESULT), cards=PLAYER_9_5)).table(table_id)
    felt.hold("25")
    felt.place("player")
    felt.says("BETS ACCEPTED")
    felt.says("PLAYER WINS", "9 to 5", "€50.00", "+€25.00")
    felt.has(102_500)
    won = felt.page.get_by_role("group", name="Bets").get_by_role("button", name=re.compile("Won"))
    expect(won).to_have_count(1)
    expect(felt.page.get_by_role("region", name="Player, 9 points")).to_be_visible()
    expect(felt.page.get_by_role("img", name="nine of spades")).to_be_visible()


def test_F50_a_net_loss_is_not_celebrated(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(table("speed-1", LAZY_RESULT), cards=PLAYER_9_5)).table("speed-1")
    felt.hold("5")
    felt.place("player")
    felt.hold("25")
    felt.place("tie")
    felt.says("PLAYER WINS", "€10.00", "-€20.00")
    expect(felt.page.locator("[data-plate].won")).to_have_count(0)
    felt.has(98_000)


def test_F85_F109_a_tie_pushes(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(table("scanner-1", LAZY_RESULT), cards=TIE_9)).table("scanner-1")
    felt.hold("25")
    felt.place("banker")
    felt.says("TIE", "€25.00")
    pushed = felt.page.get_by_role("group", name="Bets").get_by_role(
        "button", name=re.compile("^Banker.*Push")
    )
    expect(pushed).to_be_attached()
    felt.has(100_000)


def test_F111_F112_zero_commission_pays_half_for_a_six(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(table("speed-1", LAZY_RESULT), cards=BANKER_WITH_6)).table("speed-1")
    felt.page.get_by_role("switch", name="Zero commission").click()
    felt.hold("100")
    banker = felt.page.locator('[data-spot^="banker"]').filter(has_text="6 pays").first
    banker.click()
    felt.says("BANKER WINS", "6 to 3", "+€50.00")
    felt.has(105_000)


def test_F114_F117_F119_side_bets_are_paid_beside_the_main_bet(stage: Stage, enter: Enter) -> None:
    cards = "4S 2H 4S 3C"  # a perfect pair for Player, a natural 8 against 5
    felt = enter(stage(table("speed-1", LAZY_RESULT), cards=cards)).table("speed-1")
    felt.hold("1")
    felt.place("player_pair", "perfect_pair", "either_pair", "player_bonus")
    felt.says("PLAYER WINS", "8 to 5")
    felt.has(100_000 - 400 + 1_200 + 2_600 + 600 + 200)


def test_F30_F31_rebet_repeats_the_last_round(stage: Stage, enter: Enter) -> None:
    timers = replace(QUICK, betting=2_500)
    casino = stage(table("speed-1", timers), cards=BANKER_9_5)
    felt = enter(casino).table("speed-1")
    felt.hold("5")
    felt.place("player", "tie")
    felt.says("BANKER WINS")
    felt.says("PLACE YOUR BETS")
    expect(felt.button("Double")).to_be_disabled()
    felt.button("Rebet").click(timeout=SLOW_MS)
    felt.bet(1_000)
    expect(felt.button("Double")).to_be_enabled()
    expect(felt.button("Undo")).to_be_enabled()
    felt.button("Undo").click()  # one Rebet is one step
    felt.bet(0)


def test_F72_F73_what_was_not_accepted_is_said_with_its_reason(stage: Stage, enter: Enter) -> None:
    limits = {"player": Limits(minimum=Cents(500), maximum=Cents(3_000))}
    timers = replace(QUICK, card=400, result=400)
    felt = enter(stage(table("speed-1", timers, limits=limits), cards=PLAYER_9_5)).table("speed-1")
    felt.hold("1")
    felt.place("player")
    felt.says("BETS REJECTED")
    felt.toast(re.compile("Player €1:"))
    felt.says("PLACE YOUR BETS")
    felt.place("player", "tie")
    felt.says("SOME BETS NOT ACCEPTED")


def test_F15_F68_F69_F70_F75_F80_F86_the_phases_of_a_round_without_a_bet(
    stage: Stage, enter: Enter
) -> None:
    timers = replace(QUICK, betting=3_000, last_seconds=1_500, card=250)
    felt = enter(stage(table("scanner-1", timers, opening=Opening.CLOCK))).table("scanner-1")
    felt.says("PLACE YOUR BETS")
    expect(felt.page.locator('[data-plate="open"]')).to_be_visible()
    felt.says("LAST BETS")
    expect(felt.page.locator('[data-plate="last"]')).to_be_visible()
    felt.says(re.compile("DEALING CARDS|BETS CLOSED"))
    felt.says("WAIT FOR THE NEXT ROUND")
    expect(felt.page.locator("[data-spot][aria-disabled=false]")).to_have_count(0)
    felt.says(re.compile("WINS|TIE"))
    felt.says("PLACE YOUR BETS")


def test_F77_F78_F242_F244_a_paused_and_cancelled_round_is_explained_and_refunded(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(table("speed-1", SLOW_CARDS), cards=PLAYER_9_5)
    felt = enter(casino).table("speed-1")
    felt.hold("25")
    felt.place("player", "tie")
    felt.says("DEALING CARDS")
    casino.manage("speed-1", c.Pause(reason="a card fell"))
    felt.says("GAME PAUSED", "Bets stand")
    casino.manage("speed-1", c.CancelRound(reason="a card fell"))
    felt.says("GAME CANCELLED", "€50.00 returned to your balance")
    felt.has(100_000)


def test_F38_F39_F40_F41_chips_are_confirmed_by_hand_or_by_themselves(
    stage: Stage, enter: Enter
) -> None:
    felt = enter(stage(calm("scanner-1"))).table("scanner-1")
    switch = felt.page.get_by_role("switch", name="Auto-confirm")
    expect(felt.button("Confirm", exact=True)).to_have_count(0)
    switch.click()
    confirm = felt.button("Confirm", exact=True)
    expect(confirm).to_be_disabled()
    felt.hold("5")
    felt.place("player")
    felt.says("Confirm before betting closes")
    confirm.click()
    felt.says("Confirmed")
    felt.place("player", "tie")  # F40: more bets while time remains
    felt.bet(1_500)
    felt.button("Clear").click()  # F28: never a confirmed bet
    felt.bet(500)


def test_F38_what_is_not_confirmed_is_not_played(stage: Stage, enter: Enter) -> None:
    timers = replace(QUICK, betting=2_500, card=300)
    felt = enter(stage(table("scanner-1", timers), cards=PLAYER_9_5)).table("scanner-1")
    felt.page.get_by_role("switch", name="Auto-confirm").click()
    felt.hold("5")
    felt.place("player")
    felt.says("BETS REJECTED")
    felt.has(100_000)


def test_F57_F58_side_bets_close_with_the_shoe(stage: Stage, enter: Enter) -> None:
    fast = replace(QUICK, betting=40, last_seconds=1, card=1, result=1)
    casino = stage(table("speed-1", fast, opening=Opening.CLOCK))
    host = casino.casino.house.hosts["speed-1"]
    until(lambda: host.state.shoe is not None and host.state.shoe.rounds >= 45)
    while host.state.phase is not Phase.PAUSED:
        with contextlib.suppress(Refused):  # between two rounds there is nothing to pause
            casino.manage("speed-1", c.Pause(reason="a look"))
    felt = enter(casino).table("speed-1")
    for side in ("Player Bonus", "Banker Bonus"):
        closed = felt.button(re.compile(f"^{side}.*Closed after round 44"))
        expect(closed).to_have_attribute("aria-disabled", "true", timeout=SLOW_MS)
    expect(felt.button(re.compile("^Player Pair.*Closed"))).to_have_count(0)  # open up to round 60


def test_F125_F126_seats_show_nicknames_and_only_your_own_chips(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("seven-1"))
    ada = enter(casino, login="ada").table("seven-1")
    bruno = enter(casino, login="bruno").table("seven-1")
    ada.button("Seat 2, Free").click()
    ada.button("Sit here").click()
    ada.hold("25")
    ada.place("banker", seat=2)
    ada.bet(2_500)
    seat = bruno.page.get_by_role("group", name="Seats of the table").get_by_role(
        "button", name=re.compile("^Seat 2")
    )
    expect(seat).to_contain_text("Ada", timeout=SLOW_MS)
    bruno.button("Seat 4, Free").click()
    bruno.button("Sit here").click()
    bruno.hold("5")
    bruno.place("player", seat=4)
    bruno.bet(500)
    assert ada.total == 2_500


def test_F121_egalite_is_bet_by_the_total(stage: Stage, enter: Enter) -> None:
    timers = replace(LAZY_RESULT, betting=3_000)
    felt = enter(stage(table("seven-1", timers), cards=TIE_9)).table("seven-1")
    felt.button("Choose a seat to bet").click()
    felt.hold("1")
    felt.page.locator('[data-spot^="egalite_9:"]').click(timeout=SLOW_MS)
    felt.says("TIE")
    felt.has(100_000 + 8_000)


@pytest.mark.xfail(reason="the gateway never tells insufficient_balance", strict=True)
def test_F64_F76_a_balance_under_the_minimum_is_told(stage: Stage, enter: Enter) -> None:
    every = Limits(minimum=Cents(200_000), maximum=Cents(500_000))
    limits = dict.fromkeys(variants()["speed6_scanner_baccarat"][1].bets, every)
    timers = replace(QUICK, betting=CALM_MS)
    config = table("scanner-1", timers, opening=Opening.CLOCK, limits=limits)
    felt = enter(stage(config)).table("scanner-1")
    expect(felt.plate).to_contain_text("INSUFFICIENT BALANCE", timeout=4_000)
