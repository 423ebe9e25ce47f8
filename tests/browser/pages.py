"""What a player sees and touches, by the names a person or a screen reader would use."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.browser.words import chip, said, written

AMOUNT = re.compile(r"-?[\d.,]+")
SIZES = ((1440, 900), (1024, 768), (390, 844), (844, 390))
"""Every row is true on each of them."""

SMALL_SIZES = ((390, 664), (360, 640), (375, 553), (667, 375), (667, 331))
"""Phones as their browsers leave them, with an address bar."""

COVERED = """one => {
    const box = one.getBoundingClientRect();
    const stage = one.closest('[data-stage], .felt').getBoundingClientRect();
    const corners = [[box.left, box.top], [box.right, box.top],
        [box.left, box.bottom], [box.right, box.bottom]];
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const inside = ([x, y]) => [x + (middle.x - x) / 4, y + (middle.y - y) / 4];
    return box.bottom > stage.bottom + 1 || box.right > stage.right + 1 ||
        corners.map(inside).some(([x, y]) => !one.contains(document.elementFromPoint(x, y)));
}"""
GLIDE_MOMENTS = 20
SLOW_MS = 15_000
"""How long something may take on a machine that does much else."""


def cents(text: str) -> int:
    """The amount in a text such as `€1,245.50` or `1.245,50 €`."""
    found = AMOUNT.search(text.replace("\N{MINUS SIGN}", "-"))
    assert found, text
    digits = found[0]
    mark = "," if re.search(r",\d\d$", digits) else "."
    whole, _, part = digits.partition(mark) if digits.count(mark) == 1 else (digits, "", "")
    if part and len(part) != 2:  # a mark between thousands
        whole, part = whole + part, ""
    sign = -1 if digits.startswith("-") else 1
    return sign * (abs(int(re.sub(r"\D", "", whole) or 0)) * 100 + int(part or 0))


class Screen:
    """A page of the players' site."""

    def __init__(self, page: Page, address: str, player: str) -> None:
        self.page = page
        self.address = address
        self.player = player

    @property
    def staked(self) -> int:
        """The total bet as the page shows it, in cents."""
        return cents(self.page.locator("[data-total-bet]").inner_text())

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        """A button by its name."""
        return self.role("button", name, exact=exact)

    def role(self, role: Any, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        """Whatever has this role and, in English, this name."""
        return self.page.get_by_role(role, name=said(name, exact=exact), exact=exact)

    def shows_whole(self, *buttons: Locator) -> None:
        """Expect that nothing lies on these buttons and that they end inside the felt.

        Cards and buttons glide to their places when a window changes: they may take a moment.
        """
        for button in buttons:
            expect(button).to_be_visible(timeout=SLOW_MS)
            moments = iter(range(GLIDE_MOMENTS))
            while button.evaluate(COVERED):
                assert next(moments, None) is not None, button.inner_text()
                self.page.wait_for_timeout(100)

    def lobby(self) -> Lobby:
        """Go to the lobby by its address."""
        self.page.goto(self.address)
        shown = Lobby(self.page, self.address, self.player)
        expect(shown.tiles.first).to_be_visible(timeout=SLOW_MS)
        return shown

    def table(self, table_id: str) -> Table:
        """Go to a table by its address."""
        self.page.goto(f"{self.address}/table/{table_id}")
        shown = Table(self.page, self.address, self.player)
        expect(shown.plate).to_be_visible(timeout=SLOW_MS)
        return shown

    def toast(self, text: str | re.Pattern[str]) -> None:
        """Expect a short notice."""
        expect(self.page.get_by_text(said(text)).first).to_be_visible(timeout=SLOW_MS)


class Lobby(Screen):
    """All tables at a glance."""

    @property
    def tiles(self) -> Locator:
        """Every tile that is shown."""
        return self.page.locator("article[data-table]")

    def tile(self, table_id: str) -> Locator:
        """The tile of one table."""
        return self.page.locator(f'article[data-table="{table_id}"]')


class Table(Screen):
    """A table: felt, plate, chips and money."""

    @property
    def plate(self) -> Locator:
        """The status plate in the middle."""
        return self.page.locator("[data-plate]")

    @property
    def balance(self) -> int:
        """What is free for chips, in cents."""
        return cents(self.page.locator("[data-balance]").inner_text())

    def spot(self, kind: str, seat: int | None = None) -> Locator:
        """A place for chips."""
        name = kind if seat is None else f"{kind}:{seat}"
        return self.page.locator(f'[data-spot="{name}"]')

    def hold(self, value: str) -> None:
        """Take a chip into the hand: `5`, `0.50`."""
        wanted = self.role("radiogroup", "Chips").get_by_role("radio", name=chip(value))
        if not wanted.is_checked():  # a click on the chosen chip closes the display (F275)
            wanted.click()

    def place(self, *kinds: str, seat: int | None = None) -> None:
        """Put the chip in the hand on each of these."""
        for kind in kinds:
            self.spot(kind, seat).click(timeout=SLOW_MS)

    def take_seat(self, seat: int) -> None:
        """Sit down at a shared seat of 7 Seat Baccarat."""
        self.button(f"Seat {seat}, Free").click(timeout=SLOW_MS)

    def bet(self, amount: int) -> None:
        """Expect a total bet."""
        self._figure("[data-total-bet]", amount)

    def has(self, amount: int) -> None:
        """Expect a balance."""
        self._figure("[data-balance]", amount)

    def _figure(self, selector: str, amount: int) -> None:
        shown = written(f"{amount // 100:,}.{amount % 100:02}")
        place = self.page.locator(selector)
        expect(place).to_contain_text(
            re.compile(rf"(^|[^\d.,]){re.escape(shown)}"), timeout=SLOW_MS
        )

    def says(self, *texts: str | re.Pattern[str]) -> None:
        """Expect the plate to say all of this."""
        for text in texts:
            expect(self.plate).to_contain_text(said(text), timeout=SLOW_MS)
