"""The runbooks of a shift, played at the screens: from the first printed card to a closed table."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect
from tests.browser.company import guest_bets
from tests.browser.conftest import Enter, Stage
from tests.browser.studio.dealing import SLOW_MS, Console, seal
from tests.browser.studio.shift import (
    Bridge,
    Runbook,
    Shift,
    bets_placed,
    cards_due,
    house,
    menu,
    sets_on_the_left,
    words,
)
from tests.browser.studio.shoe_scenes import scan
from tests.browser.visitors import Console as PageConsole
from tools.staged import CALM, until

CODES = re.compile(rb"\((A7:\d{3}:[0-9A-Z]{2})\) Tj")


@pytest.fixture(autouse=True)
def _refusals(console: PageConsole) -> None:
    """A desk asks for the refund of a table that has just ended its round."""
    console.allowed = ("409 (Conflict)",)


def test_F97_runbook_cards_from_zero(stage: Stage, enter: Enter) -> None:
    """From an empty house to a loaded shoe, with the codes that were printed."""
    casino = house(stage)
    shift, book = Shift(casino, enter), Runbook("cards-from-zero")
    one, other = shift.shoe_desk(), shift.shoe_desk("manager")
    with book.step("Supervisor") as step:
        step.presses(one, "Register a set")
        one.get_by_label("Name, as on the cards").fill("A7")
        step.sees(one, "Test cards", first=False)
        one.get_by_label("Name, as on the cards").press("Enter")
        step.sees(one, "prepared")
    with book.step("Supervisor") as step:
        step.sees(one, "Test cards")
        with one.expect_download() as download:
            one.get_by_role("link", name="Print 416").click()
        printed = CODES.findall(download.value.path().read_bytes())
        codes = [code.decode() for code in printed]
        assert len(codes) == 416
    with book.step("Manager") as step:
        scan(other, codes[0])
        step.sees(other, "Count: read each card")
        scan(other, *codes[1:])
        expect(other.locator("[data-counted='416']")).to_be_visible(timeout=SLOW_MS)
        step.presses(other, "Count done")
    with book.step("Supervisor") as step:
        sets_on_the_left(one, "A7")
        how = one.get_by_label("How", exact=True)
        expect(how).to_contain_text("by hand, at the desk")
        how.select_option("by machine")
        step.quotes = [one for one in step.quotes if not one.startswith("by ")]
        step.presses(one, "Shuffled")
    with book.step("Supervisor") as step:
        one.get_by_label("Number of the seal").fill("S-417")
        step.sees(one, "Number of the seal")
        step.presses(one, "Sealed")
        step.sees(one, "Ready, sealed")
    with book.step("Supervisor") as step:
        step.presses(one, "Load at Aurora")
        step.sees(one, "at the table")
    desk = shift.dealer()
    scanner_that_types(shift, book, desk)
    scanner_of_its_own(shift, book, desk, other, codes[0])
    book.followed()


def scanner_that_types(shift: Shift, book: Runbook, desk: Console) -> None:
    """The second part of `cards-from-zero.md`."""
    with book.step() as step:
        desk.key("F1")
        step.sees(desk.page, "Open the bets")
        scan(desk.page, "B9:001:AS")
        step.sees(desk.page, "Read too early: the card leaves the shoe. Wait for the manager")
        page = shift.manager("manager2")
        page.get_by_role("button", name="Close the incident").click()
        words(page, "No consequence")
        desk.key("F1")
        desk.phase("betting")


def scanner_of_its_own(
    shift: Shift, book: Runbook, desk: Console, manager: Page, code: str
) -> None:
    """The third part: a device, and the bridge that speaks for it."""
    casino = shift.casino
    with book.step("Manager"):
        manager.get_by_role("button", name="Devices").click()
        dialog = manager.get_by_role("dialog", name="Devices")
        dialog.get_by_role("button", name="Add").click()
        expect(dialog.locator("code")).not_to_be_empty(timeout=SLOW_MS)
        token = dialog.locator("code").inner_text()
    with book.step():
        bridge = Bridge(casino, token)
    with book.step():
        bridge.prints("connected")
        bets_placed(desk)
        bridge.reads(code)
        bridge.prints("accepted")
        desk.says("Banker 1")
    bridge.close()


def test_F86_runbook_opening_a_table(stage: Stage, enter: Enter) -> None:
    timers = replace(CALM, betting=64_000, last_seconds=60_000)
    casino = house(stage, burn=True, timers=timers)
    seal(casino, "A1", 8)
    shift, book = Shift(casino, enter), Runbook("opening-a-table")
    page = enter(casino, signed_in=False, size=(1280, 800)).page
    desk = Console(page, casino)
    with book.step() as step:
        page.goto(f"{casino.address}/studio")
        page.get_by_label("User name").fill("dealer")
        page.get_by_label("Password").fill("sabot-demo")
        page.keyboard.press("Enter")
        step.sees(page, "At which table do you work?")
        page.get_by_role("link", name="Aurora").press("Enter")
        step.sees(page, "Sign on")
        desk.says("Sign on")
        desk.key("F1")
    with book.step() as step:
        step.sees(page, "Wait for the shoe")
    with book.step("Supervisor") as step:
        shoes = shift.shoe_desk()
        sets_on_the_left(shoes, "A1")
        step.presses(shoes, "Load at Aurora")
    with book.step() as step:
        step.sees(page, "Burn: read the first")
        desk.scan("7S")
    with book.step() as step:
        step.sees(page, "Open the bets")
        step.key(page, "F1")
    with book.step() as step:
        step.sees(page, "Lay the cards face down")
        step.means("Wait for bets", "tables that lay no cards: test_F124_…")
        step.sees(page, "Do not read now: a reading stops the table.")
        guest_bets(casino, "live-1", "player", 500)
        step.sees(page, "Last bets")
    with book.step() as step:
        casino.time_up("live-1")
        step.means("Bets closed, wait", "an operator's wallet is slow: the scene `closed`")
        step.sees(page, "PLAYER 1")
        desk.deal("2D KS 2C 7H KC")
    with book.step() as step:
        step.sees(page, "Announce: Banker 7 to 4")
        casino.time_up("live-1")
        desk.says("Open the bets")
    book.followed()


def test_runbook_change_of_dealer(stage: Stage, enter: Enter) -> None:
    shift, book = Shift(house(stage), enter), Runbook("change-of-dealer")
    first = cards_due(shift)
    with book.step() as step:
        menu(first.page, "Dora")
        step.presses(first.page, "Hand over the table")
        first.deal("2D")
    second = shift.dealer("dealer2")
    second.cards = 100
    with book.step("Second dealer") as step:
        second.says("Take the table")
        step.presses(second.page, "Take the table")
    with book.step() as step:
        first.says("Dino is dealing")
        second.says("Banker 1")
        second.drawn.update(first.drawn)
        second.deal("KS 3C 7H 4S")
        second.says("Announce: Player 9 to 7")
    with book.step() as step:
        menu(second.page, "Dino")
        second.page.get_by_role("button", name="Hand over the table").click()
        menu(second.page, "Dino")
        step.presses(second.page, "Keep the table")
        first.says("Dino is dealing")
    steps = shift.casino.casino.house.hosts["live-1"].state.current.steps
    assert [one.by for one in steps] == ["staff:login:dealer"] + ["staff:login:dealer2"] * 4
    with book.step("Manager") as step:
        page = shift.manager()
        step.presses(page, "Relieve the dealer")
        words(page, "End of shift")
        step.sees(first.page, "Sign on")
    book.followed()


def test_runbook_end_of_shift(stage: Stage, enter: Enter) -> None:
    casino = house(stage)
    shift, book = Shift(casino, enter), Runbook("end-of-shift")
    desk = cards_due(shift)
    page = desk.page
    manager = shift.manager()
    with book.step("Manager") as step:
        step.presses(manager, "Bets and table")
        manager.get_by_role("dialog").get_by_label("Words for colleagues").fill("end of shift")
        step.presses(manager, "Switch the table off after the round")
        menu(page, "Dora")
        page.get_by_role("button", name="Leave the table").click()
        expect(page.get_by_role("alert")).to_contain_text(
            "There is a round with bets: finish it, then leave the table"
        )
        desk.deal("2D KS 3C 7H 4S")
        casino.time_up("live-1")
    with book.step() as step:
        step.sees(page, "Table is off")
    with book.step() as step:
        menu(page, "Dora")
        step.presses(page, "Leave the table")
        step.means("There is a round with bets: finish it, then leave the table", "seen above")
        until(lambda: casino.casino.house.hosts["live-1"].state.dealer is None)
    with book.step("Supervisor") as step:
        shoes = shift.shoe_desk()
        step.sees(shoes, "Passports of the sets")
        passports = shoes.get_by_role("region", name="Passports of the sets")
        passports.get_by_role("button", name="A1").click()
        step.presses(shoes, "History")
        step.presses(shoes, "Take it away")
        shoes.keyboard.press("Escape")
        expect(shoes.locator("[data-instruction] h2")).to_have_text("A colleague counts")
    with book.step("Manager") as step:
        manager.keyboard.press("Escape")
        manager.keyboard.press("Escape")
        step.sees(manager, "Incidents of the shift")
        step.presses(manager, "Open the log")
        expect(manager.get_by_role("dialog")).to_contain_text("No incidents.")
    book.followed()
