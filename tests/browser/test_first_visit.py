"""What tripped a newcomer up on a phone, and no longer does (docs/first-visit.md)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage, no_more_bets
from tests.browser.pages import SLOW_MS
from tools.staged import calm

PHONE = (390, 844)
TOUCH = {"touch": True, "is_mobile": True, "fresh": True}


def test_F13_F127_a_tap_sits_down_and_another_seat_is_taken_through_the_lobby(
    stage: Stage, enter: Enter
) -> None:
    felt = enter(stage(calm("seven-1")), size=PHONE, **TOUCH).table("seven-1")
    felt.says("Choose a seat to bet")
    expect(felt.button("Seat 4, Free")).to_be_visible(timeout=SLOW_MS)
    felt.shows_whole(felt.spot("banker").or_(felt.page.locator(".spot.banker.main")).first)
    felt.button("Seat 4, Free").tap(timeout=SLOW_MS)
    expect(felt.button("Seat 4, Your seat")).to_be_visible(timeout=SLOW_MS)
    box = felt.page.get_by_role("dialog")
    expect(box).to_have_count(0)
    felt.button("Seat 7, Free").tap(timeout=SLOW_MS)
    expect(box).to_contain_text("Seats are changed through the lobby", timeout=SLOW_MS)
    felt.spot("banker", 4).tap(timeout=SLOW_MS)  # a tap beside the box closes it
    felt.bet(100)
    expect(box).to_have_count(0)
    felt.button("Undo").tap()
    felt.bet(0)
    felt.button("Seat 4, Your seat").tap()
    expect(box).to_contain_text("Seats are changed through the lobby", timeout=SLOW_MS)
    expect(felt.button("Leave the seat")).to_have_count(0)
    box.get_by_role("button", name="Lobby").tap()
    felt.page.get_by_role("link", name="Seven Seats Cedro").tap(timeout=SLOW_MS)
    felt.page.get_by_role("dialog").get_by_role("button", name="Seat 2, free").tap(timeout=SLOW_MS)
    expect(felt.button("Seat 2, Your seat")).to_be_visible(timeout=SLOW_MS)
    expect(felt.button("Seat 4, Free")).to_be_visible()


def test_an_area_that_was_tapped_does_not_stay_lit(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1")), size=PHONE, **TOUCH).table("speed-1")
    area = felt.spot("banker_pair", None)
    area.tap(timeout=SLOW_MS)
    felt.bet(100)
    assert felt.page.evaluate("matchMedia('(hover: none)').matches")
    shape = felt.page.locator(".spot", has=area).locator(".shape").first
    expect(shape).to_have_css("filter", "none")  # while a finger is down it is darker


@pytest.mark.parametrize(("locale", "name"), [("it-IT", "cinese"), ("en-GB", "Chinese")])
def test_the_voices_of_a_table_have_names_and_no_codes(
    stage: Stage, enter: Enter, locale: str, name: str
) -> None:
    tile = enter(stage(calm("speed-1")), size=PHONE, locale=locale, **TOUCH).lobby().tile("speed-1")
    expect(tile.locator(".voice")).to_contain_text(name, timeout=SLOW_MS)


def test_the_line_under_the_decisions_ends_above_the_chips(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="5S TH 6C 7D")
    felt = enter(casino, size=PHONE, **TOUCH).table("blackjack-1")
    felt.page.get_by_role("button", name="Seat 1, free. Sit").tap(timeout=SLOW_MS)
    expect(felt.page.locator(".spot .full")).to_have_text("Perfect Pairs", timeout=SLOW_MS)
    felt.place("main", seat=1)
    felt.bet(100)
    no_more_bets(casino, "blackjack-1", felt)
    line = felt.page.locator(".way")
    expect(line).to_be_visible(timeout=SLOW_MS)
    assert line.evaluate(
        "line => line.getBoundingClientRect().bottom"
        " <= line.closest('.felt').getBoundingClientRect().bottom"
    )


def test_sign_up_is_one_tap_from_the_top_of_the_door(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(calm("speed-1")), size=PHONE, signed_in=False, **TOUCH)
    screen.page.goto(screen.address)
    way = screen.button("New here? Open your own account")
    expect(way).to_be_in_viewport(timeout=SLOW_MS)
    way.tap()
    expect(screen.page.get_by_label("Name at the table")).to_be_in_viewport(timeout=SLOW_MS)
    expect(screen.button("Create an account")).to_be_in_viewport()


def test_folded_chips_say_how_to_see_all_of_them(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1")), size=PHONE, **TOUCH).table("speed-1")
    chips = felt.page.get_by_role("radiogroup", name="Chips")
    chips.get_by_role("radio", checked=True).tap(timeout=SLOW_MS)
    chips.get_by_role("button", name="6 more chips").tap(timeout=SLOW_MS)
    expect(chips.get_by_role("radio")).to_have_count(7)


def test_the_net_result_counts_a_stake_when_its_round_is_lost(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"), cards="KS 8H 7D KC")
    felt = enter(casino, size=PHONE, **TOUCH).table("speed-1")
    standing = felt.page.locator("[data-standing] b")
    expect(standing).to_have_text("\u20ac0.00", timeout=SLOW_MS)
    felt.place("player")
    felt.bet(100)
    no_more_bets(casino, "speed-1", felt)
    felt.says("BANKER WINS")
    expect(standing).to_have_text(re.compile(r"^[-\u2212]\u20ac1\.00$"), timeout=SLOW_MS)
