"""The runbooks for what goes wrong, played at the screens by the people whom they name."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import CUT, Enter, Stage
from tests.browser.studio.dealing import SLOW_MS, Console, scanners, seal
from tests.browser.studio.shift import (
    Runbook,
    Shift,
    Step,
    bets_placed,
    cards_due,
    house,
    sets_on_the_left,
    words,
)
from tests.browser.visitors import Console as PageConsole
from tools.staged import Staged, until

from sabot.client import Client
from sabot.service.studio.passports import own_deck
from sabot.table.phases import Phase

HELD_MS = 2_300


@pytest.fixture(autouse=True)
def _refusals(console: PageConsole) -> None:
    """A desk asks for the refund of a table that has just ended its round."""
    console.allowed = ("409 (Conflict)",)


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
    """The whole house stops answering for a while, as on a machine that swaps."""
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
