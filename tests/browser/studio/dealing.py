"""A dealer at the console: keys, scans typed as a wedge scanner types them, and the live table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tools.staged import CALM, Staged, until

from sabot.client import Client, sign_in
from sabot.client.shoe_desk import ShoeDesk, counted
from sabot.service.catalogue import live_table
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.service.studio.passports import own_deck
from sabot.table import commands as c
from sabot.table.config import AnyConfig, Opening

SLOW_MS = 15_000

TYPE = """([prefix, ...texts]) => {
    const places = {':': 'Semicolon', '.': 'Period', '-': 'Minus', '|': 'Backslash'};
    const press = (key, code) => {
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(new KeyboardEvent('keydown', {
            key, code, bubbles: true, cancelable: true,
            shiftKey: key === ':' || key === '|' || /[A-Z]/.test(key) && key.length === 1,
        }));
    };
    for (const text of texts) {
        press(prefix, prefix);
        for (const sign of text) {
            const letter = /[a-z]/i.test(sign) ? `Key${sign.toUpperCase()}` : `Digit${sign}`;
            press(sign, places[sign] ?? letter);
        }
        press('Enter', 'Enter');
    }
}"""
"""A prefix, a code and Enter, faster than a person: in one task of the page, as a scanner does."""


def live(
    like: str,
    *,
    table_id: str = "live-1",
    name: str = "Aurora",
    opening: Opening = Opening.DEALER,
    **changes: Any,
) -> AnyConfig:
    """A calm table where a person deals, like a public one."""
    config = live_table(
        like, table_id=table_id, name=name, opening=opening, burn=False, passports=False
    )
    return replace(config, **{"timers": CALM, **changes})


def seal(casino: Staged, name: str, decks: int) -> None:
    """A set of cards that is ready: prepared, counted by another person, shuffled and sealed."""

    async def prepare() -> None:
        desks = {}
        for login in ("supervisor", "manager"):
            token = await sign_in(casino.address, login=login, password=DEMO_PASSWORD)
            desks[login] = ShoeDesk(casino.address, token=token)
        await desks["supervisor"].prepare(name, decks, reason="new")
        await desks["manager"].count(name, cards=counted(own_deck(name, decks)), reason="count")
        await desks["supervisor"].shuffle(name, where="machine", reason="shuffle")
        await desks["supervisor"].seal(name, number="S-1", reason="seal")

    casino.do(prepare())


def send(casino: Staged, login: str, *commands: c.AnyCommand, table: str = "live-1") -> None:
    """Commands of a colleague at another screen."""

    async def act() -> None:
        token = await sign_in(casino.address, login=login, password=DEMO_PASSWORD)
        async with Client(casino.address, token=token) as client:
            for command in commands:
                await client.act(table, command)

    casino.do(act())


def scanners(casino: Staged, *positions: str) -> dict[str, str]:
    """A device for each position, added by a shift manager; their tokens."""

    async def add() -> dict[str, str]:
        token = await sign_in(casino.address, login="manager", password=DEMO_PASSWORD)
        desk = ShoeDesk(casino.address, token=token)
        return {
            position: (
                await desk.add_device("live-1", "scanner", position=position, reason="new")
            ).token
            for position in positions
        }

    return casino.do(add())


class Console:
    """The console as its dealer uses it: by keys and by the scanner only."""

    def __init__(self, page: Page, casino: Staged, table: str = "live-1") -> None:
        self.page = page
        self.casino = casino
        self.table = table
        self.cards = 0
        self.drawn: Counter[str] = Counter()

    def open(self) -> None:
        """Go to the console of the table."""
        self.page.goto(f"{self.casino.address}/studio/dealer/{self.table}")
        expect(self.instruction).to_be_visible(timeout=SLOW_MS)

    @property
    def instruction(self) -> Locator:
        """The largest text."""
        return self.page.locator("[data-instruction] h2")

    def says(self, text: str) -> None:
        """Expect an instruction."""
        expect(self.instruction).to_have_text(text, timeout=SLOW_MS)

    def key(self, key: str) -> None:
        """Press a key of the keyboard."""
        self.page.keyboard.press(key)

    def scan(self, card: str, *, code: str | None = None) -> str:
        """Type a card of the shoe on the table as a scanner does; its code."""
        code = code or self.draw(card)
        self.page.evaluate(TYPE, ["F24", code])
        return code

    def draw(self, card: str) -> str:
        """Take a card out of the shoe on the table, without reading it; its code."""
        self.cards += 1
        shoe = self.casino.casino.house.hosts[self.table].state.shoe
        assert shoe is not None
        if not shoe.sets:
            return f"{shoe.shoe_id}:{self.cards:03}:{card}"
        self.drawn[card] += 1
        codes = [code for code in own_deck(shoe.sets[0], 8) if code.endswith(f":{card}")]
        return codes[self.drawn[card] - 1]

    def deal(self, cards: str) -> None:
        """Scan one card after the other, each when the console says where it goes."""
        for card in cards.split():
            before = self.dealt()
            self.scan(card)
            until(lambda before=before: self.dealt() > before)

    def dealt(self) -> int:
        """How many cards of this round the table has."""
        current = self.casino.casino.house.hosts[self.table].state.round
        return 0 if current is None else current.cards_dealt

    def phase(self, name: str) -> None:
        """Wait for a phase on the screen."""
        expect(self.page.locator(f"main[data-phase='{name}']")).to_be_visible(timeout=SLOW_MS)
