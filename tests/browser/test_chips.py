"""Chips on a baccarat felt while betting is open: place, lower, undo, double, clear, limits."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SIZES, SLOW_MS
from tests.browser.visitors import Console
from tests.browser.words import said
from tools.staged import calm

from sabot.gamekit import Limits
from sabot.money import Cents

pytestmark = pytest.mark.spread

LOW = {"player": Limits(minimum=Cents(500), maximum=Cents(3_000))}


def test_F22_F25_F29_F35_F36_chips_add_up_on_several_areas(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    felt.hold("5")
    felt.place("player", "player", "tie")
    felt.hold("25")
    felt.place("player", "banker_pair")
    felt.bet(500 + 500 + 500 + 2500 + 2500)
    felt.has(100_000 - 6_500)
    expect(felt.spot("player")).to_have_attribute(
        "aria-label", said(re.compile("Player, you have €35"))
    )


@pytest.mark.parametrize("size", [(768, 1024), (390, 844), (360, 640), (844, 390)])
@pytest.mark.parametrize("golden", [0, 1])
def test_no_chip_is_cut_at_the_edge_of_the_rack(
    stage: Stage, enter: Enter, size: tuple[int, int], golden: int
) -> None:
    casino = stage(calm("speed-1"))
    screen = enter(casino, login="ada", size=size, touch=True)
    if golden:
        casino.grant("ada", value=2_500)
    screen.table("speed-1")
    rack = screen.page.locator(".rack")
    # F23: all seven, and fewer only where they do not fit: those that are a bet by themselves.
    narrow = size == (360, 640) or (golden and size == (390, 844))
    expect(rack.get_by_role("radio")).to_have_count((6 if narrow else 7) + golden)
    if golden and size == (360, 640):
        return  # seven of 44 pixels are more than such a screen has: the rack is swiped
    hidden = rack.evaluate("rack => rack.scrollWidth - rack.clientWidth")
    assert hidden <= 0
    for chip in rack.get_by_role("radio").all():
        box = chip.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


@pytest.mark.mouse
def test_F26_F27_right_click_and_shift_lower_a_bet(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    felt.hold("25")
    felt.place("player", "player")
    felt.spot("player").click(button="right")
    felt.bet(2_500)
    felt.hold("5")
    felt.spot("player").click(modifiers=["Shift"])
    felt.bet(2_000)
    felt.hold("100")
    felt.spot("player").click(button="right")  # a bet smaller than the chip goes to nothing
    felt.bet(0)
    felt.has(100_000)


@pytest.mark.look
def test_F27_a_long_press_lowers_a_bet(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(calm("speed-1")), size=(390, 844), touch=True)
    felt = screen.table("speed-1")
    felt.spot("player").tap()
    felt.spot("player").tap()
    felt.bet(200)
    box = felt.spot("player").bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    line = screen.page.context.new_cdp_session(screen.page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    felt.bet(100)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    felt.bet(100)


def test_F28_F32_F34_undo_double_and_clear(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    for name in ("Undo", "Double", "Rebet", "Clear"):
        expect(felt.button(name)).to_be_disabled()
    felt.hold("5")
    felt.place("player")
    felt.place("tie")
    felt.bet(1_000)
    felt.button("Double").click()
    felt.bet(2_000)
    felt.button("Double").click()
    felt.bet(4_000)
    for left in (2_000, 1_000, 500, 0):
        felt.button("Undo").click()
        felt.bet(left)
    felt.place("player", "tie", "banker_pair")
    felt.bet(1_500)
    felt.button("Clear").click()
    felt.bet(0)
    felt.has(100_000)


@pytest.mark.look
@pytest.mark.parametrize("size", SIZES)
def test_F23_all_chips_are_shown_and_those_that_the_balance_covers_are_lit(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    felt = enter(stage(calm("speed-1")), size=size, touch=min(size) < 500).table("speed-1")
    chips = felt.role("radiogroup", "Chips")
    shown = chips.get_by_role("radio")
    expect(shown).to_have_count(7)
    for chip in shown.all():
        expect(chip).to_be_in_viewport(ratio=1)
    expect(chips.get_by_role("radio", name=said("Chip of €1,000"))).not_to_have_attribute(
        "aria-disabled", "true"
    )
    felt.hold("500")
    felt.place("banker")
    felt.has(50_000)
    expect(chips.get_by_role("radio", name=said("Chip of €1,000"))).to_have_attribute(
        "aria-disabled", "true"
    )
    expect(chips.get_by_role("radio", name=said("Chip of €500"))).not_to_have_attribute(
        "aria-disabled", "true"
    )


def test_F51_a_bet_under_the_minimum_is_inactive_and_says_so(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1", limits=LOW))).table("speed-1")
    felt.hold("1")
    felt.place("player")
    expect(felt.page.get_by_text(said("Min €5: does not count"))).to_be_visible()
    felt.has(100_000)  # it reserves nothing
    felt.hold("5")
    felt.place("player")
    expect(felt.page.get_by_text(said("Min €5: does not count"))).to_have_count(0)
    felt.has(100_000 - 600)


def test_F52_a_bet_over_the_maximum_is_cut_and_says_so(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1", limits=LOW))).table("speed-1")
    felt.hold("25")
    felt.place("player", "player")
    expect(felt.page.get_by_text(said("Cut to €30"))).to_be_visible()
    felt.has(100_000 - 3_000)


def test_F53_opposite_bets_are_cut_and_explained(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    felt.hold("25")
    felt.place("player")
    felt.hold("5")
    felt.place("banker")
    expect(
        felt.page.get_by_text(said(re.compile("of it counts|One side only"))).first
    ).to_be_visible()


@pytest.mark.english
@pytest.mark.mouse
def test_F55_F56_F112_F113_super_6_lives_in_zero_commission(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    expect(felt.spot("super6")).to_have_count(0)
    zero = felt.role("switch", "Zero commission")
    zero.click()
    expect(zero).to_be_checked()
    felt.hold("5")
    super6 = felt.page.locator('[data-spot^="super"]')
    super6.click()
    expect(felt.page.get_by_text(said("Needs a main bet"))).to_be_visible()
    felt.hold("1")
    felt.place("player")
    expect(felt.page.get_by_text(said(re.compile("€1 of it counts")))).to_be_visible()
    expect(zero).to_be_disabled()
    expect(felt.page.get_by_text(said(re.compile("Take your chips off Super 6")))).to_be_visible()
    felt.button("Clear").click()
    expect(zero).to_be_enabled()


def test_F37_a_reload_brings_every_chip_back(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    felt.hold("25")
    felt.place("player", "tie")
    felt.bet(5_000)
    felt.page.reload()
    felt.bet(5_000)
    felt.has(95_000)
    felt.button("Undo").click()
    felt.bet(2_500)


WIDE_PX = 1_200


@pytest.mark.english
@pytest.mark.mouse
def test_F4_F7_F151_F262_limits_and_payouts_of_every_bet(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("blackjack-1"), calm("speed-1"))).table("blackjack-1")
    felt.button("Blackjack Edera: limits and payouts").click()
    dialog = felt.page.get_by_role("dialog")
    expect(dialog.locator("tr[data-bet=behind], tr[data-bet=bet_behind]")).to_be_visible()
    expect(dialog.locator("tr[data-bet=main]")).to_contain_text(said(re.compile(r"1\.5:1|3:2")))
    felt.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    felt = felt.table("speed-1")
    size = felt.page.viewport_size
    assert size is not None
    wide = size["width"] >= WIDE_PX  # a narrower bar keeps them behind the name of the table
    felt.button(re.compile("Limits €1" if wide else "limits and payouts")).click()
    banker = dialog.locator("tr[data-bet=banker]")
    expect(banker).to_contain_text(said("0.95:1"))
    expect(banker).to_contain_text(said("98.94"))
    dialog.get_by_role("switch", name=said("Show exact fractions")).click()
    expect(banker).to_contain_text(said("/"))
    dialog.get_by_role("button", name=said("Close")).click()
    expect(dialog).to_have_count(0)


def test_F8_F9_F10_F245_the_round_has_a_number_to_copy_and_a_clock(
    stage: Stage, enter: Enter
) -> None:
    screen = enter(stage(calm("speed-1")), permissions=["clipboard-read", "clipboard-write"])
    felt = screen.table("speed-1")
    felt.place("player")
    copy = felt.button(re.compile("Copy the round number"))
    number = copy.locator("b").inner_text(timeout=SLOW_MS)
    copy.click()
    felt.toast(f"Copied: {number}")
    assert felt.page.evaluate("navigator.clipboard.readText()") == number


@pytest.mark.mouse
@pytest.mark.look
@pytest.mark.parametrize(
    ("zone", "minutes", "told"),
    [("Asia/Kolkata", 330, "UTC+5:30"), ("America/Phoenix", -420, "UTC\N{MINUS SIGN}7")],
)
def test_F9_the_clock_shows_the_players_local_time_and_how_far_it_is_from_utc(
    stage: Stage, enter: Enter, zone: str, minutes: int, told: str
) -> None:
    felt = enter(stage(calm("speed-1")), timezone_id=zone).table("speed-1")
    clock = felt.page.get_by_role("time")
    shown = clock.inner_text()
    at = datetime.fromisoformat(str(clock.get_attribute("datetime")))
    assert shown == f"{at + timedelta(minutes=minutes):%H:%M:%S}"
    clock.hover()
    expect(felt.page.get_by_text(told)).to_be_visible(timeout=SLOW_MS)


def test_F43_a_side_bet_with_a_chip_on_it_cannot_be_switched_off_and_the_player_reads_why(
    stage: Stage, enter: Enter, console: Console
) -> None:
    console.allowed += ("409 (Conflict)",)  # how Chromium writes down a refusal
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    felt.hold("5")
    felt.place("player_pair")
    felt.bet(500)
    felt.button("Settings").first.click()
    felt.role("tab", "Game").click()
    pairs = felt.role("switch", "Pairs", exact=True)
    expect(pairs).to_be_checked()
    pairs.click()
    felt.toast("take it back or wait for the result")
    expect(pairs).to_be_checked()
    bonus = felt.role("switch", "Bonus")
    bonus.click()  # no chip lies on it
    expect(bonus).not_to_be_checked()
    felt.page.keyboard.press("Escape")
    expect(felt.spot("player_bonus")).to_have_count(0)
    felt.button("Undo").click()
    felt.bet(0)
    felt.button("Settings").first.click()
    felt.role("tab", "Game").click()
    pairs.click()
    expect(pairs).not_to_be_checked()
    felt.page.keyboard.press("Escape")
    expect(felt.spot("player_pair")).to_have_count(0)


@pytest.mark.mouse
def test_F54_super_6_and_player_are_not_opposite(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    felt.role("switch", "Zero commission").click()
    felt.hold("5")
    felt.place("player")
    felt.page.locator('[data-spot^="super"]').click()
    felt.bet(1_000)
