"""A visit: one player on a desk and on a phone at once, in a casino with chosen cards.

Owns: what a scene is, how it is opened, and where it stops for a look on every size. Both pages
show one player: they are in step. What is played is in `tools/scenes.py` and `tools/troubles.py`.
"""

from __future__ import annotations

import itertools
import re
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect
from tools.staged import CALM, CALM_MS, QUICK, Staged, stacked

from sabot.cards import Card
from sabot.runtime.virtual_dealer import Shuffle
from sabot.table import commands as c
from sabot.table.config import AnyConfig

DESK = {"1440x900": (1440, 900), "1280x720": (1280, 720)}
TOUCH = {
    "768x1024": (768, 1024),
    "1024x768": (1024, 768),
    "390x844": (390, 844),
    "844x390": (844, 390),
}
WAIT_MS = 15_000
PLAYER = "ada"
LOST = re.compile("Connection lost|Connessione")
OFFLINE = "fetch('/mark.svg', { cache: 'no-store' }).then(() => false, () => true)"
"""Chromium goes offline in its own time: a line cut before is back at once."""
LAST_SECONDS = replace(CALM, last_seconds=CALM_MS - 500)
ROADS = replace(QUICK, betting=5, last_seconds=1, card=1, result=1)
BLIND = frozenset({"blind_play"})
SETTLED = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const wait = ms => new Promise(done => setTimeout(done, ms));
    const places = () => [...document.querySelectorAll("button, [data-plate]")]
        .map(one => Object.values(one.getBoundingClientRect().toJSON()).map(Math.round)).join();
    for (let before = "", same = 0, tries = 0; same < 2 && tries < 40; tries += 1) {
        await wait(50);
        await frame();
        const now = places();
        same = now === before ? same + 1 : 0;
        before = now;
    }
}"""
"""Three looks at one arrangement: after a change of size a page needs some frames."""


@dataclass(frozen=True)
class Stop:
    """A moment worth a look."""

    scene: str
    phase: str
    desk: Page
    phone: Page

    @property
    def name(self) -> str:
        """What the moment is called."""
        return f"{self.scene}-{self.phase}"

    def views(self, only: Collection[str] | None = None) -> Iterator[tuple[str, Page, bool]]:
        """The moment on every size: its name, a page of this size, and whether fingers touch it."""
        for page, sizes, touch in ((self.desk, DESK, False), (self.phone, TOUCH, True)):
            for name, (width, height) in sizes.items():
                if only is not None and name not in only:
                    continue
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(SETTLED)
                yield name, page, touch


class Visit:
    """One player on two devices in a casino."""

    def __init__(self, casino: Staged, desk: Page, phone: Page, table_id: str) -> None:
        self.casino, self.desk, self.phone, self.table_id = casino, desk, phone, table_id
        self._laid = 0

    def go(self, path: str) -> None:
        """Both devices to an address."""
        for page in (self.desk, self.phone):
            page.goto(f"{self.casino.address}{path}")

    def sit(self) -> None:
        """Both devices to the table."""
        self.go(f"/table/{self.table_id}")
        for page in (self.desk, self.phone):
            expect(page.locator("[data-plate]")).to_be_visible(timeout=WAIT_MS)

    def place(self, spot: str, chip: str = "25") -> None:
        """A chip on a spot, from the desk."""
        name = re.compile(rf"[^\d.,]{chip}([^\d.,]|$)")
        rack = self.desk.locator(".rack").get_by_role("radio", name=name)
        rack.first.click(timeout=WAIT_MS)
        self.desk.locator(f'[data-spot="{spot}"]').click(timeout=WAIT_MS)
        self._laid += int(chip) * 100

    def no_more_bets(self) -> None:
        """End betting as soon as the casino has every chip."""
        self.casino.has_chips(self.table_id, PLAYER, self._laid)
        self.casino.time_up(self.table_id)
        self._laid = 0

    def offline(self) -> None:
        """Cut both lines, and wait until both pages say so."""
        for page in (self.desk, self.phone):
            page.context.set_offline(True)
            page.wait_for_function(OFFLINE)
        self.casino.drop(PLAYER)
        for page in (self.desk, self.phone):
            expect(page.get_by_role("alert").filter(has_text=LOST)).to_be_visible(timeout=WAIT_MS)

    def click(self, name: str, *, phone: bool = False) -> None:
        """A button, on the desk or on the phone."""
        page = self.phone if phone else self.desk
        page.get_by_role("button", name=re.compile(name)).first.click(timeout=WAIT_MS)

    def says(self, text: str) -> None:
        """Wait until both plates say so."""
        for page in (self.desk, self.phone):
            expect(page.locator("[data-plate]")).to_contain_text(
                re.compile(text), timeout=WAIT_MS * 2
            )

    def manage(self, *commands: c.AnyCommand) -> None:
        """The shift manager's hand."""
        self.casino.manage(self.table_id, *commands)


Script = Callable[[Visit], Iterator[str]]


@dataclass(frozen=True)
class Scene:
    """What is played, at which tables, with which cards."""

    name: str
    script: Script
    tables: tuple[AnyConfig, ...]
    cards: str = ""
    signed_in: bool = True
    bots: int = 0
    mixed: bool = False  # every shoe in an order of its own


@contextmanager
def opened(
    scene: Scene, browser: Browser, *, locale: str = "it-IT", listen: Any = None, **more: Any
) -> Iterator[Visit]:
    """A casino with both devices at its door."""
    with tempfile.TemporaryDirectory(prefix="sabot-scene-") as folder:
        shuffle = another_order() if scene.mixed else stacked(scene.cards)
        stage = Staged(Path(folder), scene.tables, shuffle=shuffle, bots=scene.bots)
        with stage as casino:
            contexts = [
                browser.new_context(
                    viewport={"width": width, "height": height},
                    has_touch=touch,
                    locale=locale,
                    timezone_id="Europe/Rome",
                    **more,
                )
                for width, height, touch in ((1440, 900, False), (390, 844, True))
            ]
            try:
                pages = [_page(context, casino, scene, listen) for context in contexts]
                yield Visit(casino, pages[0], pages[1], scene.tables[0].table_id)
            finally:
                for context in contexts:
                    context.close()


def another_order() -> Shuffle:
    """Shoes that differ from each other, and are the same in every run."""
    seeds = itertools.count(1)

    def shuffle(decks: int) -> list[Card]:
        return stacked("", seed=next(seeds))(decks)

    return shuffle


def _page(context: BrowserContext, casino: Staged, scene: Scene, listen: Any) -> Page:
    if scene.signed_in:
        origin = {"Origin": casino.address}
        body = {"login": PLAYER, "password": "sabot-demo"}
        answer = context.request.post(f"{casino.address}/api/sign-in", data=body, headers=origin)
        assert answer.ok, answer.text()
    page = context.new_page()
    if listen is not None:
        listen(page)
    return page


def stops(scene: Scene, visit: Visit) -> Iterator[Stop]:
    """Play a scene, stopping at each phase."""
    for phase in scene.script(visit):
        yield Stop(scene.name, phase, visit.desk, visit.phone)
