"""Playing for fun in a browser: from the door to a private table of the player (F263)."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.browser.conftest import CUT, Enter, Stage
from tests.browser.pages import SLOW_MS, Screen, Table
from tests.browser.test_trouble import hurry
from tests.browser.visitors import Console
from tools.staged import table

from sabot.service.private.names import table_id_of

DEAL = re.compile("^Deal$")


def own(screen: Screen, variant: str) -> Table:
    """The player's own table of a game."""
    answer = screen.page.context.request.post(
        f"{screen.address}/api/for-fun/{variant}", data={}, headers={"Origin": screen.address}
    )
    assert answer.ok, answer.text()
    return screen.table(answer.json()["table"])


def test_F263_from_the_door_to_a_round_dealt_on_demand(stage: Stage, enter: Enter) -> None:
    casino = stage(table("speed-1"), cards="9S 2H KD 3C KS 9H QD QC")
    screen = enter(casino, signed_in=False)
    page = screen.page
    page.goto(casino.address)
    screen.button("Play Speed Baccarat for fun").click()
    page.wait_for_url(re.compile("/table/fun-speed-"), timeout=SLOW_MS)
    expect(page.get_by_text("no real money").first).to_be_visible(timeout=SLOW_MS)
    felt = Table(page, casino.address, "")
    felt.says("PLACE YOUR BETS")
    deal = screen.button(DEAL)
    expect(deal).to_be_disabled()
    expect(page.get_by_role("button", name="Play money")).to_be_visible()
    expect(screen.button("Chat")).to_have_count(0)
    felt.hold("25")
    felt.place("player")
    felt.bet(2_500)
    expect(deal).to_be_enabled()
    page.keyboard.press("d")
    felt.says("PLAYER WINS")
    felt.has(102_500)
    felt.says("PLACE YOUR BETS")  # by itself, after the result
    screen.button("Rebet").click()
    felt.bet(2_500)
    deal.click()
    felt.says("BANKER WINS")
    felt.has(100_000)


def test_F263_the_lobby_lists_the_games_and_no_private_table(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed = ("404",)
    casino = stage(table("speed-1"))
    lobby = enter(casino, login="ada").lobby()
    games = lobby.page.get_by_role("region", name="Play at your own pace").get_by_role("button")
    expect(games).to_have_count(5, timeout=SLOW_MS)
    games.filter(has_text="3 Card Brag").click()
    lobby.page.wait_for_url(re.compile("/table/fun-brag-"), timeout=SLOW_MS)
    expect(lobby.page.locator("[data-plate]")).to_be_visible(timeout=SLOW_MS)
    other = enter(casino, login="bruno").lobby()
    expect(other.tiles).to_have_count(1)
    other.page.goto(f"{casino.address}/table/{table_id_of('ada', 'three_card_brag')}")
    expect(other.page.get_by_text("There is no such table.")).to_be_visible(timeout=SLOW_MS)


def test_F263_a_table_that_closed_under_its_player_is_opened_again_with_a_button(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(table("speed-1"), cards="9S 2H KD 3C")
    screen = enter(casino, login="ada")
    felt = own(screen, "speed_baccarat")
    felt.says("PLACE YOUR BETS")
    casino.do(casino.casino.house.private.close(table_id_of("ada", "speed_baccarat")))
    felt.says("TABLE CLOSED")
    screen.button("Open again").click()
    felt.says("PLACE YOUR BETS")
    felt.hold("25")
    felt.place("player")
    screen.button(DEAL).click()
    felt.says("PLAYER WINS")


def test_F263_a_hand_waits_without_a_clock_and_outlives_a_restart(
    stage: Stage, enter: Enter, console: Console, tmp_path: Path
) -> None:
    console.allowed = CUT
    folder = tmp_path / "kept"
    casino = stage(table("speed-1"), cards="9S 6H 9D 8C", folder=folder)
    felt = own(enter(casino, size=(390, 844), touch=True), "blackjack")
    felt.hold("5")
    felt.place("main", seat=4)
    felt.button(DEAL).click()
    felt.says("YOUR TURN")
    decisions = felt.page.get_by_role("group", name="Decisions")
    stand = decisions.get_by_role("button", name=re.compile("^Stand"))
    expect(stand).to_be_visible()
    expect(decisions.get_by_role("timer")).to_have_count(0)
    expect(felt.page.get_by_text("time is up")).to_have_count(0)
    port = casino.port
    casino.close()
    expect(felt.page.get_by_role("alert").filter(has_text="restarting")).to_be_visible(
        timeout=SLOW_MS
    )
    stage(table("speed-1"), folder=folder, port=port)
    hurry(felt)
    stand.click(timeout=SLOW_MS)
    felt.says("PLACE YOUR BETS")
    assert felt.staked == 0


def test_20_13_F178_a_round_of_blind_play_for_fun(stage: Stage, enter: Enter) -> None:
    casino = stage(table("speed-1"), cards="KS KH 4D QC 7H 2S")
    felt = own(enter(casino, login="ada"), "three_card_brag")
    felt.hold("5")
    felt.place("blind_play")
    felt.bet(1_000)  # the Ante has a copy of it
    felt.button(DEAL).click()
    felt.says("PLAYER WINS")
    felt.has(101_000)
