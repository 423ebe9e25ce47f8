"""Scorecards as the dock draws them: counts, five roads, previews, past shoes."""

from __future__ import annotations

import re
from itertools import cycle

from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage
from tests.browser.pages import SLOW_MS
from tools.staged import CALM, table

from sabot.table import commands as c
from sabot.table.config import AskSymbols, Opening


def test_F187_F197_F199_F200_F201_F203_roads_are_drawn_enlarged_and_asked(
    stage: Stage, enter: Enter
) -> None:
    predicted = AskSymbols.PREDICTED
    casino = stage(table("speed-1", CALM, opening=Opening.CLOCK, ask_symbols=predicted))
    rounds = 14
    casino.play("speed-1", rounds)
    felt = enter(casino).table("speed-1")
    dock = felt.page.get_by_role("complementary", name="Roads and statistics")
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
    dock.get_by_role("radio", name="Previous", exact=True).click()
    expect(dock).to_contain_text("has not finished that many shoes")
    dock.get_by_role("radio", name="Current").click()
    expect(dock.get_by_role("heading", name=re.compile(f"{rounds} hands"))).to_be_visible()


def shoe(results: str) -> str:
    """Cards that bring these results in order, four a round; small letters add a pair."""
    suits = {rank: cycle("SHDC") for rank in "239KQ"}
    hands = {
        "P": "9{} 2{} K{} 3{}",
        "B": "2{} 9{} 3{} K{}",
        "T": "9{} 9{} K{} Q{}",
        "p": "4S 2{} 4H 3{}",
        "b": "2{} 4S 3{} 4H",
    }
    cards = " ".join(hands[one] for one in results).split()
    return " ".join(card.format(next(suits[card[0]]) if "{}" in card else "") for card in cards)


DRAWN = """road => [...road.querySelectorAll('g[transform]')].map(cell => {
    const [x, y] = cell.getAttribute('transform').match(/[0-9.]+/g).map(Number);
    const marks = [...cell.querySelectorAll('circle, path, line, text')];
    const told = mark => mark.tagName === 'text' ? mark.textContent
        : mark.getAttribute('class').replace(/ ?svelte-\\w+/, '');
    return [y / 20, x / 20, ...marks.map(told)];
})"""
"""Every cell of a road: row, column, and what is drawn in it."""

RESULTS = "TBBBBBBBBpTTPbBPP"


def test_F104_F188_F189_F190_F191_F192_F193_F198_F204_a_shoe_is_drawn_as_in_practice(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(table("speed-1", CALM, opening=Opening.CLOCK), cards=shoe(RESULTS))
    casino.play("speed-1", len(RESULTS))
    felt = enter(casino).table("speed-1")
    dock = felt.page.get_by_role("complementary", name="Roads and statistics")
    big = dock.get_by_role("img", name="Big Road: 4 Player, 10 Banker, 3 Tie")
    expect(big).to_be_visible(timeout=SLOW_MS)
    cells = {(row, column): marks for row, column, *marks in big.evaluate(DRAWN)}
    dragon = [(row, 0) for row in range(6)] + [(5, 1), (5, 2)]  # turns right at the bottom
    assert all("ring B" in cells[place] for place in dragon)
    assert "tie" in cells[0, 0]  # the tie before the first decision
    assert {"ring P", "tie", "2", "dot P"} <= set(cells[0, 1])  # two ties and a pair
    assert "ring P" in cells[1, 1]
    assert {"ring B", "dot B"} <= set(cells[0, 2])
    assert len(cells) == len(RESULTS) - 3
    beads = dock.get_by_role("img", name=re.compile("^Bead Plate:")).evaluate(DRAWN)
    assert [(row, column) for row, column, *_ in beads] == [
        (n % 6, n // 6) for n in range(len(RESULTS))
    ]
    assert [bead[2] for bead in beads] == [f"bead {one.upper()}" for one in RESULTS]
    for side, strong, weak in (("B", 0, 2), ("P", 2, 0)):
        style = big.locator(f".ring.{side}").first.evaluate(
            "ring => [getComputedStyle(ring).fill, getComputedStyle(ring).stroke]"
        )
        colour = [int(part) for part in re.findall(r"\d+", style[1])]
        assert style[0] == "none"  # hollow
        assert colour[strong] > colour[weak]


def test_F194_F195_F196_derived_roads_have_their_shapes_and_colours(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(table("speed-1", CALM, opening=Opening.CLOCK), cards=shoe(RESULTS))
    casino.play("speed-1", len(RESULTS))
    felt = enter(casino).table("speed-1")
    dock = felt.page.get_by_role("complementary", name="Roads and statistics")
    for road, red, blue in (("Big Eye Boy", 4, 1), ("Small Road", 2, 1), ("Cockroach Road", 1, 0)):
        drawn = dock.get_by_role("img", name=f"{road}: {red} red marks, {blue} blue marks")
        expect(drawn).to_be_visible(timeout=SLOW_MS)
        assert len(drawn.evaluate(DRAWN)) == red + blue


def test_F202_F203_a_new_shoe_clears_the_roads_and_the_last_can_be_looked_at(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(table("speed-1", CALM, opening=Opening.CLOCK), cards=shoe("PBP"))
    casino.play("speed-1", 3)
    casino.manage("speed-1", c.ChangeCards(reason="worn"))
    casino.play("speed-1", 1)
    felt = enter(casino).table("speed-1")
    dock = felt.page.get_by_role("complementary", name="Roads and statistics")
    expect(dock.get_by_role("heading", name=re.compile("· 0 hands"))).to_be_visible(timeout=SLOW_MS)
    dock.get_by_role("radio", name="Previous", exact=True).click()
    expect(dock.get_by_role("heading", name=re.compile("4 hands"))).to_be_visible()
