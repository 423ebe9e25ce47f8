"""What the house tells players about trouble, blackjacks and their own duties; full screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS, Screen, Table
from tests.browser.test_blackjack import seated
from tests.browser.test_sound import heard, listening, wait_for
from tools.staged import calm

from sabot.client import Client
from sabot.client.http import sign_in_as_guest
from sabot.table import commands as c


@pytest.mark.parametrize(
    ("locale", "paused", "told"),
    [
        ("en-GB", "GAME PAUSED", "The problem is under investigation. Bets stand."),
        ("it-IT", "GIOCO IN PAUSA", "Il problema è in corso di verifica. Le puntate restano"),
    ],
)
def test_F242_players_read_that_the_problem_is_investigated_and_never_staffs_own_words(
    stage: Stage, enter: Enter, locale: str, paused: str, told: str
) -> None:
    casino = stage(calm("speed-1"))
    felt = enter(casino, locale=locale).table("speed-1")
    felt.page.locator('[data-spot="player"]').click()
    casino.manage("speed-1", c.Pause(reason="Bruno dropped them again"))
    felt.says(paused, told)
    expect(felt.page.locator("body")).not_to_contain_text("Bruno")
    view = felt.page.evaluate("document.body.innerText")
    assert "dropped" not in view


def test_F242_a_known_reason_is_told_in_the_players_language(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"))
    felt = enter(casino, locale="it-IT").table("speed-1")
    felt.page.locator('[data-spot="player"]').click()
    casino.manage("speed-1", c.Pause(reason="scan/unreadable"))
    felt.says("Una carta non si legge.", "in corso di verifica")


def test_F269_after_insurance_the_dealer_announces_that_there_is_no_blackjack(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("blackjack-1"), cards="TS AH 9D 8C")
    felt = insured(seated(casino, enter))
    expect(felt.page.locator("[data-checked]")).to_have_count(0)
    no(felt)
    felt.says("YOUR TURN")
    expect(felt.page.locator("[data-checked]")).to_have_text("No blackjack")
    expect(felt.page.locator("[aria-live]").filter(has_text="no blackjack").first).to_be_attached()


def insured(felt: Table) -> Table:
    """Deal, and wait for the question."""
    felt.button("Deal now").click()
    expect(felt.page.get_by_role("group", name="Insurance?")).to_be_visible(timeout=SLOW_MS)
    return felt


def no(felt: Table) -> None:
    """Take no insurance."""
    panel = felt.page.get_by_role("group", name="Insurance?")
    panel.get_by_role("button", name="No").click(timeout=SLOW_MS)


def test_F269_a_blackjack_of_the_dealer_is_announced(stage: Stage, enter: Enter) -> None:
    felt = insured(seated(stage(calm("blackjack-1"), cards="TS AH 9D KC"), enter))
    no(felt)
    felt.says("DEALER BLACKJACK")


@pytest.mark.parametrize(
    ("cards", "said"),
    [("TS AH 9D 8C", "No blackjack."), ("TS AH 9D KC", "Dealer has blackjack.")],
)
def test_F269_the_announcement_is_spoken(stage: Stage, enter: Enter, cards: str, said: str) -> None:
    casino = stage(calm("blackjack-1"), cards=cards)

    def fresh(*arguments: object, **more: object) -> Screen:
        return listening(enter(*arguments, **{**more, "fresh": True}))

    felt = seated(casino, fresh)
    felt.button("Sound on").click(timeout=SLOW_MS)
    felt.page.keyboard.press("Escape")
    no(insured(felt))
    wait_for(felt, f"heard.said.some(([, text]) => text === '{said}')")
    assert all(lang == "en-GB" for lang, _ in heard(felt, "said"))


FULL = "document.fullscreenElement !== null"


def press_escape(page: Page) -> None:
    """Press Esc as a keyboard does: with its native code the browser itself leaves full screen.

    Playwright's own key press carries no native code and reaches the page alone.
    """
    keyboard = page.context.new_cdp_session(page)
    escape = {"key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 27}
    for kind in ("rawKeyDown", "keyUp"):
        keyboard.send(
            "Input.dispatchKeyEvent", {"type": kind, "nativeVirtualKeyCode": 27, **escape}
        )
    keyboard.detach()


@pytest.mark.look
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844), (844, 390)])
def test_F21_full_screen_for_game_and_lobby_ends_with_its_button_or_esc(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    phone = min(size) < 500
    screen = enter(stage(calm("speed-1")), size=size, touch=phone)
    page = screen.page
    on, off = screen.button("Full screen", exact=True), screen.button("Leave full screen")
    screen.lobby()
    ends_with_button_or_esc(page, on, off)
    screen.table("speed-1")
    if phone:
        screen.button("Menu", exact=True).tap()
        on = off = page.get_by_role("switch", name="Full screen")
    ends_with_button_or_esc(page, on, off)


def ends_with_button_or_esc(page: Page, on: Locator, off: Locator) -> None:
    """Enter full screen twice: leave it with the button, then with Esc."""
    for way in ("button", "Esc"):
        on.click(timeout=SLOW_MS)
        page.wait_for_function(FULL)
        says_full(off, is_full=True)
        if way == "Esc":
            press_escape(page)
        else:
            off.click()
        page.wait_for_function(f"!({FULL})")
        says_full(on, is_full=False)


def says_full(control: Locator, *, is_full: bool) -> None:
    """Expect a switch to stand on or off, or a button with its name of that moment."""
    expect(control).to_be_visible()
    if control.get_attribute("role") == "switch":
        expect(control).to_be_checked(checked=is_full)


def test_F240_players_are_told_that_they_answer_for_what_they_place(
    stage: Stage, enter: Enter
) -> None:
    screen = enter(stage(calm("scanner-1")), size=(390, 844), touch=True)
    felt = screen.table("scanner-1")
    felt.button("Menu", exact=True).tap()
    expect(felt.page.get_by_text("you are responsible for what you place")).to_be_visible()
    felt.page.goto(f"{screen.address}/help/basics")
    expect(
        felt.page.get_by_text("You are responsible for what you place, and where.")
    ).to_be_visible(timeout=SLOW_MS)


@pytest.mark.look
@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_F14_a_phone_gets_a_seat_that_fewest_players_hold(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    casino = stage(calm("seven-1"))

    async def sit(seat: int) -> None:
        token = await sign_in_as_guest(casino.address)
        async with Client(casino.address, token=token) as client:
            await client.act("seven-1", c.TakeSeat(seat=seat))

    for seat in (1, 2, 3, 5, 7):
        casino.do(sit(seat))
    screen = enter(casino, size=size, touch=True)
    lobby = screen.lobby()
    lobby.page.get_by_role("link", name="Seven Seats Cedro").tap()
    mine = Table(screen.page, screen.address, screen.player).page.locator('[data-spot^="player:"]')
    expect(mine).to_have_attribute("data-spot", re.compile("^player:[46]$"), timeout=SLOW_MS)
