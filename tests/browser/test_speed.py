"""How heavy and how quick the table page is: script, paint, chips, long tasks, memory."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import Response
from tests.browser.conftest import Enter, Stage
from tools.staged import QUICK, calm, table, until

from sabot.table.config import Opening

SCRIPT_MAX = 90_000
PAINT_MS_MAX = 1_000
TASK_MS_MAX = 100
ROUNDS = int(os.environ.get("SABOT_PAGE_ROUNDS", "25"))
Record = Callable[[str, object], None]


def test_the_script_of_a_table_page_is_small_and_it_paints_soon(
    stage: Stage, enter: Enter, record_property: Record
) -> None:
    casino = stage(calm("speed-1"), calm("blackjack-1"), calm("brag-1"))
    for table_id in ("speed-1", "blackjack-1", "brag-1"):
        sizes: dict[str, int] = {}
        paints: list[float] = []

        def heard(response: Response, sizes: dict[str, int] = sizes) -> None:
            if response.url.endswith(".js"):
                sizes[response.url] = len(gzip.compress(response.body(), 9))

        screen = enter(casino)
        screen.page.on("response", heard)
        for _ in range(
            3
        ):  # the quickest says what the page needs, the others what the machine does
            screen.table(table_id)
            painted = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
            paints.append(float(screen.page.evaluate(painted)))
        total = sum(sizes.values())
        record_property(
            "counted",
            f"{table_id}: {total / 1000:.1f} kB of script, first paint {min(paints):.0f} ms",
        )
        assert total <= SCRIPT_MAX, sizes
        assert min(paints) <= PAINT_MS_MAX


def test_a_chip_is_painted_in_the_next_frame(stage: Stage, enter: Enter) -> None:
    felt = enter(stage(calm("speed-1"))).table("speed-1")
    felt.hold("25")
    felt.place("tie")
    felt.bet(2_500)
    shown = felt.page.evaluate(
        """async () => {
            const spot = document.querySelector('[data-spot="player"]');
            const total = () => document.querySelector('[data-total-bet]').textContent;
            spot.click();
            await new Promise(requestAnimationFrame);
            return [total(), spot.getAttribute('aria-label')];
        }"""
    )
    assert "50.00" in shown[0]
    assert "€25" in shown[1]


def test_no_long_task_during_rounds_with_50_bots(
    stage: Stage, enter: Enter, record_property: Record
) -> None:
    timers = replace(QUICK, betting=2_000, card=150, result=1_000)
    casino = stage(table("speed-1", timers, opening=Opening.CLOCK), bots=50)
    felt = enter(casino).table("speed-1")
    host = casino.casino.house.hosts["speed-1"]
    felt.page.evaluate(
        """() => {
            window.tasks = [];
            const note = list => tasks.push(...list.getEntries().map(task => task.duration));
            new PerformanceObserver(note).observe({ type: 'longtask' });
        }"""
    )
    worst = []
    for _ in range(3):  # a machine that does much else stretches tasks: one round must be clean
        assert host.state.shoe is not None
        begun = host.state.shoe.rounds
        until(lambda begun=begun: host.state.shoe.rounds > begun)
        worst.append(max(felt.page.evaluate("tasks.splice(0)"), default=0.0))
    record_property("counted", f"longest task of each of three rounds with 50 bots: {worst} ms")
    assert min(worst) <= TASK_MS_MAX


def test_memory_stays_flat_over_many_rounds(
    stage: Stage, enter: Enter, record_property: Record
) -> None:
    timers = replace(QUICK, betting=120, last_seconds=40, card=5, result=60)
    casino = stage(table("scanner-1", timers, opening=Opening.CLOCK))
    felt = enter(casino).table("scanner-1")
    host = casino.casino.house.hosts["scanner-1"]
    line = felt.page.context.new_cdp_session(felt.page)

    def after(rounds: int) -> tuple[float, int]:
        """The least of three looks: pictures of cards come and go as the browser likes."""
        looks = []
        for _ in range(3):
            begun = host.state.seq
            until(lambda begun=begun: host.state.seq >= begun + rounds * 4)
            line.send("HeapProfiler.collectGarbage")
            used = line.send("Runtime.getHeapUsage")["usedSize"] / 1e6
            looks.append((used, int(line.send("Memory.getDOMCounters")["nodes"])))
        return min(looks)

    early = after(8)
    late = after(ROUNDS)
    record_property(
        "counted",
        f"memory after 8 rounds {early[0]:.1f} MB, {early[1]} nodes; after {ROUNDS} more "
        f"{late[0]:.1f} MB, {late[1]} nodes",
    )
    assert late[0] < early[0] * 1.5 + 2.0
