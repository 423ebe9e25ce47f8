"""Nothing that a round makes on the page stays there: the heap and the document do not grow."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage, no_more_bets
from tests.browser.pages import SLOW_MS, Table
from tools.heap import document, kept
from tools.hour import go
from tools.staged import CALM, Staged, calm, table
from typing_extensions import override

from sabot.table.config import AnyConfig, Opening
from sabot.table.phases import Phase

ROUNDS = int(os.environ.get("SABOT_PAGE_ROUNDS", "100"))
WARM = 8
"""Rounds before the first look: by then everything was drawn, won and lost once."""

SHOE_CARDS = 70
"""Roads grow with their shoe: a dozen rounds, always the same, then the next one begins."""

GROWTH_MAX = 0.05
"""Of nodes, and of the bytes that the page's script keeps; compiled script is none of it."""

Record = Callable[[str, object], None]


class Held(NamedTuple):
    """What a page keeps."""

    size: int
    objects: Counter[str]
    document: dict[str, int]

    @override
    def __str__(self) -> str:
        return f"{self.size / 1e6:.2f} MB of data, {self.document}"


def assert_level(early: Held, late: Held, *, times: int) -> None:
    """Whatever was done so many times has left nothing behind."""
    more = late.objects - early.objects
    assert {kind: grown for kind, grown in more.items() if grown >= times} == {}
    assert late.size <= early.size * (1 + GROWTH_MAX)
    assert late.document["nodes"] <= early.document["nodes"] * (1 + GROWTH_MAX)
    assert late.document["jsEventListeners"] <= early.document["jsEventListeners"]


def play(casino: Staged, table_id: str, felt: Table, kind: str, seat: int | None) -> None:
    """A round with a bet of one's own; what is asked answers itself."""
    host = casino.casino.house.hosts[table_id]
    felt.place(kind, seat=seat)
    felt.bet(500)
    no_more_bets(casino, table_id, felt)

    async def through() -> None:
        while host.state.phase is not Phase.BETTING:
            over = host.engine.due(host.engine.deadline_ms or 0)
            if over is None:
                await host.changed()
            else:
                await host.submit(over)

    casino.do(through())
    felt.says("PLACE YOUR BETS")  # the page keeps up
    felt.bet(0)


def short(table_id: str) -> AnyConfig:
    """A table that plays on its own, with a short shoe."""
    found = table(table_id, CALM, opening=Opening.CLOCK, needs_bets=False)
    cut = max(found.variant.cut_card_from_end, 52 * found.variant.decks - SHOE_CARDS)
    return replace(found, variant=replace(found.variant, cut_card_from_end=cut))  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("table_id", "kind", "seat"),
    [("scanner-1", "player", None), ("blackjack-1", "main", 3), ("brag-1", "ante", None)],
)
def test_memory_is_flat_over_100_rounds(  # noqa: PLR0917  a case
    stage: Stage, enter: Enter, record_property: Record, table_id: str, kind: str, seat: int | None
) -> None:
    casino = stage(short(table_id))
    felt = enter(casino, motion="no-preference").table(table_id)
    felt.hold("5")
    if seat is not None:
        felt.button(re.compile(f"^Seat {seat}, free")).click()
    line = felt.page.context.new_cdp_session(felt.page)
    host = casino.casino.house.hosts[table_id]

    def shoe() -> str | None:
        return None if host.state.shoe is None else host.state.shoe.shoe_id

    def after(rounds: int) -> Held:
        """So many rounds, and those until the next shoe."""
        for _ in range(rounds):
            play(casino, table_id, felt, kind, seat)
        held = shoe()
        while shoe() == held:
            play(casino, table_id, felt, kind, seat)
        return Held(*kept(line), document(line))

    early, late = after(WARM), after(ROUNDS)
    used = line.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    record_property(
        "counted",
        f"{table_id}: {early} after {WARM} rounds; "
        f"{late} after {ROUNDS} more; all heap {used:.1f} MB",
    )
    assert_level(early, late, times=ROUNDS)


VISITS = 6
SETTLED_MS = 300
PLACES = {
    "/table/speed-1": "[data-plate]",
    "/multiplay": "[data-multi]",
    "/table/blackjack-1": "[data-plate]",
    "/history": "main",
    "/": "article[data-table]",
}
"""Pages, and what is on each of them once it stands."""


def test_memory_is_flat_over_visits_to_every_page(
    stage: Stage, enter: Enter, record_property: Record
) -> None:
    casino = stage(calm("speed-1"), calm("blackjack-1"))
    lobby = enter(casino, motion="no-preference").lobby()
    line = lobby.page.context.new_cdp_session(lobby.page)

    def after(visits: int) -> Held:
        for _ in range(visits):
            for place, there in PLACES.items():
                go(lobby.page, place)
                expect(lobby.page.locator(there).first).to_be_visible(timeout=SLOW_MS)
                lobby.page.wait_for_timeout(SETTLED_MS)
                lobby.page.keyboard.press("F9")  # a touch that does nothing
        return Held(*kept(line), document(line))

    early, late = after(2), after(VISITS)
    record_property(
        "counted",
        f"{early} after two rounds through the pages; {late} after {VISITS} more",
    )
    assert_level(early, late, times=VISITS)
