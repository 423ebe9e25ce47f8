"""Scorecards as the dock draws them: counts, five roads, previews, past shoes."""

from __future__ import annotations

import re
from dataclasses import replace

from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage
from tools.staged import QUICK, table, until

from sabot.table import commands as c
from sabot.table.config import Opening

FAST = replace(QUICK, betting=5, last_seconds=1, card=1, result=1)
ROUNDS = 14


def test_F187_F197_F199_F200_F201_F203_roads_are_drawn_enlarged_and_asked(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(table("speed-1", FAST, opening=Opening.CLOCK))
    host = casino.casino.house.hosts["speed-1"]
    until(lambda: host.state.shoe is not None and host.state.shoe.rounds >= ROUNDS)
    casino.manage("speed-1", c.SwitchTable(off=True, reason="a look"))
    felt = enter(casino).table("speed-1")
    dock = felt.page.get_by_role("complementary", name="Roads and statistics")
    assert host.state.shoe is not None
    rounds = host.state.shoe.rounds
    expect(dock.get_by_role("heading", name=re.compile(f"{rounds} hands"))).to_be_visible()
    bead = dock.get_by_role("img", name=re.compile("^Bead Plate:"))
    counts = re.findall(r"\d+ \w+", str(bead.get_attribute("aria-label")))
    assert sum(int(count.split()[0]) for count in counts) == rounds
    big = dock.get_by_role("img", name=re.compile("^Big Road:"))
    assert all(count in str(big.get_attribute("aria-label")) for count in counts)
    letters = bead.inner_text() or str(bead.text_content())
    dock.get_by_role("button", name="What the Bead Plate shows").first.click()
    expect(bead).not_to_have_text(letters)
    marks = dock.get_by_role("img", name=re.compile("^Big Eye Boy:"))
    before = marks.inner_html()
    ask = dock.get_by_role("button", name=re.compile("^If Player wins:"))
    expect(ask).to_have_accessible_name(re.compile("red|blue"))
    ask.click()
    expect(ask).to_have_attribute("aria-pressed", "true")
    assert marks.inner_html() != before
    ask.click()  # the second click ends the preview
    expect(ask).to_have_attribute("aria-pressed", "false")
    assert marks.inner_html() == before
    dock.get_by_role("button", name="Enlarge Small Road").click()
    large = felt.page.get_by_role("dialog")
    expect(large).to_contain_text("Small Road")
    felt.page.keyboard.press("Escape")
    expect(large).to_have_count(0)
    dock.get_by_role("radio", name="Last", exact=True).click()
    expect(dock).to_contain_text("has not finished that many shoes")
    dock.get_by_role("radio", name="Current").click()
    expect(dock.get_by_role("heading", name=re.compile(f"{rounds} hands"))).to_be_visible()


def test_F203_the_last_shoe_can_be_looked_at(stage: Stage, enter: Enter) -> None:
    casino = stage(table("speed-1", FAST, opening=Opening.CLOCK))
    host = casino.casino.house.hosts["speed-1"]
    until(lambda: host.state.shoe is not None and host.state.shoe.rounds >= 3)
    first = host.state.shoe
    assert first is not None
    casino.manage("speed-1", c.ChangeCards(reason="a test"))
    until(lambda: host.state.shoe is not None and host.state.shoe.shoe_id != first.shoe_id)
    casino.manage("speed-1", c.SwitchTable(off=True, reason="a look"))
    felt = enter(casino).table("speed-1")
    dock = felt.page.get_by_role("complementary", name="Roads and statistics")
    dock.get_by_role("radio", name="Last", exact=True).click()
    expect(dock.get_by_role("heading", name=re.compile("[3-9] hands"))).to_be_visible()
