"""A whole round of each game without a mouse, and what a screen reader hears of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Enter, Stage, no_more_bets
from tests.browser.pages import SLOW_MS, Table
from tools.staged import calm, slow, until

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


HEARD = """() => {
    window.heard = [];
    const note = () => {
        for (const place of document.querySelectorAll('[data-said]')) {
            const text = place.textContent.trim();
            if (text !== '' && !heard.includes(text)) heard.push(text);
        }
    };
    const watch = new MutationObserver(note);
    for (const place of document.querySelectorAll('[data-said]')) {
        watch.observe(place, { childList: true, characterData: true, subtree: true });
    }
}"""
"""Keeps all that the live regions say."""


def listen(felt: Table) -> None:
    """Hear what a screen reader is told from now on."""
    felt.page.evaluate(HEARD)


def hears(felt: Table, *texts: str) -> None:
    """Expect all of this to have been said."""
    for text in texts:
        expect(felt.page.locator("[data-said=polite]")).to_have_count(1)
        said = ""
        for _ in range(100):
            said = " ".join(felt.page.evaluate("heard"))
            if re.search(text, said):
                break
            felt.page.wait_for_timeout(50)
        assert re.search(text, said), said


CARD = r"\b(?:[a-z]+) of (?:spades|hearts|diamonds|clubs)\b"
SPOKEN_MS = 600
"""Words that come together are said together; by then they have been."""


def spoken(felt: Table) -> set[str]:
    """The cards that were named, none of them before it could be seen."""
    # What lies there is read second: meanwhile more may lie there, and nothing can be unsaid.
    said = set(re.findall(CARD, " ".join(felt.page.evaluate("heard"))))
    assert said <= lying(felt)
    return said


def lying(felt: Table) -> set[str]:
    """The cards that lie face up."""
    named = felt.page.get_by_role("img").evaluate_all("all => all.map(one => one.ariaLabel)")
    return set(re.findall(CARD, " ".join(filter(None, named))))


@pytest.mark.parametrize("table_id", ["speed-1", "scanner-1", "seven-1", "blackjack-1", "brag-1"])
def test_R26_no_card_is_spoken_before_it_lies_face_up(
    stage: Stage, enter: Enter, table_id: str
) -> None:
    casino = stage(slow(table_id), cards="9S 2H KD 3C 7D 6C")
    felt = enter(casino, motion="no-preference").table(table_id)
    if table_id == "blackjack-1":
        felt.button(re.compile("^Seat 3, free")).click()
    seat = {"blackjack-1": 3, "seven-1": 2}.get(table_id)
    if table_id == "seven-1":
        felt.take_seat(2)
    felt.hold("5")
    felt.place({"blackjack-1": "main", "brag-1": "ante"}.get(table_id, "player"), seat=seat)
    felt.bet(500)
    listen(felt)
    no_more_bets(casino, table_id, felt)
    for _ in range(6):
        casino.deal(table_id, 1)
        felt.page.wait_for_timeout(SPOKEN_MS)
        until(lambda: spoken(felt) == lying(felt))
    assert spoken(felt)


@pytest.mark.parametrize("table_id", ["speed-1", "scanner-1"])
def test_baccarat_by_keyboard_alone(stage: Stage, enter: Enter, table_id: str) -> None:
    casino = stage(calm(table_id), cards="9S 2H KD 3C")
    felt = enter(casino).table(table_id)
    keys = felt.page.keyboard
    listen(felt)
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
    no_more_bets(casino, table_id, felt)
    felt.says("PLAYER WINS", "+€25.00")
    hears(
        felt,
        "PLACE YOUR BETS",
        "Player: nine of spades",
        "Banker: two of hearts",
        "PLAYER WINS, 9 to 5",
        r"Return €50\.00, net \+€25\.00",
    )


def test_blackjack_by_keyboard_alone(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="TS 9H 2D 8C 6S")
    felt = enter(casino).table("blackjack-1")
    keys = felt.page.keyboard
    listen(felt)
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
    hears(felt, "YOUR TURN", "ten of spades", "six of spades", "DEALER 17", r"net \+€5\.00")


def test_brag_by_keyboard_alone(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("brag-1"), cards="KS KH 4D QC 7H 2S")
    felt = enter(casino).table("brag-1")
    keys = felt.page.keyboard
    listen(felt)
    keys.press("3")
    walk_to(felt.page, "ante")
    keys.press("Enter")
    felt.bet(500)
    no_more_bets(casino, "brag-1", felt)
    felt.says("YOUR TURN")
    keys.press("y")
    felt.says("PLAYER WINS")
    felt.has(101_000)
    hears(felt, "YOUR TURN", "king of spades", "queen of clubs", "PLAYER WINS", "net")


def test_seven_seats_by_keyboard_alone(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("seven-1"), cards="9S 2H KD 3C")
    felt = enter(casino).table("seven-1")
    keys = felt.page.keyboard
    tab_to(felt.page, "Choose a seat to bet")
    keys.press("Enter")
    expect(felt.page.locator('[data-spot^="player:"]')).to_be_visible(timeout=SLOW_MS)
    keys.press("3")
    keys.press("ArrowRight")
    keys.press("Enter")
    felt.bet(500)
    no_more_bets(casino, "seven-1", felt)
    felt.says("PLAYER WINS")


def test_F32_a_key_that_is_held_doubles_once(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    felt.hold("5")
    felt.place("player")
    felt.bet(500)
    for _ in range(4):
        felt.page.keyboard.down("x")  # after the first one a key repeats itself
    felt.page.keyboard.up("x")
    felt.bet(1_000)
    felt.page.keyboard.press("x")
    felt.bet(2_000)
