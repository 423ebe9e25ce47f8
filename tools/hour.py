"""Play with everything switched on, and watch what the page keeps: `python -m tools.hour 60`.

One page in the default casino with bots: sound, music, voice, notices, chat and Multiplay. Every
half minute it bets, talks, opens and closes a screen, and goes somewhere else; then memory and
nodes are counted after a collection. Ends with an error when the console complained or the curve of
its second half rises.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Error, Page, sync_playwright
from tools.browser import FLAGS, MISSING, install
from tools.staged import Staged

from sabot.service.catalogue import default_tables, hurried

STEP_S = 30.0
HURRY = 0.4
BOTS = 20
GROWTH_MAX = 1.25
"""How much more the end of a run may hold than its middle."""

SOUND = {"muted": False, "music": True, "volume": 30}
NOTICES = {"betting_opens": True, "my_turn": True, "good_road": True, "cancelled": True}
WISHES = {"general": SOUND, "notifications": NOTICES, "multiplay": {"extra_statistics": True}}
PLACES = ("/table/speed-1", "/multiplay", "/table/blackjack-1", "/", "/history", "/table/seven-1")
SCREENS = ("Settings", "Chat", "Staying in control")


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


def play(page: Page, line: CDPSession, minutes: float) -> list[tuple[float, int]]:
    """Megabytes and nodes after every step."""
    curve: list[tuple[float, int]] = []
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
        print(f"{(time.monotonic() - begun) / 60:5.1f} min {place:20} {held[0]:5.1f} MB "
              f"{held[1]:6} nodes", flush=True)  # fmt: skip
    raise AssertionError("a cycle has no end")


def go(page: Page, place: str) -> None:
    """Another page without loading it anew."""
    page.evaluate("path => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate')); }", place)  # fmt: skip  # noqa: E501


def bet(page: Page) -> None:
    """A chip where one is taken; nothing where none is."""
    spots = page.locator('[data-spot]:not([aria-disabled="true"]):not(:disabled)')
    try:
        if spots.count() > 0:
            spots.first.click(timeout=800)
    except Error:
        return  # betting closed meanwhile


def look(page: Page, screen: str) -> None:
    """Open one of the own screens and close it again."""
    try:
        page.get_by_role("button", name=screen).first.click(timeout=1_000)
        page.wait_for_timeout(800)
        page.keyboard.press("Escape")
    except Error:
        return  # this page has no such button


def count(line: CDPSession) -> tuple[float, int]:
    """What is held after a collection."""
    line.send("HeapProfiler.enable")
    line.send("HeapProfiler.collectGarbage")
    held: dict[str, Any] = line.send("Runtime.getHeapUsage")
    nodes: dict[str, Any] = line.send("Memory.getDOMCounters")
    return held["usedSize"] / 1e6, int(nodes["nodes"])


def judge(curve: list[tuple[float, int]], complaints: list[str]) -> None:
    """Compare the same pages of the middle and of the end."""
    cycle = len(PLACES)
    for complaint in sorted(set(complaints)):
        print(complaint)
    if len(curve) >= 3 * cycle:
        middle, end = curve[-2 * cycle : -cycle], curve[-cycle:]
        for name, which in (("memory", 0), ("nodes", 1)):
            grown = sum(one[which] for one in end) / sum(one[which] for one in middle)
            print(f"{name}: {grown:.2f} times the cycle before")
            if grown > GROWTH_MAX:
                sys.exit(f"{name} grows")
    if complaints:
        sys.exit("the console complained")


if __name__ == "__main__":
    main()
