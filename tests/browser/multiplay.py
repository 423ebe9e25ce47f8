"""Multiplay as a player sees it, and tables that play only when they are told to."""

from __future__ import annotations

import re
from dataclasses import replace

from playwright.sync_api import Locator, Page, expect
from tests.browser.pages import SLOW_MS, Screen
from tests.browser.words import chip, said, written
from tools.staged import QUICK, Staged, until

from sabot.client import Client
from sabot.client.http import sign_in_as_guest

PLAYER = "9S 2H KD 3C"
BANKER = "2H 9S 3C KD"
"""A hand that ends with its first four cards."""

OPEN = replace(QUICK, betting=600_000)
"""Betting that outlives a module."""

BRIEF = replace(QUICK, betting=40, last_seconds=10, card=5, result=20)
"""A round in a tenth of a second."""

AT_EASE = replace(QUICK, betting=1_200, last_seconds=400, result=6_000)


class Multiplay(Screen):
    """Many tables on one page, or in a small window."""

    @classmethod
    def of(cls, screen: Screen) -> Multiplay:
        """The page at its address."""
        screen.page.goto(f"{screen.address}/multiplay")
        shown = cls(screen.page, screen.address, screen.player)
        expect(shown.tiles.first).to_be_visible(timeout=SLOW_MS)
        return shown

    @property
    def tiles(self) -> Locator:
        """Every tile of the tab."""
        return self.page.locator("[data-multi]")

    @property
    def order(self) -> list[str]:
        """The tables from the top."""
        return [str(tile.get_attribute("data-multi")) for tile in self.tiles.all()]

    def lists(self, *tables: str) -> None:
        """Expect these tables from the top, and no other."""
        expect(self.tiles).to_have_count(len(tables), timeout=SLOW_MS)
        for place, table in enumerate(tables):
            expect(self.tiles.nth(place)).to_have_attribute("data-multi", table, timeout=SLOW_MS)

    def tile(self, table: str) -> Locator:
        """One table."""
        return self.page.locator(f'[data-multi="{table}"]')

    def spot(self, table: str, kind: str) -> Locator:
        """A place for chips."""
        return self.tile(table).locator(f'[data-spot="{kind}"]')

    def place(self, table: str, *kinds: str) -> None:
        """The chip in the hand on each of these."""
        for kind in kinds:
            self.spot(table, kind).click(timeout=SLOW_MS)

    def chip(self, value: str) -> Locator:
        """A chip of the rack: `5`, `0.50`."""
        return self.role("radiogroup", "Chips").get_by_role("radio", name=chip(value))

    def pick(self, table: str, item: str) -> None:
        """An item of a table's menu."""
        self.tile(table).get_by_role("button", name=said(re.compile("^Menu of"))).click()
        self.page.get_by_role("menuitem", name=said(re.compile(item))).click()

    def tab(self, name: str) -> Locator:
        """All tables, or Good Roads."""
        return self.page.get_by_role("tab", name=said(re.compile(f"^{name}")))

    def settings(self, part: str = "View") -> Locator:
        """The settings, open at a tab."""
        self.page.get_by_role("button", name=said("Multiplay settings")).first.click()
        dialog = self.page.get_by_role("dialog", name=said("Multiplay settings"))
        dialog.get_by_role("tab", name=said(re.compile(f"^{part}"))).click()
        return dialog

    def shows(self, selector: str, amount: int) -> None:
        """Expect an amount in the bar."""
        shown = written(f"{amount // 100:,}.{amount % 100:02}")
        expect(self.page.locator(selector)).to_contain_text(
            re.compile(rf"(^|[^\d.,]){re.escape(shown)}"), timeout=SLOW_MS
        )

    def bet(self, table: str, amount: int) -> None:
        """Expect a total bet at one table."""
        self.shows(f'[data-multi="{table}"] [data-tile-bet]', amount)


def road(page: Page, name: str) -> Locator:
    """The pictures of a road."""
    return page.get_by_role("img", name=re.compile(f"^{name}:"))


def play_rounds(casino: Staged, table: str, rounds: int) -> None:
    """Somebody else's chips open so many rounds at a table that waits for a chip."""
    host = casino.casino.house.hosts[table]

    async def chip() -> None:
        token = await sign_in_as_guest(casino.address)
        async with Client(casino.address, token=token) as client:
            await (await client.watch(table)).place("tie", 100)  # a chip names the round it sees

    for _ in range(rounds):
        begun = host.state.shoe.rounds if host.state.shoe is not None else 0
        casino.do(chip())
        until(
            lambda begun=begun: (
                host.state.shoe is not None
                and host.state.shoe.rounds > begun
                and host.state.round is None
            )
        )
