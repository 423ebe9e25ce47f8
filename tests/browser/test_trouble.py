"""Lines that break, servers that restart, tabs in step, sessions that end elsewhere."""

from __future__ import annotations

import contextlib
import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect
from tests.browser.conftest import CUT, Console, Enter, Stage
from tests.browser.pages import SLOW_MS, Table
from tools.staged import CALM_MS, QUICK, calm, table

from sabot.table import commands as c
from sabot.table.config import Opening

HAND = replace(QUICK, betting=CALM_MS, decision=CALM_MS, insurance=CALM_MS, result=CALM_MS)
LOST = "Connection lost"
BACK = "Back online"


def cut(felt: Table, casino: object) -> None:
    """The line is gone, and stays away."""
    felt.page.context.set_offline(True)
    casino.drop(felt.player)  # type: ignore[attr-defined]
    expect(felt.page.get_by_role("alert").filter(has_text=LOST)).to_be_visible(timeout=SLOW_MS)


def come_back(felt: Table) -> None:
    """The line is there again."""
    felt.page.context.set_offline(False)
    hurry(felt)
    expect(felt.page.get_by_text(LOST)).to_have_count(0, timeout=SLOW_MS)


def hurry(felt: Table) -> None:
    """Press Try now, unless the page was quicker."""
    with contextlib.suppress(Error):
        felt.button("Try now").click(timeout=1_000)


def test_F247_F248_a_line_lost_while_betting_keeps_every_chip(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed = CUT
    casino = stage(calm("speed-1"))
    felt = enter(casino).table("speed-1")
    felt.hold("25")
    felt.place("player", "tie")
    felt.bet(5_000)
    cut(felt, casino)
    expect(felt.page.locator("[data-spot]:not(:disabled)").first).to_be_attached()
    come_back(felt)
    felt.bet(5_000)
    felt.place("banker_pair")
    felt.bet(7_500)


def test_F246_F247_a_round_goes_on_without_its_player(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed = CUT
    timers = replace(QUICK, betting=2_500, result=CALM_MS)
    casino = stage(table("speed-1", timers), cards="9S 2H KD 3C")
    felt = enter(casino).table("speed-1")
    felt.hold("25")
    felt.place("player")
    felt.bet(2_500)
    cut(felt, casino)
    felt.page.wait_for_timeout(2_500)  # the round is played meanwhile
    come_back(felt)
    felt.says("PLAYER WINS", "+€25.00")
    felt.has(102_500)


@pytest.mark.parametrize("phase", ["insurance", "decision", "result"])
def test_F248_F249_F250_blackjack_is_found_as_it_is(
    stage: Stage, enter: Enter, console: Console, phase: str
) -> None:
    console.allowed = CUT
    cards = {"insurance": "9S AH KD 7C", "decision": "9S 7H KD TC", "result": "AS 9H KD 8C"}[phase]
    casino = stage(table("blackjack-1", HAND), cards=cards)
    felt = enter(casino).table("blackjack-1")
    felt.button(re.compile("^Seat 3, free")).click()
    felt.hold("5")
    felt.place("main", seat=3)
    felt.button("Deal now").click()
    said = {"insurance": "YOUR TURN", "decision": "YOUR TURN", "result": "DEALER 17"}[phase]
    felt.says(said)
    cut(felt, casino)
    come_back(felt)
    felt.says(said)
    if phase == "insurance":
        panel = felt.page.get_by_role("group", name="Insurance?")
        panel.get_by_role("button", name=re.compile("^No")).click()
    if phase != "result":
        felt.page.get_by_role("group", name="Decisions").get_by_role(
            "button", name=re.compile("^Stand")
        ).click(timeout=SLOW_MS)
        felt.says("DEALER 1")
    felt.has(100_750 if phase == "result" else 100_500)


def test_a_server_restarts_in_the_middle_of_a_hand(
    stage: Stage, enter: Enter, console: Console, tmp_path: Path
) -> None:
    console.allowed = CUT
    folder = tmp_path / "kept"
    config = table("blackjack-1", HAND)
    casino = stage(config, cards="9S 7H KD TC", folder=folder)
    felt = enter(casino, login="ada").table("blackjack-1")
    felt.button(re.compile("^Seat 3, free")).click()
    felt.hold("5")
    felt.place("main", seat=3)
    felt.button("Deal now").click()
    felt.says("YOUR TURN")
    port = casino.port
    casino.close()
    expect(felt.page.get_by_role("alert").filter(has_text="restarting")).to_be_visible(
        timeout=SLOW_MS
    )
    stage(config, folder=folder, port=port)
    hurry(felt)
    felt.says("YOUR TURN")
    felt.page.get_by_role("group", name="Decisions").get_by_role(
        "button", name=re.compile("^Stand")
    ).click(timeout=SLOW_MS)
    felt.says("DEALER 17")
    felt.has(100_500)


def test_F18_two_tabs_are_in_step(stage: Stage, enter: Enter, console: Console) -> None:
    casino = stage(calm("speed-1"), cards="9S 2H KD 3C")
    one = enter(casino).table("speed-1")
    page = one.page.context.new_page()
    console.listen(page)
    other = Table(page, one.address, one.player).table("speed-1")
    one.hold("25")
    one.place("player")
    other.bet(2_500)
    other.hold("5")
    other.place("tie")
    one.bet(3_000)
    one.button("Undo").click()
    other.bet(2_500)


def test_a_session_ended_elsewhere_is_told(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"))
    here = enter(casino, login="ada").table("speed-1")
    there = enter(casino, login="ada").lobby()
    there.button("Your account").click()
    there.page.get_by_text("Sign out on all devices", exact=True).click()
    there.page.get_by_role("dialog").get_by_role("button", name="Sign out on all devices").click()
    expect(here.page.get_by_role("heading", name="Session ended")).to_be_visible(timeout=SLOW_MS)
    here.button("Sign in again").click()
    expect(here.page.get_by_role("heading", name="Demo accounts")).to_be_visible(timeout=SLOW_MS)


def test_F59_F61_a_side_bet_switched_off_is_shown_suspended(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("scanner-1"))
    felt = enter(casino).table("scanner-1")
    expect(felt.spot("player_pair")).to_be_enabled()
    casino.manage(
        "scanner-1", c.SwitchSideBets(kinds=("player_pair",), off=True, reason="an abuse")
    )
    closed = felt.button(re.compile("^Player Pair.*Suspended"))
    expect(closed).to_be_disabled(timeout=SLOW_MS)


def test_a_closed_table_says_so(stage: Stage, enter: Enter) -> None:
    casino = stage(table("speed-1", opening=Opening.FIRST_BET))
    felt = enter(casino).table("speed-1")
    casino.manage("speed-1", c.SwitchTable(off=True, reason="a break"))
    felt.says("TABLE CLOSED")
    casino.manage("speed-1", c.SwitchTable(off=False, reason="a break is over"))
    felt.says("PLACE YOUR BETS")


def test_an_address_that_leads_nowhere_shows_the_way_back(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed = ("status of 404",)
    screen = enter(stage(calm("speed-1")))
    screen.page.goto(f"{screen.address}/table/none")
    screen.button("Go to the lobby").click()
    expect(screen.page.get_by_role("heading", name="Lobby")).to_be_attached()


def test_F21_full_screen_and_F235_classic_view(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    felt.button("Full screen").click()
    expect(felt.button("Leave full screen")).to_be_visible()
    felt.button("Leave full screen").click()
    felt.button("Switch to the classic view").click()
    expect(felt.button("Back to the full view")).to_be_visible()
    felt.place("player")
    felt.bet(100)
    felt.page.reload()
    expect(felt.button("Back to the full view")).to_be_visible()
