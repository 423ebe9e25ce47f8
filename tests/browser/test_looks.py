"""Colours, shapes and places that the rows name, read from the computed styles of the page."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import FloatRect, Locator, expect
from tests.browser.conftest import Enter, Stage, no_more_bets
from tests.browser.pages import SIZES, SLOW_MS, Table
from tests.browser.test_blackjack import seated
from tests.browser.test_roads import RESULTS, shoe
from tools.staged import CALM, CALM_MS, calm, table

from sabot.table.config import Opening

BLUE, RED, GREEN = "rgb(61, 139, 255)", "rgb(255, 77, 94)", "rgb(47, 201, 122)"
ORANGE, YELLOW = "rgb(255, 159, 67)", "rgb(255, 216, 77)"

AREA = """spot => {
    const area = spot.closest('.spot');
    const of = (name, what) => getComputedStyle(area.querySelector(name))[what];
    const edge = getComputedStyle(area).getPropertyValue('--edge');
    const probe = document.createElement('i');
    probe.style.color = edge;
    area.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return [colour, of('.near', 'stopColor')];
}"""
"""The colour of an area's edge, and of its felt where it is nearest."""


def strongest(colour: str) -> int:
    """Which of red, green and blue a colour has most of.

    >>> strongest("rgb(10, 20, 5)")
    1
    """
    parts = [int(part) for part in re.findall(r"\d+", colour)[:3]]
    return parts.index(max(parts))


def style(one: Locator, *names: str) -> list[str]:
    """Computed styles of an element."""
    found: list[str] = one.evaluate(
        "(one, names) => names.map(name => getComputedStyle(one)[name])", list(names)
    )
    return found


@pytest.mark.look
@pytest.mark.parametrize("size", SIZES)
def test_F24_player_is_blue_banker_red_and_tie_green(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    felt = enter(stage(calm("speed-1")), size=size).table("speed-1")
    for kind, edge, most in (("player", BLUE, 2), ("banker", RED, 0), ("tie", GREEN, 1)):
        expect(felt.spot(kind)).to_be_visible(timeout=SLOW_MS)
        shown, near = felt.spot(kind).evaluate(AREA)
        assert shown == edge
        assert strongest(near) == most


SHARE = """plate => {
    const bar = plate.querySelector('.bar i');
    const [now] = bar.getAnimations().map(one => one.currentTime);
    const box = bar.getBoundingClientRect(), whole = bar.parentElement.getBoundingClientRect();
    return [now, box.width / whole.width, Math.round(box.left - whole.left)];
}"""
"""How far a bar has run, what is left of it, and how far from the left edge it begins."""


def drained(felt: Table) -> list[float]:
    """What `SHARE` says; a bar that has not been drawn yet is waited for."""
    expect(felt.plate.locator(".bar i")).to_be_attached(timeout=SLOW_MS)
    found: list[float] = felt.plate.evaluate(SHARE)
    return found


@pytest.mark.look
def test_F68_betting_is_a_green_bar_with_the_seconds_that_shrinks_to_the_left(
    stage: Stage, enter: Enter
) -> None:
    config = table("speed-1", replace(CALM, last_seconds=1_000), opening=Opening.CLOCK)
    felt = enter(stage(config), motion="no-preference").table("speed-1")
    felt.says("PLACE YOUR BETS")
    bar = felt.plate.locator(".bar i")
    assert style(bar, "backgroundColor") == [GREEN]
    seconds = felt.plate.locator("b").first
    expect(seconds).to_have_text(re.compile(r"^\d+$"))
    assert style(seconds, "color") == [GREEN]
    felt.plate.evaluate("plate => plate.querySelector('.bar i').getAnimations()[0].pause()")
    for share in (0.75, 0.25):  # the bar at two moments of its window
        felt.plate.evaluate(
            """(plate, share) => {
                const [run] = plate.querySelector('.bar i').getAnimations();
                run.currentTime = run.effect.getComputedTiming().duration * (1 - share);
            }""",
            share,
        )
        _, left, from_edge = drained(felt)
        assert abs(left - share) < 0.05
        assert from_edge == 0


@pytest.mark.look
def test_F69_the_last_seconds_are_orange(stage: Stage, enter: Enter) -> None:
    timers = replace(CALM, last_seconds=CALM_MS)
    felt = enter(stage(table("speed-1", timers, opening=Opening.CLOCK))).table("speed-1")
    felt.says("LAST BETS")
    expect(felt.plate.locator(".bar i")).to_have_css("background-color", ORANGE)
    expect(felt.plate.locator("b").first).to_have_css("color", ORANGE)


@pytest.mark.look
@pytest.mark.parametrize("size", SIZES[:2])
def test_F82_the_hand_to_act_is_highlighted_and_its_points_are_yellow(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    felt = seated(stage(calm("blackjack-1"), cards="TS 9H 2D 8C"), enter)
    felt.page.set_viewport_size({"width": size[0], "height": size[1]})
    felt.button("Deal now").click()
    felt.says("YOUR TURN")
    hand = felt.page.locator(".hand.acting")
    expect(hand).to_have_count(1)
    expect(hand.locator(".points")).to_have_css("background-color", YELLOW)
    assert style(hand.locator(".frame"), "boxShadow") != ["none"]


@pytest.mark.look
def test_F194_derived_roads_are_hollow_circles_discs_and_strokes_in_red_and_blue(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(table("speed-1", CALM, opening=Opening.CLOCK), cards=shoe(RESULTS))
    casino.play("speed-1", len(RESULTS))
    felt = enter(casino).table("speed-1")
    dock = felt.page.get_by_role("complementary", name="Roads and statistics")
    for road, mark, red, blue in (
        ("Big Eye Boy", "circle.hollow", 4, 1),
        ("Small Road", "circle.filled", 2, 1),
        ("Cockroach Road", "path.stroke", 1, 0),
    ):
        drawn = dock.get_by_role("img", name=re.compile(f"^{road}:"))
        expect(drawn).to_be_visible(timeout=SLOW_MS)
        for colour, count, shown in (("R", red, RED), ("B", blue, BLUE)):
            marks = drawn.locator(f"{mark}.{colour}")
            expect(marks).to_have_count(count)
            for one in marks.all():
                fill, stroke = style(one, "fill", "stroke")
                filled = mark == "circle.filled"
                assert (fill if filled else stroke) == shown
                assert filled or mark == "path.stroke" or fill == "none"


def test_F268_pairs_are_marked_on_the_bead_plate_too(stage: Stage, enter: Enter) -> None:
    casino = stage(table("speed-1", CALM, opening=Opening.CLOCK), cards=shoe("PpbB"))
    casino.play("speed-1", 4)
    felt = enter(casino).table("speed-1")
    dock = felt.page.get_by_role("complementary", name="Roads and statistics")
    beads = dock.get_by_role("img", name=re.compile("^Bead Plate:"))
    cells = beads.locator("g[transform]")
    expect(cells).to_have_count(4, timeout=SLOW_MS)
    dots = [
        [str(dot.get_attribute("class")) for dot in cell.locator(".dot").all()]
        for cell in cells.all()
    ]
    assert [[name.split()[1] for name in found] for found in dots] == [[], ["P"], ["B"], []]
    expect(beads.locator(".dot.P")).to_have_css("fill", BLUE)
    expect(beads.locator(".dot.B")).to_have_css("fill", RED)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("locale", "rule"),
    [
        ("en-GB", "Dealer draws to 16 and stands on 17"),
        ("it-IT", "Il banco tira fino a 16 e sta a 17"),
    ],
)
def test_F266_the_felt_says_when_the_dealer_draws_and_stands(
    stage: Stage, enter: Enter, size: tuple[int, int], locale: str, rule: str
) -> None:
    screen = enter(stage(calm("blackjack-1")), size=size, locale=locale)
    felt = screen.table("blackjack-1")
    expect(felt.page.locator("[data-dealer-rule]")).to_have_text(rule)
    printed = felt.page.locator("[data-stage] .rule")
    expect(printed).to_have_text(rule)
    box = printed.bounding_box()
    assert box is not None
    assert box["width"] > 100
    assert 0 <= box["x"] < box["x"] + box["width"] <= size[0]


@pytest.mark.look
@pytest.mark.parametrize(
    "size", [(1440, 900), (1280, 720), (1024, 768), (390, 844), (844, 390), (360, 640), (667, 375)]
)
def test_F275_the_chips_stand_below_rebet_double_and_undo_and_open_with_a_click(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    touch = min(size) < 500
    felt = enter(stage(calm("speed-1")), size=size, touch=touch).table("speed-1")
    rack = felt.page.get_by_role("radiogroup", name="Chips")
    # The smallest screens show those that are a bet by themselves.
    chips = 6 if min(size) < 380 else 7
    expect(rack.get_by_role("radio")).to_have_count(chips)  # open by default
    top = min(box["y"] for box in map(box_of, rack.get_by_role("radio").all()))
    for name in ("Rebet", "Double", "Undo"):
        above = box_of(felt.button(name))
        assert above["y"] + above["height"] <= top + 1
    held = rack.get_by_role("radio", checked=True)
    held.click()
    expect(rack.get_by_role("radio")).to_have_count(1)
    held.click()  # opens the display
    expect(rack.get_by_role("radio")).to_have_count(chips)
    felt.hold("25")
    felt.place("player")
    felt.bet(2_500)


def box_of(one: Locator) -> FloatRect:
    """Where something stands on the page."""
    box = one.bounding_box()
    assert box is not None
    return box


def test_F267_the_hand_nearest_to_nine_wins_and_equal_hands_tie(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"), cards="KS 8H 7D KC KS 8H 8D KC")
    felt = enter(casino).table("speed-1")
    felt.hold("5")
    felt.place("banker")
    no_more_bets(casino, "speed-1", felt)
    felt.says("BANKER WINS", "8 to 7")
    casino.time_up("speed-1")
    felt.says("PLACE YOUR BETS")
    felt.place("tie")
    no_more_bets(casino, "speed-1", felt)
    felt.says("TIE")
    felt.has(100_000 + 475 + 8 * 500)


@pytest.mark.look
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)])
def test_F235_the_classic_view_is_a_small_picture_above_a_drawn_table_with_cards_per_side(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    casino = stage(calm("speed-1"), cards="9S 2H KD 3C")
    felt = enter(casino, size=size, touch=size[0] < 1_400).table("speed-1")
    page = felt.page
    expect(page.locator(".classic")).to_have_count(0)
    classic(felt)
    picture, table_ = page.locator(".classic .picture"), page.locator(".classic .table")
    small, drawn = picture.bounding_box(), table_.bounding_box()
    assert small is not None
    assert drawn is not None
    assert small["width"] < drawn["width"] / 2
    assert small["y"] + small["height"] <= drawn["y"]
    felt.place("player")
    no_more_bets(casino, "speed-1", felt)
    felt.says("PLAYER WINS")
    for side in ("Player, 9 points", "Banker, 5 points"):
        hand = table_.get_by_role("region", name=side)
        expect(hand.get_by_role("img", name=re.compile(" of "))).to_have_count(2)
    page.reload()
    expect(page.locator(".classic .picture")).to_be_visible(timeout=SLOW_MS)  # it is kept


def classic(felt: Table) -> None:
    """Switch the classic view on, in the bar or in the menu."""
    way = felt.button("Switch to the classic view")
    menu = felt.button("Menu", exact=True)
    expect(way.or_(menu).first).to_be_visible(timeout=SLOW_MS)
    if way.count() == 0:
        menu.click()
        felt.page.get_by_role("switch", name="Switch to the classic view").click(timeout=SLOW_MS)
        felt.page.keyboard.press("Escape")
    else:
        way.click()
    expect(felt.page.locator(".classic")).to_be_visible(timeout=SLOW_MS)
