"""Twelve tables at once on a phone of the middle range: four times slower, and still smooth."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Enter, Stage
from tests.browser.multiplay import Multiplay
from tests.browser.pages import SLOW_MS
from tools.hour import go
from tools.staged import QUICK, many, until

from sabot.table.config import Opening

TABLES = 12
TASK_MS_MAX = 150
SLOWER = 4
PATIENCE_MS = 4 * SLOW_MS
SETTLED_MS = 5_000
"""By then what can wait has loaded."""

ALIVE = replace(QUICK, betting=2_500, last_seconds=900, card=150, result=1_200)
TRACED = ["toplevel", "disabled-by-default-devtools.timeline"]
PRESS = """() => {
    const spots = [...document.querySelectorAll('[data-spot="player"][aria-disabled="false"]')];
    spots[Math.floor(spots.length / 2)]?.click();
}"""


def longest_task(trace: bytes) -> float:
    """Milliseconds that the page's own thread worked without a pause.

    The thread's own clock, slowed down with the processor: what other programs do does not count.
    """
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    pages = {
        (one["pid"], one["tid"])
        for one in events
        if one.get("name") == "thread_name" and one["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        one["tdur"] / 1_000
        for one in events
        if str(one.get("name")).endswith("RunTask")
        and "tdur" in one
        and (one["pid"], one["tid"]) in pages
    ]
    assert len(tasks) > 20, "the trace holds the page's tasks"
    return float(max(tasks))


def throttled(page: Page) -> None:
    """A processor of the middle range."""
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def told(what: str, size: tuple[int, int], longest: float) -> str:
    """What a run has come to."""
    width, height = size
    where = f"{TABLES} tables, {width}x{height}, processor {SLOWER}x slower"
    return f"{what}, {where}: longest task {longest:.0f} ms"


SIZES = pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desk"])


@SIZES
def test_F206_no_long_task_while_twelve_tables_open_on_a_slow_processor(
    stage: Stage,
    enter: Enter,
    browser: Browser,
    record_property: Callable[[str, object], None],
    size: tuple[int, int],
) -> None:
    casino = stage(*many(TABLES, ALIVE, opening=Opening.CLOCK))
    screen = enter(casino, size=size, touch=size[0] < 720)
    page = screen.page
    page.goto(f"{screen.address}/help")
    expect(page.get_by_role("heading").first).to_be_visible(timeout=SLOW_MS)
    page.wait_for_timeout(SETTLED_MS)
    throttled(page)
    browser.start_tracing(page=page, categories=TRACED)
    try:
        go(page, "/multiplay")
        expect(page.locator("[data-multi]")).to_have_count(TABLES, timeout=PATIENCE_MS)
    finally:
        trace = browser.stop_tracing()
    longest = longest_task(trace)
    record_property("counted", told("opening multiplay", size, longest))
    assert longest <= TASK_MS_MAX


@SIZES
def test_F206_no_long_task_with_twelve_tables_and_a_slow_processor(
    stage: Stage,
    enter: Enter,
    browser: Browser,
    record_property: Callable[[str, object], None],
    size: tuple[int, int],
) -> None:
    casino = stage(*many(TABLES, ALIVE, opening=Opening.CLOCK))
    shown = Multiplay.of(enter(casino, size=size, touch=size[0] < 720))
    page = shown.page
    expect(shown.tiles).to_have_count(TABLES, timeout=PATIENCE_MS)
    throttled(page)
    host = casino.casino.house.hosts["speed-1"]
    begun = host.state.seq
    browser.start_tracing(page=page, categories=TRACED)
    try:
        page.evaluate(PRESS)
        until(lambda: host.state.seq > begun + 14)  # more than a round
        page.evaluate(PRESS)
    finally:
        trace = browser.stop_tracing()
    longest = longest_task(trace)
    record_property("counted", told("multiplay", size, longest))
    assert longest <= TASK_MS_MAX
