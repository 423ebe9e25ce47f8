"""Every screen of the players' site in every phase, for the walk of the tests and for pictures.

A scene opens a casino with chosen cards, lets one player in on a desk and on a phone at once,
plays, and stops at each phase that is worth a look. Both pages show one player: they are in step.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect
from tools.staged import CALM_MS, QUICK, Staged, stacked, table, until

from sabot.table import commands as c
from sabot.table.config import AnyConfig, Opening

DESK = {"1440x900": (1440, 900), "1280x720": (1280, 720), "1024x768": (1024, 768)}
TOUCH = {"390x844": (390, 844), "844x390": (844, 390)}
WAIT_MS = 15_000
STILL = replace(
    QUICK, betting=CALM_MS, decision=CALM_MS, insurance=CALM_MS, result=CALM_MS, cancelled=CALM_MS
)
SHORT_BETTING = replace(STILL, betting=8_000, last_seconds=3_000)
SLOW_CARDS = replace(SHORT_BETTING, card=4_000)
ROADS = replace(QUICK, betting=5, last_seconds=1, card=1, result=1)
BLIND = frozenset({"blind_play"})
SETTLED = """async () => {
    const wait = ms => new Promise(done => setTimeout(done, ms));
    const places = () => [...document.querySelectorAll("button, [data-plate]")]
        .map(one => Object.values(one.getBoundingClientRect().toJSON()).map(Math.round)).join();
    for (let before = "", tries = 0; tries < 20; tries += 1) {
        await wait(120);
        const now = places();
        if (now === before) return;
        before = now;
    }
}"""
"""Two looks at one arrangement: after a change of size a page needs some frames."""


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

    def views(self) -> Iterator[tuple[str, Page, bool]]:
        """The moment on every size: its name, a page of this size, and whether fingers touch it."""
        for page, sizes, touch in ((self.desk, DESK, False), (self.phone, TOUCH, True)):
            for name, (width, height) in sizes.items():
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(SETTLED)
                yield name, page, touch


class Visit:
    """One player on two devices in a casino."""

    def __init__(self, casino: Staged, desk: Page, phone: Page, table_id: str) -> None:
        self.casino, self.desk, self.phone, self.table_id = casino, desk, phone, table_id

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
        rack = self.desk.get_by_role("radio", name=name)
        rack.first.click(timeout=WAIT_MS)
        self.desk.locator(f'[data-spot="{spot}"]').click(timeout=WAIT_MS)

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


# --- scripts --------------------------------------------------------------------------------------


def sign_in(visit: Visit) -> Iterator[str]:
    visit.go("/")
    expect(visit.phone.locator("form")).to_be_visible(timeout=WAIT_MS)
    expect(visit.desk.locator("form")).to_be_visible(timeout=WAIT_MS)
    yield "door"
    for page in (visit.desk, visit.phone):
        page.get_by_role("radiogroup").nth(1).get_by_role("radio").nth(1).click()
    yield "new-account"


def lobby(visit: Visit) -> Iterator[str]:
    feed = visit.casino.casino.house.hosts["speed-1"]
    until(lambda: feed.state.shoe is not None and feed.state.shoe.rounds >= 12)
    visit.go("/")
    for page in (visit.desk, visit.phone):
        expect(page.locator("article").first).to_be_visible(timeout=WAIT_MS)
    yield "tables"
    visit.table_id = "brag-1"
    visit.sit()
    for page in (visit.desk, visit.phone):
        page.locator("header button").first.click()
        expect(page.locator("article").first).to_be_visible(timeout=WAIT_MS)
    yield "running-table"
    for page in (visit.desk, visit.phone):
        page.get_by_role("searchbox").or_(page.locator("input[type=search]")).first.fill("xyz")
    yield "nothing-found"
    visit.go("/")
    visit.desk.get_by_role("link", name="Seven Seats Cedro").click()
    expect(visit.desk.get_by_role("dialog")).to_be_visible()
    yield "seat-picker"


def baccarat(visit: Visit) -> Iterator[str]:
    visit.sit()
    yield "open"
    seat = ""
    if visit.table_id == "seven-1":
        for page in (visit.desk, visit.phone):
            page.wait_for_timeout(100)
        visit.desk.locator(".invite").click()
        visit.desk.wait_for_timeout(300)
        seat = (
            ":" + str(visit.desk.locator('[data-spot^="player:"]').get_attribute("data-spot"))[-1:]
        )
    for spot, chip in (("player", "25"), ("tie", "5"), ("banker_pair", "1"), ("player_pair", "5")):
        visit.place(spot + seat, chip)
    yield "betting"
    visit.says("WINS|VINCE|TIE|PAREGGIO")
    visit.desk.wait_for_timeout(700)
    yield "result"
    for page in (visit.desk, visit.phone):
        page.locator("header button.name").click()
        expect(page.get_by_role("dialog")).to_be_visible(timeout=WAIT_MS)
    yield "limits"


def dealing(visit: Visit) -> Iterator[str]:
    visit.sit()
    visit.place("player", "25")
    visit.place("tie", "5")
    visit.says("DEALING|DISTRIBUZIONE")
    visit.desk.wait_for_timeout(4_200)
    yield "dealing"
    visit.manage(c.Pause(reason="scan/unreadable"))
    visit.says("PAUSED|PAUSA")
    yield "paused"
    visit.manage(c.CancelRound(reason="scan/unreadable"))
    visit.says("CANCELLED|ANNULLATO")
    yield "cancelled"


def roads(visit: Visit) -> Iterator[str]:
    host = visit.casino.casino.house.hosts[visit.table_id]
    until(lambda: host.state.shoe is not None and host.state.shoe.rounds >= 42)
    visit.manage(c.SwitchTable(off=True, reason="a look"))
    visit.sit()
    yield "closed-table"
    visit.desk.set_viewport_size({"width": 1440, "height": 900})
    visit.desk.locator("aside button[aria-pressed]").last.click()
    yield "asked"


def blackjack(visit: Visit) -> Iterator[str]:
    visit.sit()
    yield "open"
    visit.click("Seat 3,|Posto 3")
    visit.place("main:3", "25")
    visit.place("perfect_pairs:3", "5")
    visit.click("Seat 5,|Posto 5")
    visit.place("main:5", "25")
    yield "betting"
    visit.click("Deal now|Dai Ora")
    visit.says("YOUR TURN|TOCCA A TE")
    yield "decision"
    visit.click("^Split|^Dividi")
    visit.desk.wait_for_timeout(1_200)
    yield "split"
    for _ in range(3):
        stand = visit.desk.locator("button.stand")
        stand.click(timeout=WAIT_MS)
        visit.desk.wait_for_timeout(500)
    visit.says("DEALER|BANCO")
    visit.desk.wait_for_timeout(700)
    yield "result"


def insurance(visit: Visit) -> Iterator[str]:
    visit.sit()
    visit.click("Seat 3,|Posto 3")
    visit.place("main:3", "25")
    visit.click("Deal now|Dai Ora")
    visit.says("YOUR TURN|TOCCA A TE")
    visit.desk.wait_for_timeout(300)
    yield "insurance"


def brag(visit: Visit) -> Iterator[str]:
    visit.casino.grant("ada", value=2_500, count=2)
    visit.sit()
    yield "open"
    for spot, chip in (("ante", "25"), ("pair_plus", "5"), ("poker_plus", "5")):
        visit.place(spot, chip)
    yield "betting"
    visit.says("YOUR TURN|TOCCA A TE")
    yield "decision"
    visit.desk.locator(".ask .play").click(timeout=WAIT_MS)
    visit.says("WINS|VINCE|QUALIF|EQUAL|UGUALI")
    visit.desk.wait_for_timeout(700)
    yield "result"


SCENES = (
    Scene("sign-in", sign_in, (table("speed-1"),), signed_in=False),
    Scene(
        "lobby",
        lobby,
        (
            table("speed-1", replace(ROADS, betting=150), opening=Opening.CLOCK, voices=("it",)),
            table("speed-2", replace(ROADS, betting=200), opening=Opening.CLOCK),
            table("seven-1"),
            table("scanner-1", replace(ROADS, betting=170), opening=Opening.CLOCK),
            table("blackjack-1"),
            table("brag-1"),
        ),
    ),
    Scene("speed", baccarat, (table("speed-1", SHORT_BETTING),), cards="9S 2H KD 3C"),
    Scene("seven", baccarat, (table("seven-1", SHORT_BETTING),), cards="KD 6H QC KS 3S"),
    Scene("speed-six", baccarat, (table("scanner-1", SHORT_BETTING),), cards="9S 9H KD QC"),
    Scene("speed-trouble", dealing, (table("speed-1", SLOW_CARDS),), cards="9S 2H KD 3C"),
    Scene("roads", roads, (table("speed-1", ROADS, opening=Opening.CLOCK),)),
    Scene(
        "blackjack",
        blackjack,
        (table("blackjack-1", STILL),),
        cards="8S TD 6H 8D 9C TC 3S 9D KD",
    ),
    Scene("blackjack", insurance, (table("blackjack-1", STILL),), cards="9S AH KD 7C"),
    Scene(
        "brag",
        brag,
        (table("brag-1", SHORT_BETTING, switched_on=BLIND),),
        cards="KS KH 4D QC 7H 2S",
    ),
)


@contextmanager
def opened(
    scene: Scene, browser: Browser, *, locale: str = "it-IT", listen: Any = None, **more: Any
) -> Iterator[Visit]:
    """A casino with both devices at its door."""
    with tempfile.TemporaryDirectory(prefix="sabot-scene-") as folder:
        stage = Staged(Path(folder), scene.tables, shuffle=stacked(scene.cards), bots=scene.bots)
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


def _page(context: BrowserContext, casino: Staged, scene: Scene, listen: Any) -> Page:
    if scene.signed_in:
        origin = {"Origin": casino.address}
        body = {"login": "ada", "password": "sabot-demo"}
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
