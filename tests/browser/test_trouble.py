"""Lines that break, servers that restart, tabs in step, sessions that end elsewhere."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Error, WebSocketRoute, expect
from tests.browser.conftest import CUT, Enter, Stage, no_more_bets
from tests.browser.pages import SLOW_MS, Table
from tests.browser.visitors import Console
from tools.staged import Staged, calm, slow, table
from tools.visits import OFFLINE

from sabot.table import commands as c
from sabot.table.config import Opening

LOST = "Connection lost"


def cut(felt: Table, casino: Staged) -> None:
    """The line is gone, and stays away."""
    felt.page.context.set_offline(True)
    felt.page.wait_for_function(OFFLINE)
    casino.drop(felt.player)
    expect(felt.page.get_by_role("alert").filter(has_text=LOST)).to_be_visible(timeout=SLOW_MS)


def come_back(felt: Table) -> None:
    """The line is there again."""
    felt.page.context.set_offline(False)
    hurry(felt)
    expect(felt.page.get_by_text(LOST)).to_have_count(0, timeout=SLOW_MS)


@contextlib.contextmanager
def away(felt: Table, casino: Staged) -> Iterator[None]:
    """The player's line is gone while something happens, and there again afterwards."""
    cut(felt, casino)
    yield
    come_back(felt)


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
    expect(felt.plate).to_contain_text("NO CONNECTION")  # nobody is asked for bets meanwhile
    expect(felt.plate).to_contain_text("The time for bets goes on")
    come_back(felt)
    expect(felt.plate).to_contain_text("PLACE YOUR BETS")
    felt.bet(5_000)
    felt.place("banker_pair")
    felt.bet(7_500)


def test_F236_two_losses_in_a_minute_bring_the_classic_view(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed = CUT
    casino = stage(calm("speed-1"))
    felt = enter(casino).table("speed-1")
    for _ in range(2):
        cut(felt, casino)
        come_back(felt)
    felt.toast("Slow connection: classic view is on")
    felt.place("player")  # fetched when the line was there again, and playable
    felt.bet(100)


@pytest.mark.look
@pytest.mark.parametrize("table_id", ["speed-1", "scanner-1", "seven-1"])
def test_F247_baccarat_goes_on_without_its_player_in_every_phase(
    stage: Stage, enter: Enter, console: Console, table_id: str
) -> None:
    console.allowed = CUT
    casino = stage(slow(table_id), cards="9S 2H KD 3C")
    felt = enter(casino).table(table_id)
    seat = 2 if table_id == "seven-1" else None
    if seat is not None:
        felt.take_seat(seat)
    felt.hold("25")
    felt.place("player", seat=seat)
    felt.bet(2_500)
    casino.has_chips(table_id, felt.player, 2_500)
    with away(felt, casino):
        casino.time_up(table_id)
    felt.says("BETS ACCEPTED")
    with away(felt, casino):
        casino.deal(table_id, 2)
        casino.manage(table_id, c.Pause(reason="a card fell"))
    felt.says("GAME PAUSED")
    if table_id != "scanner-1":  # there all cards turn at once
        expect(felt.page.get_by_role("img", name="nine of spades")).to_be_visible()
    with away(felt, casino):
        casino.manage(table_id, c.Resume(reason="a card was found"))
        casino.deal(table_id)
    felt.says("PLAYER WINS", "+€25.00")
    with away(felt, casino):
        pass
    felt.says("PLAYER WINS", "+€25.00")
    felt.has(102_500)
    with away(felt, casino):
        casino.time_up(table_id)
    felt.says("PLACE YOUR BETS")


def test_F63_F257_a_chip_that_comes_too_late_is_refused_by_the_clock_of_the_table(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(slow("speed-1"))
    screen = enter(casino, fresh=True)
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    slow_line = [False]

    def between(page: WebSocketRoute) -> None:
        house = page.connect_to_server()
        house.on_message(lambda m: held.append((page, m)) if slow_line[0] else page.send(m))

    screen.page.route_web_socket(re.compile("/ws$"), between)
    felt = screen.table("speed-1")
    felt.hold("25")
    felt.place("player")
    felt.bet(2_500)
    casino.has_chips("speed-1", felt.player, 2_500)
    slow_line[0] = True
    casino.time_up("speed-1")
    felt.place("tie")  # the page still believes that betting is open
    while not any('"answer"' in str(message) for _, message in held):
        felt.page.wait_for_timeout(20)
    slow_line[0] = False
    for page, message in held:
        page.send(message)
    felt.toast("Chip not placed")
    felt.says("BETS ACCEPTED")
    felt.bet(2_500)
    felt.has(97_500)


def test_F252_a_bet_behind_follows_while_its_player_is_away(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed = CUT
    casino = stage(calm("blackjack-1"), cards="5S 6H 6D TC KS 9D")
    ada = enter(casino, login="ada").table("blackjack-1")
    ada.button(re.compile("^Seat 3, free")).click()
    ada.hold("5")
    ada.place("main", seat=3)
    ada.bet(500)
    bruno = enter(casino, login="bruno").table("blackjack-1")
    bruno.hold("5")
    bruno.page.get_by_role("button", name=re.compile("^Bet behind Ada")).click(timeout=SLOW_MS)
    bruno.bet(500)
    casino.has_chips("blackjack-1", bruno.player, 500)
    with away(bruno, casino):
        no_more_bets(casino, "blackjack-1", ada)
        ada.page.get_by_role("group", name="Decisions").get_by_role(
            "button", name=re.compile("^Double")
        ).click(timeout=SLOW_MS)
        ada.says("DEALER BUSTS")
    bruno.says("DEALER BUSTS")
    bruno.has(101_000)


def test_F244_F247_a_round_cancelled_meanwhile_is_explained(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed = CUT
    casino = stage(slow("speed-1"), cards="9S 2H KD 3C")
    felt = enter(casino).table("speed-1")
    felt.hold("25")
    felt.place("player")
    felt.bet(2_500)
    no_more_bets(casino, "speed-1", felt)
    felt.says("DEALING CARDS")
    with away(felt, casino):
        casino.manage("speed-1", c.CancelRound(reason="a card fell"))
    felt.says("GAME CANCELLED", "€25.00 returned to your balance")
    felt.has(100_000)


def test_F248_F249_blackjack_is_found_as_it_is_in_every_phase(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed = CUT
    casino = stage(calm("blackjack-1"), cards="9S AH KD 7C")
    felt = enter(casino).table("blackjack-1")
    felt.button(re.compile("^Seat 3, free")).click()
    felt.hold("5")
    felt.place("main", seat=3)
    felt.bet(500)
    with away(felt, casino):
        pass
    felt.bet(500)
    felt.button("Deal now").click()
    felt.says("YOUR TURN")
    with away(felt, casino):
        pass
    panel = felt.page.get_by_role("group", name="Insurance?")
    panel.get_by_role("button", name=re.compile("^No")).click(timeout=SLOW_MS)
    decisions = felt.page.get_by_role("group", name="Decisions")
    expect(decisions).to_be_visible(timeout=SLOW_MS)
    with away(felt, casino):
        expect(decisions.get_by_role("button", disabled=False)).to_have_count(0)
    felt.toast("Back online")
    decisions.get_by_role("button", name=re.compile("^Stand")).click(timeout=SLOW_MS)
    felt.says("DEALER 18")
    with away(felt, casino):
        pass
    felt.says("DEALER 18")
    felt.has(100_500)


def test_F249_F250_F251_who_stays_away_is_not_insured_and_stands(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed = CUT
    casino = stage(calm("blackjack-1"), cards="8S AH 8S 7C")
    felt = enter(casino).table("blackjack-1")
    felt.button(re.compile("^Seat 3, free")).click()
    felt.hold("5")
    felt.place("main", "perfect_pairs", seat=3)
    felt.bet(1_000)
    felt.button("Deal now").click()
    felt.says("YOUR TURN")
    with away(felt, casino):
        casino.time_up("blackjack-1")  # no insurance
        casino.time_up("blackjack-1")  # stand on 16
    felt.says("DEALER 18")
    felt.has(100_000 - 500 + 25 * 500)


@pytest.mark.parametrize("back_in_time", [True, False])
def test_F84_F248_brag_is_found_as_it_is_in_every_phase(
    stage: Stage, enter: Enter, console: Console, back_in_time: bool
) -> None:
    console.allowed = CUT
    casino = stage(slow("brag-1"), cards="KS KH 4D QC 7H 2S")
    felt = enter(casino).table("brag-1")
    felt.hold("5")
    felt.place("ante")
    felt.bet(500)
    casino.has_chips("brag-1", felt.player, 500)
    with away(felt, casino):
        casino.time_up("brag-1")
        casino.deal("brag-1", 2)
    felt.says("DEALING CARDS")
    expect(felt.page.get_by_role("img", name="king of spades")).to_be_visible()
    casino.deal("brag-1")
    felt.says("YOUR TURN")
    ask = felt.page.get_by_role("group", name="Play or Pass?")
    with away(felt, casino):
        expect(ask.get_by_role("button", disabled=False)).to_have_count(0)
        if not back_in_time:
            casino.time_up("brag-1")
    if back_in_time:
        ask.get_by_role("button", name=re.compile("Play")).click(timeout=SLOW_MS)
        expect(ask).to_have_count(0, timeout=SLOW_MS)
    casino.deal("brag-1")
    felt.says("PLAYER WINS")
    with away(felt, casino):
        pass
    felt.says("PLAYER WINS")
    felt.has(101_000 if back_in_time else 99_500)


def test_a_server_restarts_in_the_middle_of_a_hand(
    stage: Stage, enter: Enter, console: Console, tmp_path: Path
) -> None:
    console.allowed = CUT
    folder = tmp_path / "kept"
    config = calm("blackjack-1")
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
    no_more_bets(casino, "speed-1", one)
    for tab in (one, other):
        tab.says("PLAYER WINS", "+€25.00")
        tab.has(102_500)


def test_F18_a_hand_is_taken_up_in_another_tab(
    stage: Stage, enter: Enter, console: Console
) -> None:
    casino = stage(calm("blackjack-1"), cards="TS 9H 9D 8C")
    one = enter(casino).table("blackjack-1")
    one.button(re.compile("^Seat 3, free")).click()
    one.hold("5")
    one.place("main", seat=3)
    one.bet(500)
    one.button("Deal now").click()
    one.says("YOUR TURN")
    page = one.page.context.new_page()
    console.listen(page)
    other = Table(page, one.address, one.player).table("blackjack-1")
    other.page.get_by_role("group", name="Decisions").get_by_role(
        "button", name=re.compile("^Stand")
    ).click(timeout=SLOW_MS)
    for tab in (one, other):
        tab.says("DEALER 17")
        tab.has(100_500)


def test_a_session_ended_elsewhere_is_told(stage: Stage, enter: Enter, console: Console) -> None:
    console.allowed = ("401",)  # what was being asked as the session ended
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


def test_what_loads_late_says_so_when_the_line_is_down_and_comes_with_another_try(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed += (
        *CUT,
        "ERR_FAILED",
        "Failed to fetch",
        "Unable to preload",
        "Failed to load",
    )
    felt = enter(stage(calm("speed-1")), fresh=True).table("speed-1")
    expect(felt.button("Chat", exact=True)).to_be_visible(timeout=SLOW_MS)
    felt.page.route("**/assets/*", lambda route: route.abort())
    settings = felt.button("Settings", exact=True)
    settings.click()
    felt.toast("The casino does not answer")
    felt.button("Help", exact=True).click()
    expect(felt.page.get_by_role("heading", name="The casino does not answer")).to_be_visible()
    felt.page.unroute("**/assets/*")
    felt.button("Try again").click()
    expect(felt.page.get_by_role("searchbox")).to_be_visible(timeout=SLOW_MS)
    felt.page.go_back()
    settings.click(timeout=SLOW_MS)
    expect(felt.page.get_by_role("dialog", name="Settings")).to_be_visible(timeout=SLOW_MS)


def test_a_felt_that_did_not_come_comes_with_another_try(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed += (*CUT, "ERR_FAILED", "Failed to fetch", "Unable to preload", "preloaded")
    lobby = enter(stage(calm("speed-1")), fresh=True).lobby()
    lobby.page.route("**/assets/*", lambda route: route.abort())
    lobby.tiles.first.click()
    again = lobby.button("Try again")
    expect(again).to_be_visible(timeout=SLOW_MS)
    again.click()
    expect(again).to_be_visible(timeout=SLOW_MS)  # still no line, and still a page
    lobby.page.unroute("**/assets/*")
    again.click()
    expect(lobby.page.get_by_text("PLACE YOUR BETS").first).to_be_visible(timeout=SLOW_MS)
