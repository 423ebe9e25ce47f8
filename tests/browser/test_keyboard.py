"""A whole round of each game without a mouse, and what a screen reader hears of it."""

from __future__ import annotations

import re
from dataclasses import replace

from playwright.sync_api import Page, expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS
from tools.staged import CALM_MS, QUICK, table

HAND = replace(QUICK, betting=4_000, decision=CALM_MS, result=8_000, card=200)
NAME = """() => {
    const focused = document.activeElement;
    return focused?.getAttribute('aria-label') || focused?.textContent;
}"""


def tab_to(page: Page, name: str, *, most: int = 80) -> None:
    """Press Tab until the focus is on something of this name."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if re.search(name, str(page.evaluate(NAME) or "").strip()):
            return
    raise AssertionError(f"Tab never reached {name}")


def walk_to(page: Page, spot: str, *, most: int = 30) -> None:
    """Walk over the felt with the arrows until a spot has the focus."""
    for n in range(most):
        page.keyboard.press("ArrowDown" if n % 2 else "ArrowRight")
        if page.evaluate("document.activeElement?.dataset.spot") == spot:
            return
    raise AssertionError(f"the arrows never reached {spot}")


def test_baccarat_by_keyboard_alone(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(table("speed-1", HAND), cards="9S 2H KD 3C")).table("speed-1")
    keys = felt.page.keyboard
    keys.press("4")  # the fourth chip
    keys.press("ArrowRight")
    expect(felt.spot("player")).to_be_focused()
    keys.press("Enter")
    felt.bet(2_500)
    keys.press("Delete")
    felt.bet(0)
    keys.press("Enter")
    keys.press("x")
    felt.bet(5_000)
    keys.press("z")
    felt.bet(2_500)
    felt.says("PLAYER WINS", "+€25.00")
    spoken = felt.page.get_by_role("status").last
    expect(spoken).to_contain_text(re.compile("Return €50.00, net \\+€25.00"), timeout=SLOW_MS)


def test_blackjack_by_keyboard_alone(stage: Stage, enter: Enter) -> None:
    timers = replace(HAND, betting=CALM_MS)
    felt = enter(stage(table("blackjack-1", timers), cards="TS 9H 2D 8C 6S")).table("blackjack-1")
    keys = felt.page.keyboard
    tab_to(felt.page, "^Seat 3, free")
    keys.press("Enter")
    expect(felt.spot("main", 3)).to_be_visible()
    keys.press("3")
    walk_to(felt.page, "main:3")
    keys.press("Enter")
    felt.bet(500)
    tab_to(felt.page, "^Deal now")
    keys.press("Enter")
    felt.says("YOUR TURN")
    keys.press("h")
    expect(felt.page.get_by_role("region", name="Your seat 3")).to_contain_text(
        "18", timeout=SLOW_MS
    )
    keys.press("s")
    felt.says("DEALER 17")
    felt.has(100_500)


def test_brag_by_keyboard_alone(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(table("brag-1", HAND), cards="KS KH 4D QC 7H 2S")).table("brag-1")
    keys = felt.page.keyboard
    keys.press("3")
    walk_to(felt.page, "ante")
    keys.press("Enter")
    felt.bet(500)
    felt.says("YOUR TURN")
    keys.press("y")
    felt.says("PLAYER WINS")
    felt.has(101_000)


def test_seven_seats_by_keyboard_alone(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(table("seven-1", HAND), cards="9S 2H KD 3C")).table("seven-1")
    keys = felt.page.keyboard
    tab_to(felt.page, "Choose a seat to bet")
    keys.press("Enter")
    expect(felt.page.locator('[data-spot^="player:"]')).to_be_visible(timeout=SLOW_MS)
    keys.press("3")
    keys.press("ArrowRight")
    keys.press("Enter")
    felt.bet(500)
    felt.says(re.compile("WINS|TIE"))
