"""What a dealer says and hears at the console: the players' chat, and the end of a hand."""

from __future__ import annotations

import asyncio

from playwright.sync_api import expect
from tests.browser.company import guest_bets
from tests.browser.conftest import Enter, Stage
from tests.browser.studio.dealing import SLOW_MS, Console, live, send
from tools.staged import Staged

from sabot.client import Client, sign_in
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.table import commands as c
from sabot.wire.messages import Said

ROOM = "table:live-1"
QUESTION = "Quanto paga il Banco?"


def ask(casino: Staged) -> None:
    """A player asks a question in the chat of the table."""

    async def put() -> None:
        token = await sign_in(casino.address, login="ada", password=DEMO_PASSWORD)
        async with Client(casino.address, token=token) as client:
            await client.chat.say(ROOM, QUESTION)

    casino.do(put())


def read(casino: Staged, lines: int) -> list[tuple[str, bool]]:
    """The first lines of the room as a player reads them: each with whether it was answered."""

    async def listen() -> list[tuple[str, bool]]:
        token = await sign_in(casino.address, login="bruno", password=DEMO_PASSWORD)
        found: dict[str, tuple[str, bool]] = {}
        async with Client(casino.address, token=token) as client, asyncio.timeout(15):
            client.chat.enter(ROOM)
            async for message in client.inbox.read():
                if isinstance(message, Said):
                    found[message.line] = (message.text, bool(message.answered))
                if len(found) == lines:
                    break
        return list(found.values())

    return casino.do(listen())


def test_F227_the_dealer_answers_players_by_voice_and_in_writing(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(live("speed-1"))
    screen = enter(casino, login="dealer", locale="it-IT", size=(1280, 800))
    page = screen.page
    desk = Console(page, casino)
    desk.open()
    desk.key("F1")
    send(casino, "supervisor", c.LoadShoe(shoe_id="live-1.1", decks=8))
    desk.says("Apri le puntate")
    ask(casino)
    expect(page.get_by_text(QUESTION)).to_be_visible(timeout=SLOW_MS)
    page.get_by_role("button", name="Detto a voce").click()
    expect(page.get_by_role("button", name="Detto a voce")).to_be_disabled(timeout=SLOW_MS)
    page.get_by_role("button", name="Dora").click()
    page.get_by_role("button", name="Scrivi", exact=True).click()
    page.get_by_label("Messaggio ai giocatori").fill("Paga 0,95 a 1")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Paga 0,95 a 1").first).to_be_visible(timeout=SLOW_MS)
    assert read(casino, 2) == [(QUESTION, True), ("Paga 0,95 a 1", False)]


def test_F142_a_blackjack_of_the_dealer_ends_the_round(stage: Stage, enter: Enter) -> None:
    """An ace is shown, insurance is offered, the seat stands, and the hole card is a king."""
    casino = stage(live("blackjack-1"))
    screen = enter(casino, login="dealer", locale="it-IT", size=(1280, 800))
    desk = Console(screen.page, casino)
    desk.open()
    desk.key("F1")
    send(casino, "supervisor", c.LoadShoe(shoe_id="live-1.1", decks=8))
    desk.says("Apri le puntate")
    desk.key("F1")
    desk.phase("betting")
    guest_bets(casino, "live-1", "main", 500, seat=2)
    casino.time_up("live-1")
    desk.says("Carta a posto 2")
    desk.deal("9D AD 7C KS")
    desk.says("Aspetta le risposte")
    expect(screen.page.locator("[data-instruction] p")).to_contain_text("asso")
    casino.time_up("live-1")
    desk.says("Gira la coperta")
    desk.key("F3")
    desk.says("Annuncia: blackjack del banco")
