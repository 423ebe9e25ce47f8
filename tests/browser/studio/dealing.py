"""A dealer at the console: keys, scans typed as a wedge scanner types them, and the live table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tools.staged import CALM, Staged, until

from sabot.client import Client, sign_in
from sabot.service.catalogue import live_table
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.table import commands as c
from sabot.table.config import AnyConfig, Opening

SLOW_MS = 15_000

TYPE = """([prefix, text]) => {
    const places = {':': 'Semicolon', '.': 'Period', '-': 'Minus'};
    const press = (key, code) => {
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(new KeyboardEvent('keydown', {
            key, code, bubbles: true, cancelable: true,
            shiftKey: key === ':' || /[A-Z]/.test(key) && key.length === 1,
        }));
    };
    press(prefix, prefix);
    for (const sign of text) {
        const letter = /[a-z]/i.test(sign) ? `Key${sign.toUpperCase()}` : `Digit${sign}`;
        press(sign, places[sign] ?? letter);
    }
    press('Enter', 'Enter');
}"""
"""A prefix, a code and Enter, faster than a person: in one task of the page, as a scanner does."""


def live(like: str, *, opening: Opening = Opening.DEALER, **changes: Any) -> AnyConfig:
    """A calm table where a person deals, like a public one."""
    config = live_table(
        like, table_id="live-1", name="Aurora", opening=opening, burn=False, passports=False
    )
    return replace(config, timers=CALM, **changes)


def send(casino: Staged, login: str, *commands: c.AnyCommand) -> None:
    """Commands of a colleague at another screen."""

    async def act() -> None:
        token = await sign_in(casino.address, login=login, password=DEMO_PASSWORD)
        async with Client(casino.address, token=token) as client:
            for command in commands:
                await client.act("live-1", command)

    casino.do(act())


class Console:
    """The console as its dealer uses it: by keys and by the scanner only."""

    def __init__(self, page: Page, casino: Staged) -> None:
        self.page = page
        self.casino = casino
        self.cards = 0

    def open(self) -> None:
        """Go to the console of the table."""
        self.page.goto(f"{self.casino.address}/studio/dealer/live-1")
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
        self.cards += 1
        shoe = self.casino.casino.house.hosts["live-1"].state.shoe
        assert shoe is not None
        code = code or f"{shoe.shoe_id}:{self.cards:03}:{card}"
        self.page.evaluate(TYPE, ["F24", code])
        return code

    def deal(self, cards: str) -> None:
        """Scan one card after the other, each when the console says where it goes."""
        for card in cards.split():
            before = self.dealt()
            self.scan(card)
            until(lambda before=before: self.dealt() > before)

    def dealt(self) -> int:
        """How many cards of this round the table has."""
        current = self.casino.casino.house.hosts["live-1"].state.round
        return 0 if current is None else current.cards_dealt

    def phase(self, name: str) -> None:
        """Wait for a phase on the screen."""
        expect(self.page.locator(f"main[data-phase='{name}']")).to_be_visible(timeout=SLOW_MS)
