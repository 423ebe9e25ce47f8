"""Play with everything switched on, and watch what the page keeps: `python -m tools.hour 60`.

One page in the default casino with bots: sound, music, voice, notices, chat and Multiplay. Every
half minute it bets, talks, opens and closes a screen, and goes somewhere else; then what the page
keeps is counted after a collection. Ends with an error when the console complained or the last
quarter of the run holds more than the second one: by then everything was seen once.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright
from tools.browser import FLAGS, MISSING, install
from tools.heap import document, kept
from tools.staged import Staged

from sabot.service.catalogue import default_tables, hurried

STEP_S = 30.0
HURRY = 0.4
BOTS = 20
GROWTH_MAX = {"heap": 1.15, "data": 1.05, "nodes": 1.05, "listeners": 1.05}
"""How much more the last quarter may hold than the second one; the heap is data and compiled
script, which the browser goes on improving."""

QUARTERS = 4
LEVEL = ("/multiplay", "/table/blackjack-1", "/")
"""Places that hold the same on every visit: roads grow with their shoe, and history with play."""

SHOWN_MS = 1_500
WHERE = """([selector, name]) => {
    for (const one of document.querySelectorAll(selector)) {
        const said = one.ariaLabel ?? one.textContent ?? "";
        const { x, y, width, height } = one.getBoundingClientRect();
        const middle = [x + width / 2, y + height / 2];
        const top = document.elementFromPoint(...middle);
        if (said.includes(name) && width > 0 && one.contains(top)) return middle;
    }
    return null;
}"""

SOUND = {"muted": False, "music": True, "volume": 30}
NOTICES = {"betting_opens": True, "my_turn": True, "good_road": True, "cancelled": True}
WISHES = {"general": SOUND, "notifications": NOTICES, "multiplay": {"extra_statistics": True}}
PLACES = ("/table/speed-1", "/multiplay", "/table/blackjack-1", "/", "/history", "/table/seven-1")
SCREENS = ("Settings", "Chat", "Staying in control")

Held = dict[str, float]


def main() -> None:
    """Play for the minutes of the command line, an hour unless told."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    path = install()
    if path is None:
        sys.exit(MISSING)
    tables = tuple(hurried(config, factor=HURRY) for config in default_tables())
    with (
        tempfile.TemporaryDirectory(prefix="sabot-hour-") as folder,
        Staged(Path(folder), tables, bots=BOTS) as casino,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
        context.grant_permissions(["notifications"], origin=casino.address)
        body = {"login": "ada", "password": "sabot-demo"}
        origin = {"Origin": casino.address}
        context.request.post(f"{casino.address}/api/sign-in", data=body, headers=origin)
        context.request.patch(f"{casino.address}/api/preferences", data=WISHES, headers=origin)
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda said: _heard(complaints, said.type, said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(casino.address)
        curve = play(page, context.new_cdp_session(page), minutes)
        browser.close()
    judge(curve, complaints)


def _heard(complaints: list[str], kind: str, text: str) -> None:
    if kind in ("error", "warning"):
        complaints.append(f"{kind}: {text}")


def play(page: Page, line: CDPSession, minutes: float) -> list[Held]:
    """What was held after every step."""
    curve: list[Held] = []
    begun = time.monotonic()
    for number, place in enumerate(itertools.cycle(PLACES)):
        if time.monotonic() - begun > minutes * 60:
            return curve
        go(page, place)
        until = time.monotonic() + STEP_S
        while time.monotonic() < until:
            bet(page)
            page.wait_for_timeout(1_500)
        look(page, SCREENS[number % len(SCREENS)])
        held = count(line)
        curve.append(held)
        told = " ".join(f"{held[name]:9.2f} {name}" for name in GROWTH_MAX)
        print(f"{(time.monotonic() - begun) / 60:5.1f} min {place:20} {told}", flush=True)
    raise AssertionError("a cycle has no end")


def go(page: Page, place: str) -> None:
    """Go to another page without loading it again."""
    page.evaluate("path => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate')); }", place)  # fmt: skip  # noqa: E501


def bet(page: Page) -> None:
    """A chip where one is taken; nothing where none is."""
    press(page, '[data-spot]:not([aria-disabled="true"]):not(:disabled)', "")


def look(page: Page, screen: str) -> None:
    """Open one of the own screens and close it again, where the page has a button for it."""
    if press(page, "button", screen):
        page.wait_for_timeout(SHOWN_MS)
        page.keyboard.press("Escape")


def press(page: Page, selector: str, name: str) -> bool:
    """Click what is visible; a locator that never matches would keep the page in memory."""
    place = page.evaluate(WHERE, [selector, name])
    if place is not None:
        page.mouse.click(*place)
    return place is not None


def count(line: CDPSession) -> Held:
    """What is held after a collection: megabytes and numbers."""
    line.send("HeapProfiler.enable")
    found = document(line)
    used: dict[str, Any] = line.send("Runtime.getHeapUsage")
    return {
        "heap": used["usedSize"] / 1e6,
        "data": kept(line)[0] / 1e6,
        "nodes": found["nodes"],
        "listeners": found["jsEventListeners"],
    }


def judge(curve: list[Held], complaints: list[str]) -> None:
    """Compare visits of the places that stay level: the second quarter with the last one.

    Of a quarter's visits the one that held the least counts: tables hold more while bets are open.
    """
    for complaint in sorted(set(complaints)):
        print(complaint)
    rounds = len(curve) // len(PLACES)
    visits = [curve[PLACES.index(place) :: len(PLACES)][:rounds] for place in LEVEL]
    quarter = rounds // QUARTERS
    grows = []
    for name, most in GROWTH_MAX.items() if quarter > 0 else ():
        second = sum(min(held[name] for held in seen[quarter : 2 * quarter]) for seen in visits)
        last = sum(min(held[name] for held in seen[-quarter:]) for seen in visits)
        print(f"{name}: {last / second:.3f} times the second quarter, {most} at most")
        if last > most * second:
            grows.append(name)
    if complaints or grows:
        sys.exit("; ".join([*(f"{name} grow" for name in grows), *complaints[:1]]))


if __name__ == "__main__":
    main()
