"""Multiplay: many baccarat tables in one window (F206–F226)."""

from __future__ import annotations

import itertools
import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage
from tests.browser.multiplay import (
    AT_EASE,
    BANKER,
    BRIEF,
    OPEN,
    PLAYER,
    Multiplay,
    play_rounds,
    road,
)
from tests.browser.pages import SLOW_MS
from tools.staged import QUICK, Staged, many, stacked, table, until

from sabot.cards import Card
from sabot.gateway.broadcast.good_roads import published_chances
from sabot.table.config import Opening

TABLES = 12
HISTORY = replace(QUICK, betting=4, last_seconds=1, card=1, result=1)
ROUNDS = 9
STAYS_MS = 400


@pytest.fixture(scope="module")
def hall() -> Iterator[Staged]:
    """Twelve tables with a history, open for betting all the time; one of them has seats."""
    seeds = itertools.count(1)

    def another_order(decks: int) -> list[Card]:
        return stacked("", seed=next(seeds))(decks)

    with tempfile.TemporaryDirectory() as folder:
        clock = Opening.CLOCK
        seven = table("seven-1", HISTORY, opening=clock)
        tables = (*many(TABLES - 1, HISTORY, opening=clock), seven)
        with Staged(Path(folder), tables, shuffle=another_order) as casino:
            hosts = casino.casino.house.hosts.values()
            until(lambda: all(h.state.shoe and h.state.shoe.rounds >= ROUNDS for h in hosts))
            for config in tables:
                casino.configure(replace(config, timers=OPEN))
            until(lambda: all(h.state.settings.version == 2 and h.state.round for h in hosts))
            yield casino


def test_F206_several_tables_in_one_window_on_a_desk_and_on_a_phone(
    hall: Staged, enter: Enter
) -> None:
    for size, touch in (((1440, 900), False), ((390, 844), True)):
        shown = Multiplay.of(enter(hall, size=size, touch=touch))
        expect(shown.tiles).to_have_count(TABLES, timeout=SLOW_MS)
        for tile in (shown.tile("speed-1"), shown.tile("seven-1")):
            expect(tile.get_by_role("img", name=re.compile("^Big Road: [1-9]"))).to_be_attached()
            expect(tile.locator("[data-spot]")).to_have_count(3)
            expect(tile.locator(".ring b")).to_have_text(re.compile(r"^\d+$"))
        for number, name in enumerate(("speed-2", "speed-3", "seven-1"), 1):
            shown.place(name, "banker")  # a table with seats gives the least occupied one
            shown.bet(name, 100)
            shown.shows("[data-total-bet]", number * 100)
        shown.shows("[data-balance]", 99_700)


@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_head_of_a_narrow_phone_has_room_for_every_button(
    hall: Staged, enter: Enter, width: int
) -> None:
    shown = Multiplay.of(enter(hall, size=(width, 640), touch=True))
    head = shown.page.locator("header").first
    expect(shown.page.get_by_role("button", name="Multiplay settings")).to_be_visible()
    boxes = [
        box
        for button in head.locator("button:visible").all()
        if (box := button.bounding_box()) is not None
    ]
    assert len(boxes) >= 8
    for number, one in enumerate(boxes):
        assert 0 <= one["x"] <= width - one["width"]
        for other in boxes[number + 1 :]:
            apart = (
                one["x"] + one["width"] <= other["x"] + 1
                or other["x"] + other["width"] <= one["x"] + 1
                or one["y"] + one["height"] <= other["y"] + 1
                or other["y"] + other["height"] <= one["y"] + 1
            )
            assert apart, (one, other)


def test_F12_F207_from_the_lobby_and_as_a_small_window_from_a_table(
    hall: Staged, enter: Enter
) -> None:
    screen = enter(hall)
    page = screen.lobby().page
    page.get_by_role("link", name=re.compile("Play now")).click()
    page.wait_for_url("**/multiplay")
    shown = Multiplay(page, screen.address, screen.player)
    expect(shown.tiles).to_have_count(TABLES, timeout=SLOW_MS)
    screen.button("Close Multiplay").click()
    expect(page.locator("article[data-table]").first).to_be_visible()
    felt = screen.table("speed-1")
    felt.button("Multiplay", exact=True).click()
    window = page.get_by_role("dialog", name="Multiplay")
    expect(window.locator("[data-multi]")).to_have_count(TABLES - 1, timeout=SLOW_MS)
    expect(window.locator('[data-multi="speed-1"]')).to_have_count(0)
    felt.hold("5")  # one hand for the table and the window
    shown.place("speed-2", "player")
    shown.bet("speed-2", 500)
    stage = page.get_by_role("group", name="Game table")
    stage.locator('[data-spot="player"]').click()
    felt.has(99_000)
    screen.button("Close Multiplay").click()
    expect(window).to_have_count(0)
    expect(felt.plate).to_be_visible()


def test_F208_two_tabs_all_tables_first(hall: Staged, enter: Enter) -> None:
    shown = Multiplay.of(enter(hall))
    expect(shown.tab("All tables")).to_have_attribute("aria-selected", "true")
    shown.tab("Good Roads").click()
    expect(shown.tab("Good Roads")).to_have_attribute("aria-selected", "true")
    expect(shown.page.get_by_text("Past results do not change the odds")).to_be_visible()
    assert len(shown.order) < TABLES
    shown.tab("All tables").click()
    expect(shown.tiles).to_have_count(TABLES, timeout=SLOW_MS)


def test_F209_the_longest_streak_comes_first(hall: Staged, enter: Enter) -> None:
    shown = Multiplay.of(enter(hall))
    expect(shown.tiles).to_have_count(TABLES, timeout=SLOW_MS)
    told = shown.page.request.get(f"{hall.address}/api/tables").json()["tables"]
    told.sort(key=lambda tile: (-tile["streak"], tile["name"]))
    assert told[0]["streak"] > told[-1]["streak"]
    shown.lists(*(tile["table"] for tile in told))


def test_F210_F211_the_order_stays_until_refresh_and_the_badge_counts(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(*many(3, BRIEF), cards=PLAYER)
    shown = Multiplay.of(enter(casino))
    shown.lists("speed-1", "speed-2", "speed-3")
    badge = shown.page.locator("[data-badge]")
    expect(badge).to_have_count(0)
    play_rounds(casino, "speed-3", 1)
    expect(badge).to_have_text("1", timeout=SLOW_MS)
    shown.lists("speed-1", "speed-2", "speed-3")
    shown.button("Refresh: 1 table would move up").click()
    shown.lists("speed-3", "speed-1", "speed-2")
    expect(badge).to_have_count(0)


@pytest.mark.look
def test_F210_derived_roads_sort_by_their_own_streak(hall: Staged, enter: Enter) -> None:
    shown = Multiplay.of(enter(hall))
    expect(shown.tiles).to_have_count(TABLES, timeout=SLOW_MS)
    shown.page.get_by_role("radio", name="Derived").click()
    expect(road(shown.page, "Cockroach Road").first).to_be_attached()
    shown.button(re.compile("^Refresh")).click()
    told = shown.page.request.get(f"{hall.address}/api/tables").json()["tables"]
    told.sort(key=lambda tile: (-tile["derived_streak"], tile["name"]))
    shown.lists(*(tile["table"] for tile in told))


def test_F212_a_table_comes_with_its_pattern_and_a_live_bet_keeps_it(
    stage: Stage, enter: Enter
) -> None:
    hands = " ".join([*[PLAYER] * 4, BANKER])
    casino = stage(*many(2, BRIEF), cards=hands)
    shown = Multiplay.of(enter(casino))
    shown.tab("Good Roads").click()
    expect(shown.page.get_by_text("No table matches now")).to_be_visible()
    play_rounds(casino, "speed-1", 4)
    shown.lists("speed-1")
    expect(shown.tile("speed-1").locator("[data-road]")).to_contain_text("Streak, Player")
    casino.configure(replace(many(1, AT_EASE)[0]))
    shown.place("speed-1", "player")
    result = shown.tile("speed-1").locator("[data-result]")
    expect(result).to_contain_text("BANKER WINS", timeout=SLOW_MS)  # the streak is over, and seen
    expect(shown.tiles).to_have_count(0, timeout=SLOW_MS)
    expect(shown.page.get_by_text("No table matches now")).to_be_visible()


def test_F213_the_tab_turns_gold_while_something_matches(stage: Stage, enter: Enter) -> None:
    casino = stage(*many(2, BRIEF), cards=" ".join([*[PLAYER] * 4, BANKER]))
    shown = Multiplay.of(enter(casino))
    tab = shown.tab("Good Roads")
    expect(shown.tile("speed-1").locator("[data-spot]").first).to_be_visible()
    plain = tab.evaluate("tab => getComputedStyle(tab).backgroundImage")
    play_rounds(casino, "speed-2", 4)
    expect(tab).to_have_accessible_name("Good Roads 1", timeout=SLOW_MS)
    gold = tab.evaluate("tab => getComputedStyle(tab).backgroundImage")
    assert gold != plain
    assert "gradient" in gold
    play_rounds(casino, "speed-2", 1)
    expect(tab).to_have_accessible_name("Good Roads", timeout=SLOW_MS)
    assert tab.evaluate("tab => getComputedStyle(tab).backgroundImage") == plain


@pytest.mark.look
def test_F214_twelve_patterns_with_depth_and_their_true_chance(hall: Staged, enter: Enter) -> None:
    shown = Multiplay.of(enter(hall))
    dialog = shown.settings("Good Roads")
    rows = dialog.locator("[data-pattern]")
    expect(rows).to_have_count(12)
    for line in published_chances().patterns:
        row = dialog.locator(f'[data-pattern="{line.pattern}:{line.side}"]')
        percent = f"{float(line.depths[0].decimal) * 100:.2f}%"
        expect(row.locator("[data-chance]")).to_contain_text(percent)
        expect(row.locator("[data-depth]")).to_have_text(f"Depth {line.depths[0].depth} or more")
    streak = dialog.locator('[data-pattern="streak:banker"]')
    streak.get_by_role("button", name=re.compile("greater depth")).click()
    expect(streak.locator("[data-depth]")).to_have_text("Depth 5 or more")
    expect(streak.locator("[data-chance]")).to_contain_text("3.34%")
    expect(dialog).to_contain_text("Past results do not change the odds")
    expect(dialog).to_contain_text("60.17%")


def test_F215_patterns_can_be_switched_off_and_a_new_one_is_told(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(*many(2, BRIEF), cards=" ".join([PLAYER] * 8))
    shown = Multiplay.of(enter(casino))
    expect(shown.tile("speed-2").locator("[data-spot]").first).to_be_visible()
    play_rounds(casino, "speed-1", 4)
    shown.toast("Good Road at Speed Baccarat Aurora")
    shown.toast("Streak, Player, depth 4. It does not change the odds.")
    expect(shown.page.locator("[data-notice]")).to_have_count(0)  # it is told once
    tab = shown.tab("Good Roads")
    expect(tab).to_have_accessible_name("Good Roads 1")
    dialog = shown.settings("Good Roads")
    with shown.page.expect_response("**/api/preferences"):
        dialog.get_by_role("switch", name="Streak, Player").click()
    shown.page.keyboard.press("Escape")
    expect(tab).to_have_accessible_name("Good Roads")
    play_rounds(casino, "speed-2", 4)
    again = Multiplay.of(shown)  # kept on the server
    expect(again.tile("speed-2").locator("[data-spot]").first).to_be_visible()
    expect(tab).to_have_accessible_name("Good Roads")


@pytest.mark.look
def test_F216_bets_on_the_three_sides_and_on_side_bets_once_enabled(
    hall: Staged, enter: Enter
) -> None:
    shown = Multiplay.of(enter(hall))
    shown.chip("5").click()
    shown.place("speed-4", "player", "tie")
    shown.place("speed-5", "banker")
    shown.bet("speed-4", 1_000)
    shown.bet("speed-5", 500)
    expect(shown.spot("speed-4", "player_pair")).to_have_count(0)
    shown.settings().get_by_role("switch", name="Side bets").click()
    shown.page.keyboard.press("Escape")
    shown.place("speed-4", "player_pair")
    shown.bet("speed-4", 1_500)
    shown.shows("[data-total-bet]", 2_000)


def test_F217_the_total_bet_stands_beside_the_limits_after_the_first_chip(
    hall: Staged, enter: Enter
) -> None:
    shown = Multiplay.of(enter(hall))
    tile = shown.tile("speed-6")
    expect(tile.locator("[data-minimum]")).to_have_text("min. €1")
    expect(tile.locator("[data-limits]")).to_have_text("€1 – €5,000")
    expect(tile.locator("[data-tile-bet]")).to_have_count(0)
    shown.place("speed-6", "tie")
    shown.bet("speed-6", 100)
    expect(tile.locator("[data-limits]")).to_be_visible()


def test_F218_one_rack_and_one_balance_for_all_tables(hall: Staged, enter: Enter) -> None:
    shown = Multiplay.of(enter(hall))
    expect(shown.page.get_by_role("radiogroup", name="Chips")).to_have_count(1)
    shown.chip("500").click()
    shown.place("speed-1", "player")
    shown.shows("[data-balance]", 50_000)
    expect(shown.chip("500")).to_have_attribute("aria-disabled", "false")
    shown.place("speed-2", "banker")
    shown.shows("[data-balance]", 0)
    for value in ("0.50", "1", "500", "1,000"):
        expect(shown.chip(value)).to_have_attribute("aria-disabled", "true")
    shown.place("speed-3", "player")  # the hand still holds 500: the server has the last word
    shown.page.wait_for_timeout(STAYS_MS)
    shown.shows("[data-total-bet]", 100_000)


@pytest.mark.look
def test_F219_repeat_double_and_undo_at_one_table(stage: Stage, enter: Enter) -> None:
    tables = many(2, BRIEF)
    casino = stage(*tables, cards=" ".join([PLAYER] * 3))
    shown = Multiplay.of(enter(casino))
    shown.place("speed-1", "banker")
    repeat = shown.button("Rebet, Speed Baccarat Aurora")
    expect(repeat).to_be_enabled(timeout=SLOW_MS)  # after the round
    for config in tables:
        casino.configure(replace(config, timers=OPEN))
    repeat.click()
    shown.bet("speed-1", 100)
    shown.place("speed-2", "banker")
    shown.button("Double, Speed Baccarat Aurora").click()
    shown.bet("speed-1", 200)
    shown.button("Double, Speed Baccarat Aurora").click()
    shown.bet("speed-1", 400)
    shown.button("Undo, Speed Baccarat Aurora").click()
    shown.bet("speed-1", 200)
    shown.bet("speed-2", 100)  # the other table has its own


def test_F220_pin_three_on_a_desk_one_on_a_phone_limits_join_and_hide(
    hall: Staged, enter: Enter
) -> None:
    screen = enter(hall)
    shown = Multiplay.of(screen)
    expect(shown.tiles).to_have_count(TABLES, timeout=SLOW_MS)
    *_, third, second, first = shown.order
    for name in (first, second, third):
        shown.pick(name, "Pin")
        expect(shown.tile(name).get_by_text("Pinned")).to_be_attached()
    assert shown.order[:3] == [first, second, third]
    fourth = shown.order[-1]
    shown.tile(fourth).get_by_role("button", name=re.compile("^Menu of")).click()
    full = shown.page.get_by_role("menuitem", name=re.compile("Pin to the top"))
    expect(full).to_be_disabled()
    expect(full).to_contain_text("3 tables are pinned")
    shown.page.keyboard.press("Escape")
    shown.page.set_viewport_size({"width": 390, "height": 844})
    expect(shown.page.locator(".pin")).to_have_count(1)
    shown.page.set_viewport_size({"width": 1440, "height": 900})
    shown.pick(first, "Unpin")
    expect(shown.page.locator(".pin")).to_have_count(2)
    shown.pick(fourth, "Limits")
    expect(shown.page.get_by_role("dialog", name="Limits and payouts")).to_be_visible()
    shown.page.keyboard.press("Escape")
    shown.pick(fourth, "Hide")
    expect(shown.tile(fourth)).to_have_count(0)
    expect(shown.tiles).to_have_count(TABLES - 1, timeout=SLOW_MS)
    shown.pick(second, "Join")
    shown.page.wait_for_url(f"**/table/{second}")


def test_F221_hidden_tables_come_back_through_settings(hall: Staged, enter: Enter) -> None:
    shown = Multiplay.of(enter(hall))
    shown.pick("speed-7", "Hide")
    expect(shown.tiles).to_have_count(TABLES - 1, timeout=SLOW_MS)
    shown = Multiplay.of(shown)  # kept on the server
    expect(shown.tiles).to_have_count(TABLES - 1, timeout=SLOW_MS)
    dialog = shown.settings("Hidden tables")
    dialog.get_by_role("button", name="Show Speed Baccarat Laguna again").or_(
        dialog.get_by_role("button", name=re.compile("^Show"))
    ).first.click()
    expect(dialog).to_contain_text("No table is hidden")
    shown.page.keyboard.press("Escape")
    expect(shown.tiles).to_have_count(TABLES, timeout=SLOW_MS)


@pytest.mark.look
def test_F222_winning_tables_are_lit_and_the_winnings_added_up(stage: Stage, enter: Enter) -> None:
    slow = replace(AT_EASE, betting=4_000, result=20_000)
    casino = stage(*many(3, slow), cards=PLAYER)
    shown = Multiplay.of(enter(casino))
    shown.chip("5").click()
    shown.place("speed-1", "player")
    shown.place("speed-2", "player", "tie")
    shown.place("speed-3", "banker")
    expect(shown.tile("speed-1")).to_have_class(re.compile(r"\bwon\b"), timeout=SLOW_MS)
    expect(shown.tile("speed-1").locator("[data-result]")).to_contain_text("+€5.00")
    won = shown.page.locator("[data-winnings]")
    expect(won).to_contain_text("€20.00 returned", timeout=SLOW_MS)  # 10 at each of two tables
    shown.shows("[data-winnings]", 0)  # and 20 were staked
    spot = shown.tile("speed-1").locator("[data-net]")
    expect(spot).to_have_text("+€5")  # the net of the bet, no chip of ten
    expect(shown.tile("speed-2")).not_to_have_class(re.compile(r"\bwon\b"))  # as much as staked
    expect(shown.tile("speed-3")).not_to_have_class(re.compile(r"\bwon\b"))


def test_F223_one_picture_at_a_time_on_top_with_its_sound(hall: Staged, enter: Enter) -> None:
    shown = Multiplay.of(enter(hall))
    expect(shown.tiles).to_have_count(TABLES, timeout=SLOW_MS)
    last, before = shown.order[-1], shown.order[-2]
    shown.tile(last).get_by_role("button", name=re.compile("^Show the picture")).click()
    expect(shown.tiles.first).to_have_attribute("data-multi", last)
    expect(shown.page.locator(f'[data-picture="{last}"]')).to_be_visible()
    shown.tile(before).get_by_role("button", name=re.compile("^Show the picture")).click()
    expect(shown.page.locator("[data-picture]")).to_have_count(1)
    expect(shown.tiles.first).to_have_attribute("data-multi", before)
    with shown.page.expect_response("**/api/preferences") as changed:
        shown.button("Turn the sound on").click()
    assert changed.value.json()["general"]["muted"] is False
    expect(shown.button("Turn the sound off")).to_be_visible()
    shown.button("Close the picture").click()
    expect(shown.page.locator("[data-picture]")).to_have_count(0)


def test_F224_side_bets_roads_only_extra_and_dark_statistics(hall: Staged, enter: Enter) -> None:
    shown = Multiplay.of(enter(hall))
    tile = shown.tile("speed-8")
    expect(tile.locator("[data-spot]")).to_have_count(3)
    ground = "list => getComputedStyle(list).getPropertyValue('--road-bg')"
    before = shown.page.locator("[data-tab]").evaluate(ground)
    dialog = shown.settings()
    dialog.get_by_role("switch", name="Extra statistics").click()
    expect(tile.locator("[data-statistics]")).to_contain_text("Banker")
    dialog.get_by_role("switch", name="Side bets").click()
    expect(tile.locator("[data-spot]")).not_to_have_count(3)
    dialog.get_by_role("switch", name="Roads only").click()
    expect(tile.locator("[data-spot]")).to_have_count(0)
    dialog.get_by_role("switch", name="Dark statistics").click()
    shown.page.wait_for_function(
        "before => getComputedStyle(document.querySelector('[data-tab]'))"
        ".getPropertyValue('--road-bg') !== before",
        arg=before,
    )


def test_F225_big_road_by_default_derived_on_demand(hall: Staged, enter: Enter) -> None:
    shown = Multiplay.of(enter(hall))
    expect(shown.page.get_by_role("radio", name="Big Road")).to_be_checked()
    expect(road(shown.page, "Big Road")).to_have_count(TABLES, timeout=SLOW_MS)
    with shown.page.expect_response("**/api/preferences"):
        shown.page.get_by_role("radio", name="Derived").click()
    expect(road(shown.page, "Big Road")).to_have_count(0)
    for name in ("Big Eye Boy", "Small Road", "Cockroach Road"):
        expect(road(shown.page, name)).to_have_count(TABLES, timeout=SLOW_MS)
    expect(road(Multiplay.of(shown).page, "Small Road")).to_have_count(TABLES, timeout=SLOW_MS)


@pytest.mark.look
def test_F226_the_menu_leads_everywhere(hall: Staged, enter: Enter) -> None:
    shown = Multiplay.of(enter(hall))
    menu = shown.button("Menu", exact=True)
    menu.click()
    shown.page.get_by_role("menuitem", name="Multiplay settings").click()
    expect(shown.page.get_by_role("dialog", name="Multiplay settings")).to_be_visible()
    shown.page.keyboard.press("Escape")
    menu.click()
    shown.page.get_by_role("menuitem", name="Full screen").click()
    shown.page.wait_for_function("document.fullscreenElement !== null")
    menu.click()
    leave = shown.page.get_by_role("menuitem", name="Leave full screen")
    expect(leave).to_be_visible()
    leave.click()
    shown.page.wait_for_function("document.fullscreenElement === null")  # it closes menus
    menu.click()
    shown.page.get_by_role("menuitem", name="Cashier").click()
    cashier = shown.page.get_by_role("dialog", name="Cashier")
    expect(cashier).to_be_visible(timeout=SLOW_MS)
    shown.page.keyboard.press("Escape")
    expect(cashier).to_be_hidden()
    for name, path in (("History", "/history"), ("Help", "/help/multiplay")):
        menu.click()
        shown.page.get_by_role("menuitem", name=name).click()
        shown.page.wait_for_url(f"**{path}")
        shown.page.go_back()
    menu.click()
    shown.page.get_by_role("menuitem", name="Lobby").click()
    expect(shown.page.locator("article[data-table]").first).to_be_visible(timeout=SLOW_MS)


def test_F216_F219_keys_walk_bet_and_undo(hall: Staged, enter: Enter) -> None:
    shown = Multiplay.of(enter(hall))
    shown.spot("speed-9", "player").focus()
    shown.page.keyboard.press("Enter")
    shown.bet("speed-9", 100)
    shown.page.keyboard.press("ArrowRight")
    expect(shown.spot("speed-9", "tie")).to_be_focused()
    shown.page.keyboard.press("Enter")
    shown.bet("speed-9", 200)
    shown.page.keyboard.press("z")
    shown.bet("speed-9", 100)
