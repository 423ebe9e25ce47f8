"""The lobby: live tiles, filters, search, favourites, seats, and the table that stays open."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SIZES, SLOW_MS, Table
from tools.staged import calm, slow, table

from sabot.table.config import Opening


def test_F3_F5_F6_F11_F265_a_tile_tells_limits_phase_road_seats_voice_and_that_it_is_virtual(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(
        table("speed-1", opening=Opening.CLOCK, voices=("it", "en")),
        calm("seven-1"),
        calm("brag-1"),
    )
    lobby = enter(casino).lobby()
    speed = lobby.tile("speed-1")
    expect(speed).to_contain_text("€1 – €5,000")
    expect(speed.get_by_title("Voice: Italian and English")).to_be_visible()
    expect(speed).to_contain_text("Result", timeout=SLOW_MS)  # it is alive
    road = speed.get_by_role("img", name=re.compile(r"Road: (?!0 Player, 0 Banker)\d+ Player"))
    expect(road).to_be_visible(timeout=SLOW_MS)
    expect(lobby.tile("seven-1")).to_contain_text("7 seats free")
    expect(lobby.tile("brag-1")).to_contain_text("€1 – €5,000")
    for name in ("speed-1", "seven-1", "brag-1"):
        expect(lobby.tile(name).get_by_text("Virtual", exact=True)).to_be_visible()


CUT = "one => one.scrollWidth > one.clientWidth"


@pytest.mark.parametrize("size", SIZES)
def test_F3_F265_a_table_shows_its_whole_name_its_limits_and_that_it_is_virtual(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    casino = stage(calm("speed-1"))
    felt = enter(casino, size=size, touch=min(size) < 500).table("speed-1")
    felt.place("player")  # a round has begun: its number stands there too
    felt.bet(100)
    name = felt.page.locator("header .name b")
    expect(name).to_have_text("Speed Baccarat Aurora")
    assert not name.evaluate(CUT)
    expect(felt.page.locator("header").first).to_contain_text("€1 – €5,000")
    if size == (390, 844):
        felt.button("Menu", exact=True).tap()
    expect(felt.page.get_by_text(re.compile("Virtual table"))).to_be_in_viewport()


def test_filters_search_and_favourites_choose_tables(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"), calm("scanner-1"), calm("blackjack-1"), calm("brag-1"))
    lobby = enter(casino).lobby()
    lobby.button("Blackjack 1").click()
    expect(lobby.tiles).to_have_count(1)
    lobby.button("All 4").click()
    lobby.page.get_by_role("searchbox").fill("duna")
    expect(lobby.tiles).to_have_count(1)
    expect(lobby.tile("scanner-1")).to_be_visible()
    lobby.page.get_by_role("searchbox").fill("roulette")
    lobby.button("Show all tables").click()
    expect(lobby.tiles).to_have_count(4)
    lobby.button("Favourites 0").click()
    expect(lobby.page.get_by_text("No favourites yet")).to_be_visible()
    lobby.button("Show all tables").click()
    lobby.button("Add Brag Faggio to favourites").click()
    expect(lobby.button("Favourites 1")).to_be_visible()
    lobby.page.reload()
    lobby.button("Favourites 1").click()
    expect(lobby.tiles).to_have_count(1)
    expect(lobby.tile("brag-1")).to_be_visible()


def test_F1_F2_the_table_stays_open_behind_the_lobby(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"), calm("brag-1"))).table("speed-1")
    felt.hold("25")
    felt.place("banker")
    felt.bet(2500)
    felt.button("Lobby").click()
    bar = felt.page.get_by_role("complementary", name="Open table")
    expect(bar).to_contain_text("Speed Baccarat Aurora")
    expect(bar).to_contain_text("€25.00")
    felt.button("Close lobby").click()
    felt.bet(2500)
    felt.button("Lobby").click()
    felt.page.get_by_role("link", name="Brag Faggio").click()
    felt.says("PLACE YOUR BETS")
    felt.button("Lobby").click()
    expect(bar).to_contain_text("Brag Faggio")
    felt.button("Leave Brag Faggio").click()
    expect(bar).to_have_count(0)


def test_F13_F125_a_seat_is_picked_in_the_lobby(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("seven-1"))
    screen = enter(casino)
    lobby = screen.lobby()
    lobby.page.get_by_role("link", name="Seven Seats Cedro").click()
    lobby.button("Seat 5, free").click()
    felt = Table(screen.page, screen.address, screen.player)
    felt.hold("5")
    felt.place("player", seat=5)
    felt.bet(500)
    other = enter(casino).lobby()
    other.page.get_by_role("link", name="Seven Seats Cedro").click()
    expect(other.button(re.compile("Seat 5, guest"))).to_be_visible()
    other.button("Close").first.click()
    expect(other.tile("seven-1")).to_contain_text("6 seats free")


def test_F14_a_phone_gets_the_least_occupied_seat(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(calm("seven-1")), size=(390, 844), touch=True)
    lobby = screen.lobby()
    lobby.page.get_by_role("link", name="Seven Seats Cedro").tap()
    felt = Table(screen.page, screen.address, screen.player)
    felt.page.locator('[data-spot^="player:"]').tap(timeout=SLOW_MS)
    felt.bet(100)


def test_F3_R26_a_tile_turns_no_card_before_its_table_does(stage: Stage, enter: Enter) -> None:
    casino = stage(slow("scanner-1", opening=Opening.CLOCK), cards="KD 8H QC KS")
    lobby = enter(casino).lobby()
    scene = lobby.tile("scanner-1").locator(".scene")
    casino.time_up("scanner-1")
    casino.deal("scanner-1", 3)
    expect(scene.locator(".card.back")).to_have_count(3, timeout=SLOW_MS)
    expect(scene.locator(".print")).to_have_count(0)
    expect(scene.locator(".total")).to_have_count(0)
    casino.deal("scanner-1", 1)
    expect(scene.locator(".print")).to_have_count(4, timeout=SLOW_MS)
    expect(scene.locator(".card.back")).to_have_count(0)
    expect(scene.locator(".total.player")).to_contain_text("0")
    expect(scene.locator(".total.banker")).to_contain_text("8")
