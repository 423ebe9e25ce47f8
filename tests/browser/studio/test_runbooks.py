"""Every runbook, played at the screens by the people whom it names: each step is what they see."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.company import guest_bets
from tests.browser.conftest import CUT, Enter, Stage
from tests.browser.studio.dealing import SLOW_MS, Console, live, scanners, seal, send
from tests.browser.studio.shift import Bridge, Runbook, Shift, Step
from tests.browser.studio.shoe_scenes import scan
from tests.browser.visitors import Console as PageConsole
from tools.staged import CALM, Staged, until

from sabot.client import Client
from sabot.service.studio.passports import own_deck
from sabot.table import commands as c
from sabot.table.phases import Phase

HELD_MS = 2_300
CODES = re.compile(rb"\((A7:\d{3}:[0-9A-Z]{2})\) Tj")


@pytest.fixture(autouse=True)
def _refusals(console: PageConsole) -> None:
    """A desk asks for the refund of a table that has just ended its round."""
    console.allowed = ("409 (Conflict)",)


def house(stage: Stage, *, burn: bool = False, **changes: Any) -> Staged:
    """A house with the live table Aurora, where only registered sets are dealt."""
    return stage(replace(live("speed-1", **changes), burn=burn, passports=True))


def loaded(casino: Staged, name: str = "A1") -> None:
    """The shoe desk's part: a set is sealed, and comes to the table."""
    seal(casino, name, 8)
    send(casino, "supervisor", c.LoadShoe(shoe_id="", decks=8, sets=(name,)))


def cards_due(shift: Shift) -> Console:
    """A dealer has signed on, a player has bet, and the first card is due."""
    desk = shift.dealer()
    desk.key("F1")
    loaded(shift.casino)
    desk.says("Open the bets")
    desk.key("F1")
    bets_placed(desk)
    return desk


def bets_placed(desk: Console) -> None:
    """Bets are open, a guest bets, and their time is over."""
    desk.phase("betting")
    guest_bets(desk.casino, "live-1", "player", 500)
    desk.casino.time_up("live-1")
    desk.says("Player 1")


def menu(page: Page, name: str) -> None:
    """Open the dealer's menu."""
    page.get_by_role("button", name=name).click()


def sets_on_the_left(page: Page, name: str) -> None:
    """Choose a set, or a table, on the shoe desk."""
    page.get_by_role("navigation").get_by_role("button", name=name).click()


def words(page: Page, quick: str) -> None:
    """Choose ready words in the dialog that asks why, and send them."""
    page.get_by_role("dialog").get_by_role("button", name=quick).click()
    page.get_by_role("dialog").get_by_label("Words for colleagues").press("Enter")


def incident_closed(book: Runbook, manager: Page, how: str) -> None:
    """The last step of many a runbook."""
    with book.step("Manager") as step:
        step.presses(manager, "Close the incident")
        words(manager, how)
    expect(manager.get_by_role("button", name="Close the incident")).to_have_count(0)
    book.followed()


def hold(page: Page) -> None:
    """Hold the button of the cancel as a finger does."""
    page.locator("[data-refund] .hold button").hover()
    page.mouse.down()
    page.wait_for_timeout(HELD_MS)
    page.mouse.up()


def phase_is(casino: Staged, phase: Phase) -> None:
    """Wait until the table stands there."""
    until(lambda: casino.casino.house.hosts["live-1"].state.phase is phase)


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


def test_F243_runbook_misdeal(stage: Stage, enter: Enter) -> None:
    shift, book = Shift(house(stage), enter), Runbook("misdeal")
    desk = cards_due(shift)
    page = desk.page
    with book.step() as step:
        desk.deal("4D 9C")
        page.wait_for_timeout(600)  # the same code within 500 ms is one scan
        desk.scan("9C", code=next(one for one in own_deck("A1", 8) if one.endswith(":9C")))
        step.sees(page, "Wait for manager")
        step.sees(
            page, "Do not touch the cards. The same card was read at BANKER 1 and at PLAYER 2."
        )
    manager = shift.manager()
    manager.keyboard.press("r")
    with book.step() as step:
        desk.says("Player 2")
        step.sees(page, "My mistake: stop")
        step.key(page, "F8")
        desk.says("Wait for manager")
    with book.step() as step:
        step.key(page, "F9")
        step.sees(page, "Which position do you read again?")
        step.sees(page, "Are two cards swapped?")
        desk.key("Escape")
        swap(desk)
        step.quotes.remove("Swap PLAYER 1 and BANKER 1")
    with book.step() as step:
        step.sees(page, "Your proposal")
        step.sees(page, "Withdraw proposal")
        step.key(page, "F10")
        expect(page.get_by_text("Your proposal")).to_have_count(0, timeout=SLOW_MS)
        swap(desk)
    with book.step("Manager") as step:
        step.presses(manager, "Have it read again")
        manager.get_by_role("dialog").get_by_role("button", name="PLAYER 1").click()
        words(manager, "The card is not clear")
        expect(page.get_by_text("Your proposal")).to_have_count(0, timeout=SLOW_MS)
        desk.key("F9")
        page.get_by_role("button", name="PLAYER 1", exact=True).click()
        desk.scan("KS")
        step.sees(manager, "Confirm P1 =")
        step.presses(manager, "Decline")
        words(manager, "The picture shows something else")
        expect(page.get_by_text("Your proposal")).to_have_count(0, timeout=SLOW_MS)
        swap(desk)
        step.presses(manager, "Confirm P1 ⇄ B1")
    with book.step("Manager") as step:
        resumed(desk, manager, step)
    with book.step():
        desk.deal("KH 7S")
        desk.says("Announce: Player 9 to 1")
    incident_closed(book, manager, "Card read again, round finished")


def swap(desk: Console) -> None:
    """The dealer proposes that the first two cards lie in each other's place."""
    desk.key("F9")
    desk.page.get_by_label("Are two cards swapped?").check()
    for position in ("PLAYER 1", "BANKER 1"):
        desk.page.get_by_role("button", name=position, exact=True).click()
    desk.page.get_by_role("button", name="Swap PLAYER 1 and BANKER 1").click()


def resumed(desk: Console, manager: Page, step: Step) -> None:
    """The manager resumes once nothing is proposed any more."""
    step.sees(manager, "Resume as it is")
    expect(manager.get_by_text("No proposal")).to_be_visible(timeout=SLOW_MS)
    step.presses(manager, "Resume")
    desk.says("Player 2")


def test_F96_runbook_dropped_card(stage: Stage, enter: Enter) -> None:
    shift, book = Shift(house(stage), enter), Runbook("dropped-card")
    desk = cards_due(shift)
    page = desk.page
    with book.step() as step:
        step.sees(page, "Cards fell")
        step.key(page, "F6")
        step.sees(page, "How many cards fell?")
        page.get_by_role("button", name="1", exact=True).click()
    with book.step() as step:
        step.sees(page, "Call manager")
        step.key(page, "F12")
        step.presses(page, "Cards")
    with book.step() as step:
        desk.deal("2D KS 3C 7H 4S")
        desk.says("Announce: Player 9 to 7")
        desk.key("F6")
        page.get_by_role("button", name="3", exact=True).click()
        shift.casino.time_up("live-1")
        step.sees(page, "More than three cards fell: a new shoe is coming.")
    with book.step("Manager") as step:
        manager = shift.manager()
        step.presses(manager, "Seen")
        step.presses(manager, "Close the incident")
        words(manager, "No consequence")
    book.followed()


def test_F96_runbook_bad_barcode(stage: Stage, enter: Enter) -> None:
    casino = house(stage)
    shift, book = Shift(casino, enter), Runbook("bad-barcode")
    desk = cards_due(shift)
    page = desk.page
    seal(casino, "A2", 8)
    with book.step() as step:
        step.sees(page, "Bad barcode")
        step.key(page, "F7")
        step.sees(page, "Where is the card that cannot be read?")
        page.get_by_role("button", name="PLAYER 1").click()
    with book.step() as step:
        step.sees(page, "Wait for manager")
    manager = shift.manager()
    with book.step("Manager") as step:
        step.presses(manager, "Resume as it is")
        words(manager, "The picture confirms the cards")
    with book.step() as step:
        desk.says("Player 1")
        step.key(page, "F2")
        page.get_by_role("button", name="diamonds").click()
        page.get_by_role("button", name="nine", exact=True).click()
        page.get_by_label("Code on the edge of the card").fill(desk.draw("9D"))
        page.get_by_role("button", name="Enter A1:").click()
        expect(page.locator("[data-position='P1']")).to_contain_text("by hand")
        step.quotes.remove("by hand")
        step.quotes.remove("By hand")
        desk.deal("KS 7C 8H")
    with book.step() as step:
        desk.says("Announce: Banker 8 to 6")
        casino.time_up("live-1")
        step.sees(page, "Wait for the shoe")
        step.sees(page, "A barcode cannot be read: a new shoe is coming.")
    with book.step("Supervisor") as step:
        shoes = shift.shoe_desk()
        sets_on_the_left(shoes, "A2")
        step.presses(shoes, "Load at Aurora")
        desk.says("Open the bets")
        step.sees(shoes, "Taken away and retired")
        sets_on_the_left(shoes, "A1")
        step.presses(shoes, "History")
        shoes.get_by_label("Why it is not used any more").fill("a barcode cannot be read")
        step.quotes.remove("Retire for good")
        shoes.get_by_role("button", name="Retire for good").hover()
        shoes.mouse.down()
        expect(shoes.get_by_role("dialog")).to_have_count(0, timeout=SLOW_MS)
        shoes.mouse.up()
        expect(shoes.locator("[data-instruction] h2")).to_have_text("Out of use")
    incident_closed(book, manager, "No consequence")


def test_runbook_lost_link(stage: Stage, enter: Enter, console: PageConsole) -> None:
    console.allowed += CUT
    casino = house(stage)
    shift, book = Shift(casino, enter), Runbook("lost-link")
    desk = cards_due(shift)
    page = desk.page
    host = casino.casino.house.hosts["live-1"]
    with book.step() as step:
        page.context.set_offline(True)
        step.sees(page, "Console disconnected: do not read")
        step.sees(page, "The console reconnects by itself.")
        desk.scan("2D")
        assert desk.dealt() == 0
        page.context.set_offline(False)
        expect(page.get_by_role("alertdialog")).to_be_hidden(timeout=SLOW_MS)
    with book.step() as step:
        assert casino._loop is not None
        standing = asyncio.run_coroutine_threadsafe(_stand_still(2.6), casino._loop)
        desk.scan("3D")
        step.sees(page, "Not confirmed, do not read again")
        standing.result(10)
        desk.says("Banker 1")
        assert desk.dealt() == 1
    manager = enter(casino, login="manager", size=(1920, 1080)).page
    manager.goto(f"{casino.address}/studio/desk")
    expect(manager.get_by_role("heading", name="Floor")).to_be_visible(timeout=SLOW_MS)
    with book.step("Manager") as step:
        page.context.set_offline(True)
        expect(page.get_by_role("alertdialog")).to_be_visible(timeout=SLOW_MS)
        host._time._studio_heard_ms -= 60_000
        step.sees(manager, "studio silent")
        host._time._studio_heard_ms -= 300_000
        phase_is(casino, Phase.CANCELLED)
    with book.step() as step:
        page.context.set_offline(False)
        step.sees(page, "Take the cards away, announce")
    casino.time_up("live-1")
    desk.says("Open the bets")
    desk.key("F1")
    bets_placed(desk)
    with book.step("Manager") as step, without_scanner(casino):
        step.sees(manager, "scanner silent")
    with book.step() as step:
        step.key(page, "F2")
        page.get_by_role("button", name="spades").click()
        page.get_by_role("button", name="four", exact=True).click()
        page.get_by_label("Code on the edge of the card").fill(desk.draw("4S"))
        page.get_by_role("button", name="Enter A1:").click()
        desk.says("Banker 1")
    book.followed()


@contextmanager
def without_scanner(casino: Staged) -> Iterator[None]:
    """A bridge that says that its scanner is gone, and does not leave."""
    [token] = scanners(casino, "").values()

    async def say() -> Client:
        client = await Client(casino.address, token=token).__aenter__()
        client.beat("live-1", scanner=False)
        return client

    client = casino.do(say())
    try:
        yield
    finally:
        casino.do(client.__aexit__(None, None, None))


async def _stand_still(seconds: float) -> None:
    """The whole house answers nobody for a while, as on a machine that swaps."""
    time.sleep(seconds)  # noqa: ASYNC251  that is the point


def test_F244_runbook_cancel(stage: Stage, enter: Enter) -> None:
    casino = house(stage)
    shift, book = Shift(casino, enter), Runbook("cancel")
    desk = cards_due(shift)
    desk.deal("KH")
    with book.step("Manager") as step:
        manager = shift.manager()
        step.presses(manager, "Stop the table")
        words(manager, "I check a card")
        desk.says("Wait for manager")
    with book.step("Manager") as step:
        step.sees(manager, "If cancelled: refund")
        manager.get_by_label("Players read").select_option("studio/cards_mixed")
        manager.get_by_label("Words for colleagues").fill("cards lie mixed")
        step.sees(manager, "Hold for 2 s: propose to cancel")
        hold(manager)
    with book.step() as step:
        step.sees(desk.page, "Wait for a decision")
    with book.step("Second manager") as step:
        second = shift.manager("manager2")
        step.sees(second, "Hold for 2 s: cancel and refund")
        expect(second.locator("[data-refund]")).to_contain_text("cards lie mixed")
        expect(second.locator("[data-refund]")).to_contain_text("5.00", timeout=SLOW_MS)
        hold(second)
    with book.step() as step:
        step.sees(desk.page, "Take the cards away, announce")
        step.sees(desk.page, "Every stake goes back to the players.")
        casino.time_up("live-1")
        desk.says("Open the bets")
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
