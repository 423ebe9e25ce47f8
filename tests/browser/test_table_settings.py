"""What a table's settings change on the screen: confirming, ask symbols, limits, statistics."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.company import guest_bets
from tests.browser.conftest import Enter, Stage, no_more_bets
from tests.browser.multiplay import OPEN, Multiplay
from tests.browser.pages import SLOW_MS, Table
from tests.browser.test_roads import shoe
from tests.browser.visitors import Console
from tools.staged import CALM, calm, many, table

from sabot.gamekit import Limits
from sabot.money import Cents
from sabot.table.config import AskSymbols, Opening

BETS = {"scanner-1": ("player", None), "seven-1": ("player", 4), "brag-1": ("ante", None)}


def sat_down(felt: Table, table_id: str) -> None:
    """Take the seat a bet needs."""
    if table_id == "seven-1":
        felt.take_seat(4)


@pytest.mark.parametrize("table_id", BETS)
def test_F39_with_auto_confirm_switched_on_confirm_disappears(
    stage: Stage, enter: Enter, table_id: str
) -> None:
    casino = stage(calm(table_id))
    felt = enter(casino).table(table_id)
    confirm = felt.button("Confirm", exact=True)
    switch = felt.page.get_by_role("switch", name="Auto-confirm")
    expect(switch).to_be_checked()
    expect(confirm).to_have_count(0)
    switch.click()
    expect(confirm).to_be_visible()
    switch.click()
    expect(confirm).to_have_count(0)
    sat_down(felt, table_id)
    felt.hold("5")
    kind, seat = BETS[table_id]
    felt.place(kind, seat=seat)
    no_more_bets(casino, table_id, felt)
    expect(felt.page.locator("[data-total-bet]")).to_contain_text("5.00")  # it counts by itself


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_F39_a_table_without_auto_confirm_has_no_switch_and_needs_confirm(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    casino = stage(calm("brag-1", auto_confirm=False))
    felt = enter(casino, size=size).table("brag-1")
    confirm = felt.button("Confirm", exact=True)
    expect(confirm).to_be_disabled()
    expect(felt.page.get_by_role("switch", name="Auto-confirm")).to_have_count(0)
    felt.hold("5")
    felt.place("ante")
    felt.says("Confirm before betting closes")
    confirm.click()
    felt.says("Confirmed")
    no_more_bets(casino, "brag-1", felt, chips=0)
    felt.bet(500)


@pytest.mark.look
def test_F41_confirm_ends_no_ones_time_and_more_chips_may_follow(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("scanner-1", auto_confirm=False))
    felt = enter(casino).table("scanner-1")
    other = enter(casino).table("scanner-1")
    felt.hold("5")
    felt.place("player")
    felt.button("Confirm", exact=True).click()
    felt.says("PLACE YOUR BETS", "Confirmed")
    other.hold("5")
    other.place("banker")  # the others have their time
    other.bet(500)
    felt.place("tie")
    felt.says("Confirm before betting closes")
    felt.button("Confirm", exact=True).click()
    felt.says("Confirmed")
    other.button("Confirm", exact=True).click()
    no_more_bets(casino, "scanner-1", felt, other, chips=0)
    felt.bet(1_000)
    other.bet(500)


def symbols(button: Locator) -> list[str | None]:
    """The three symbols on an ask button: R, B, or nothing."""
    found: list[str | None] = button.locator("svg > g").evaluate_all(
        """groups => groups.map(group => {
            const mark = group.querySelector('.R, .B');
            return mark === null ? null : mark.classList.contains('R') ? 'R' : 'B';
        })"""
    )
    return found


RUN = "BBPPPBPBB"
"""R20: Big Eye Boy RBBBRB, Small Road BBB, Cockroach Road BR."""


def test_F201_R22_the_ask_buttons_carry_the_last_marks_or_those_that_would_come(
    stage: Stage, enter: Enter
) -> None:
    last = table("speed-1", CALM, opening=Opening.CLOCK)
    assert last.ask_symbols is AskSymbols.LAST  # the preset
    predicted = table("speed-2", CALM, opening=Opening.CLOCK, ask_symbols=AskSymbols.PREDICTED)
    casino = stage(last, predicted, cards=shoe(RUN))
    for name in ("speed-1", "speed-2"):
        casino.play(name, len(RUN))
    felt = enter(casino).table("speed-1")
    dock = felt.page.get_by_role("complementary", name="Roads and statistics")
    for side in ("Player", "Banker"):
        ask = dock.get_by_role("button", name=re.compile(rf"^Ask {side}\. Last marks:"))
        expect(ask).to_be_visible(timeout=SLOW_MS)
        assert symbols(ask) == ["B", "B", "R"]
    other = felt.table("speed-2")
    player = other.page.get_by_role("button", name=re.compile("^If Player wins:"))
    banker = other.page.get_by_role("button", name=re.compile("^If Banker wins:"))
    expect(player).to_be_visible(timeout=SLOW_MS)
    pairs = zip(symbols(player), symbols(banker), strict=True)
    assert all({one, two} == {"R", "B"} for one, two in pairs)  # always opposite


@pytest.mark.look
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844), (844, 390)])
@pytest.mark.parametrize("name", ["speed-1", "seven-1"])
def test_F205_each_main_bet_tells_its_share_of_players_and_of_money_beside_own_chips(
    stage: Stage, enter: Enter, size: tuple[int, int], name: str
) -> None:
    casino = stage(calm(name))
    felt = enter(casino, size=size).table(name)
    if name == "seven-1":
        felt.take_seat(4)
    seat = 4 if name == "seven-1" else None
    for kind, amount in (("banker", 3_000), ("banker", 3_000), ("player", 1_500), ("tie", 500)):
        guest_bets(casino, name, kind, amount, seat=seat)
    shares(felt, ("player", "25%", "19%"), ("banker", "50%", "75%"), ("tie", "25%", "6%"))
    felt.hold("5")
    felt.place("player", "tie", seat=seat)
    felt.bet(1_000)
    shares(felt, ("player", "33%", "22%"), ("banker", "33%", "67%"), ("tie", "33%", "11%"))


TOUCHING = """spot => {
    const seen = [...spot.querySelectorAll('[data-share] *, .chips')]
        .filter(one => one.matches('.chips') || (one.children.length === 0 && one.innerText))
        .map(one => [one.matches('.chips'), one.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && box.height > 1);
    const chips = seen.filter(([isChips]) => isChips), texts = seen.filter(([isChips]) => !isChips);
    return texts.some(([, one]) => chips.some(([, other]) =>
        one.left < other.right - 2 && other.left < one.right - 2 &&
        one.top < other.bottom - 2 && other.top < one.bottom - 2));
}"""
"""Whether a figure of the shares lies under chips."""


def shares(felt: Table, *wanted: tuple[str, str, str]) -> None:
    """Expect the share of players and of money on each main bet, readable beside the chips."""
    for kind, players, money in wanted:
        spot = felt.page.locator(f'[data-spot^="{kind}"]:has([data-share])')
        backing = spot.locator("[data-share]")
        expect(backing).to_have_attribute("data-share", players, timeout=SLOW_MS)
        expect(backing).to_have_attribute("data-money", money)
        shown = backing.evaluate("one => one.innerText")
        assert players in shown
        assert money in shown
        assert not spot.evaluate(TOUCHING)


FIVE = Limits(minimum=Cents(200), maximum=Cents(300_000))


@pytest.mark.look
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_F5_seven_seat_shows_the_limits_of_player_and_banker_in_lobby_and_at_the_table(
    stage: Stage, enter: Enter, size: tuple[int, int]
) -> None:
    config = calm("seven-1", limits={"player": FIVE, "banker": FIVE})
    lobby = enter(stage(config), size=size).lobby()
    expect(lobby.tile("seven-1")).to_contain_text("€2 – €3,000")
    felt = lobby.table("seven-1")
    head = felt.page.locator("header").first
    expect(head).to_contain_text("€2 – €3,000")
    expect(head).not_to_contain_text("€1,000")  # the maximum of Tie


def test_F33_at_multiplay_double_stops_at_the_maximum(stage: Stage, enter: Enter) -> None:
    low = {"player": Limits(minimum=Cents(500), maximum=Cents(3_000))}
    shown = Multiplay.of(enter(stage(*many(2, OPEN, limits=low))))
    shown.chip("5").click()
    shown.place("speed-1", "player")
    double = shown.button("Double, Speed Baccarat Aurora")
    for total in (1_000, 2_000, 3_000):
        double.click()
        shown.bet("speed-1", total)
    expect(shown.spot("speed-1", "player")).to_contain_text("30")
    shown.shows("[data-balance]", 100_000 - 3_000)


def test_F272_a_pin_is_removed_and_side_bets_are_shown_at_every_table(
    stage: Stage, enter: Enter
) -> None:
    shown = Multiplay.of(enter(stage(*many(3, OPEN))))
    expect(shown.tiles).to_have_count(3, timeout=SLOW_MS)
    last = shown.order[-1]
    shown.pick(last, "Pin")
    shown.lists(last, *(name for name in shown.order if name != last))
    shown.pick(last, "Unpin")
    expect(shown.page.locator(".pin")).to_have_count(0)
    expect(shown.page.locator('[data-spot="player_pair"]')).to_have_count(0)
    shown.settings().get_by_role("switch", name="Side bets").click()
    shown.page.keyboard.press("Escape")
    for name in ("speed-1", "speed-2", "speed-3"):
        expect(shown.spot(name, "player_pair")).to_be_visible(timeout=SLOW_MS)


@pytest.mark.look
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_F43_multiplay_refuses_to_hide_a_side_bet_with_a_chip_on_it_and_says_why(
    stage: Stage, enter: Enter, console: Console, size: tuple[int, int]
) -> None:
    console.allowed += ("409 (Conflict)",)  # how Chromium writes down a refusal
    shown = Multiplay.of(enter(stage(*many(2, OPEN)), size=size))
    switch = shown.settings().get_by_role("switch", name="Side bets")
    switch.click()
    expect(switch).to_be_checked()
    shown.page.keyboard.press("Escape")
    shown.chip("5").click()
    shown.place("speed-1", "player_pair")
    shown.bet("speed-1", 500)
    shown.settings()
    switch.click()
    shown.toast("A chip of yours lies on Player Pair: take it back or wait for the result")
    expect(switch).to_be_checked()
    shown.page.keyboard.press("Escape")
    for table_id in ("speed-1", "speed-2"):
        expect(shown.spot(table_id, "player_pair")).to_be_visible()
    shown.button("Undo, Speed Baccarat Aurora").click()
    expect(shown.tile("speed-1").locator("[data-tile-bet]")).to_have_count(0)
    shown.settings()
    switch.click()
    expect(switch).not_to_be_checked()
    shown.page.keyboard.press("Escape")
    expect(shown.page.locator('[data-spot="player_pair"]')).to_have_count(0)


def test_F124_an_ordinary_live_baccarat_table_is_in_lobby_multiplay_and_help(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("baccarat-1"), calm("speed-1"), cards="KS 8H 7D KC")
    lobby = enter(casino).lobby()
    expect(lobby.tile("baccarat-1")).to_contain_text("Live Baccarat Ginepro")
    felt = lobby.table("baccarat-1")
    felt.hold("5")
    felt.place("banker")
    no_more_bets(casino, "baccarat-1", felt)
    felt.says("BANKER WINS")
    felt.has(100_000 + 475)
    multi = Multiplay.of(felt)
    expect(multi.tile("baccarat-1")).to_be_visible()
    multi.page.goto(f"{felt.address}/help/baccarat-bets")
    radio = multi.page.get_by_role("radio", name="Live Baccarat", exact=True)
    expect(radio).to_be_visible(timeout=SLOW_MS)


def test_F262_R8_declared_returns_stand_beside_the_exact_ones(stage: Stage, enter: Enter) -> None:
    screen = enter(stage(calm("speed-1")))
    felt = screen.table("speed-1")
    felt.button("Speed Baccarat Aurora: limits and payouts").click()
    rows = felt.page.get_by_role("dialog", name="Limits and payouts")
    banker = rows.locator('[data-bet="banker"]')
    expect(banker).to_contain_text("declared 98.94% by the house")
    expect(banker).to_contain_text("The regulation prints 85.64% here: a slip")
    expect(rows.locator('[data-bet="tie"]')).to_contain_text("declared 85.64% by the regulation")
    told = screen.page.request.get(f"{screen.address}/api/tables/speed-1").json()["bets"]
    declared = {bet["kind"]: bet["declared"] for bet in told}
    assert declared["banker"] == {
        "figure": "98.94%",
        "by": "house",
        "on": "stake",
        "slip": "85.64%",
        "reading": "R8",
    }
    assert all(each is not None for each in declared.values())
