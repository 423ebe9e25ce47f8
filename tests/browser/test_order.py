"""Nothing tells a result before its card: what a page shows, says and plays, in which order.

Every test plays a round whose result the casino sends within some milliseconds, and notes for each
thing that tells the result how many cards could be read on the screen when it became perceptible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Enter, Stage, no_more_bets
from tests.browser.multiplay import Multiplay
from tests.browser.pages import SLOW_MS, Screen, Table
from tools.staged import CALM, Staged, calm, many, until

RECORD = (Path(__file__).parent / "order.js").read_text()
ON_STAGE = "[data-stage] .card[role=img], .felt .card[role=img]"
TELLS = re.compile(r"WINS|BUSTS|DEALER \d|QUALIFY|Return|net |Lost")
"""Words of the live region that only a result can bring."""

SAID = "order.said.map(one => one.text).join(' ')"
WIN_TONE = "659 Hz"
Marks = dict[str, tuple[str, str]]


def money(plate: str, balance: str) -> Marks:
    """What tells a result at every table: a selector, and the text to look for in it."""
    return {
        "plate": ("[data-plate]", plate),
        "return": ("[data-plate] dd", r"\d"),
        "balance": ("[data-balance]", balance),
        "session": (".standing b", r"\+€"),
    }


class Record(NamedTuple):
    """What became perceptible, and with how many readable cards."""

    seen: dict[str, int]
    said: list[tuple[str, int]]
    heard: list[tuple[str, int]]
    cards: list[int]


def recording(screen: Screen) -> Screen:
    """A page that keeps a record; sounds and voices are counted and not made."""
    screen.page.add_init_script(RECORD)
    return screen


def begin(screen: Screen, marks: Marks, scope: str = ON_STAGE) -> None:
    """Start to look."""
    screen.page.evaluate("([scope, marks]) => order.begin(scope, marks)", [scope, marks])


def record(screen: Screen, *awaited: str, spoken: bool = True) -> Record:
    """The record, once all of these were seen and the result was said."""
    seen = "names => names.every(name => name in order.seen)"
    until(lambda: screen.page.evaluate(seen, awaited))
    # What is said and heard may follow what is seen.
    until(lambda: not spoken or TELLS.search(screen.page.evaluate(SAID)) is not None)
    screen.page.wait_for_timeout(400)
    told = screen.page.evaluate("({ ...order, scope: null, first: null })")

    def pairs(name: str) -> Iterator[tuple[str, int]]:
        return ((one["text"], one["cards"]) for one in told[name])

    return Record(
        seen={name: moment["cards"] for name, moment in told["seen"].items()},
        said=[pair for pair in pairs("said") if TELLS.search(pair[0])],
        heard=list(pairs("heard")),
        cards=[one["cards"] for one in told["cards"]],
    )


def sounding(felt: Table) -> Table:
    """With sound: a result may be heard as well."""
    felt.button("Sound on").click(timeout=SLOW_MS)
    felt.page.keyboard.press("Escape")
    felt.page.mouse.move(0, 0)
    expect(felt.page.locator(".standing b")).not_to_have_text("…", timeout=SLOW_MS)
    return felt


def after(cards: int, seen: dict[str, int], *marks: str) -> None:
    """Each of these was perceptible, and none before so many cards could be read."""
    assert {name: seen.get(name) for name in marks} == dict.fromkeys(marks, cards)


def enter_table(enter: Enter, casino: Staged, table_id: str, **more: Any) -> Table:
    """A player with motion and sound whose page keeps a record."""
    screen = enter(casino, login="ada", motion="no-preference", fresh=True, **more)
    return sounding(recording(screen).table(table_id))


THIRD_CARD = "2S 3H 3D 2C 4H 5S"
"""Player 5, Banker 5; Player draws 4 (9), Banker draws 5 (0): the sixth card decides."""


@pytest.mark.look
@pytest.mark.parametrize("table_id", ["speed-1", "baccarat-1", "seven-1", "scanner-1"])
def test_F50_a_baccarat_result_is_not_told_before_its_last_card(
    stage: Stage, enter: Enter, table_id: str
) -> None:
    casino = stage(calm(table_id), cards=THIRD_CARD)
    felt = enter_table(enter, casino, table_id)
    seat = None
    if table_id == "seven-1":
        felt.take_seat(3)
        seat = 3
    felt.hold("5")
    felt.place("player", "player", "tie", seat=seat)
    felt.bet(1_500)
    begin(
        felt,
        money("PLAYER WINS", "1,005.00")
        | {
            "points": (".points", r"^\D*9"),
            "glow": (".hand.won", ""),
            "payout": (".stack.won", ""),
            "loss": (".chips.gone", ""),
            "road": (".bead", ""),
        },
    )
    no_more_bets(casino, table_id, felt)
    told = record(felt, "plate", "session", "road")
    after(6, told.seen, "plate", "return", "balance", "glow", "payout", "loss", "road", "session")
    assert told.seen["points"] >= 5  # Player's nine is made by the fifth card
    assert told.said
    assert {cards for _, cards in told.said} == {6}
    results = [pair for pair in told.heard if pair[0] in (WIN_TONE, "Player wins.")]
    assert {cards for _, cards in results} <= {6}, results
    if table_id == "speed-1":
        assert ("Player wins.", 6) in results


def seated(felt: Table, seat: int) -> Table:
    """Five euros on a box of blackjack."""
    felt.button(re.compile(f"^Seat {seat}, free")).click(timeout=SLOW_MS)
    felt.hold("5")
    felt.place("main", seat=seat)
    felt.bet(500)
    return felt


def decide(felt: Table, option: str) -> None:
    """Press a decision of one's own hand."""
    place = felt.page.get_by_role("group", name="Decisions")
    place.get_by_role("button", name=re.compile(f"^{option}")).click(timeout=SLOW_MS)


@pytest.mark.look
def test_F50_a_blackjack_result_is_not_told_before_the_dealers_last_card(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("blackjack-1"), cards="TS 6H 9D TC KS")  # the dealer draws a king to 16
    felt = seated(enter_table(enter, casino, "blackjack-1"), 3)
    felt.button("Deal now").click()
    marks = money("BUSTS", "1,005.00") | {
        "decisions": ("[aria-label=Decisions] button", ""),
        "hand": (".seat .points", "19"),
        "result": (".result.win", ""),
        "bust": (".dealer .over", ""),
        "sixteen": (".dealer b", "^16"),
    }
    begin(felt, marks)
    decide(felt, "Stand")
    told = record(felt, "plate", "session")
    after(3, told.seen, "decisions", "hand")  # once both own cards and the dealer's can be read
    after(4, told.seen, "sixteen")
    after(5, told.seen, "plate", "return", "balance", "session", "result", "bust")
    assert {cards for _, cards in told.said} == {5}
    assert [cards for tone, cards in told.heard if tone == WIN_TONE] == [5]


@pytest.mark.look
def test_F139_a_hand_is_not_bust_before_the_card_that_busts_it(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("blackjack-1"), cards="TS 9H 6D 8C KS")
    felt = seated(enter_table(enter, casino, "blackjack-1"), 3)
    felt.button("Deal now").click()
    begin(
        felt,
        {
            "points": (".seat .points", "26"),
            "bust": (".result.lose", ""),
            "plate": ("[data-plate]", "DEALER 17"),
            "hole": (".dealer b", "^17"),
        },
    )
    decide(felt, "Hit")
    told = record(felt, "plate")
    assert min(told.seen["points"], told.seen["bust"]) >= 4
    after(5, told.seen, "plate", "hole")
    assert {cards for _, cards in told.said} == {5}


@pytest.mark.look
def test_F50_a_brag_result_is_not_told_before_the_dealers_hand_is_turned(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(calm("brag-1"), cards="KS KH 4D QC 7H 2S")
    felt = enter_table(enter, casino, "brag-1")
    felt.hold("5")
    felt.place("ante")
    felt.bet(500)
    begin(
        felt,
        money("PLAYER WINS", "1,010.00")
        | {
            "own": (".hand.player b", "Pair"),
            "ask": ("[aria-label='Play or Pass?'] button", ""),
            "dealer": (".hand.dealer b", ""),
            "qualifies": (".hand em", ""),
            "glow": (".hand.won", ""),
            "payout": (".spot.win", ""),
        },
    )
    no_more_bets(casino, "brag-1", felt)
    ask = felt.page.get_by_role("group", name="Play or Pass?")
    ask.get_by_role("button", name=re.compile("Play")).click(timeout=SLOW_MS)
    told = record(felt, "plate", "session")
    after(3, told.seen, "own", "ask")
    after(6, told.seen, "plate", "return", "balance", "session", "dealer", "qualifies", "glow")
    after(6, told.seen, "payout")
    assert {cards for _, cards in told.said} == {6}
    assert [cards for tone, cards in told.heard if tone == WIN_TONE] == [6]


@pytest.mark.look
def test_F222_multiplay_tells_no_result_before_the_card_in_its_picture(
    stage: Stage, enter: Enter
) -> None:
    casino = stage(*many(2, CALM), cards=THIRD_CARD)
    shown = Multiplay.of(recording(enter(casino, login="ada", motion="no-preference", fresh=True)))
    tile = '[data-multi="speed-1"]'
    shown.tile("speed-1").get_by_role("button", name=re.compile("^Show the picture")).click()
    picture = shown.page.locator('[data-picture="speed-1"]')
    picture.get_by_role("button", name="Turn the sound on").click(timeout=SLOW_MS)
    shown.chip("5").click()
    shown.place("speed-1", "player")
    casino.has_chips("speed-1", shown.player, 500)
    begin(
        shown,
        {
            "result": (f"{tile} [data-result]", "PLAYER WINS"),
            "glow": (f"article.won{tile}", ""),
            "winnings": ("[data-winnings]", "10.00"),
            "balance": ("[data-balance]", "1,005.00"),
            "road": (f"{tile} [aria-label*='1 Player']", ""),
            "payout": (f"{tile} .spots", "10"),
        },
        scope="[data-picture] .card[role=img]",
    )
    casino.time_up("speed-1")
    told = record(shown, "result", "balance", "winnings")
    after(6, told.seen, "result", "glow", "winnings", "balance")
    assert set(told.seen.values()) == {6}
    assert {cards for _, cards in told.said} == {6}
    results = [pair for pair in told.heard if pair[0] in (WIN_TONE, "Player wins.")]
    assert {cards for _, cards in results} <= {6}, results


@pytest.mark.look
def test_the_lobby_tells_no_result_before_the_card_in_its_tile(stage: Stage, enter: Enter) -> None:
    casino = stage(calm("speed-1"), calm("speed-2"), cards=THIRD_CARD)
    screen = recording(enter(casino, login="ada", motion="no-preference", fresh=True))
    felt = screen.table("speed-1")
    felt.hold("5")
    felt.place("player")
    felt.bet(500)
    felt.button("Lobby").first.click()
    tile = 'article[data-table="speed-1"]'
    expect(felt.page.locator(tile)).to_be_visible(timeout=SLOW_MS)
    begin(
        felt,
        {
            "balance": ("[data-balance]", "1,005.00"),
            "session": (".fact .net b", r"\+€"),
            "running": ("aside .name", r"\+€5\.00"),
            "tile": (tile, "Result"),
        },
        scope=f"{tile} g.print",
    )
    casino.time_up("speed-1")
    told = record(felt, "balance", "session", "running", "tile", spoken=False)
    assert set(told.seen.values()) == {6}, told.seen


@pytest.mark.look
@pytest.mark.parametrize("way", ["Play in real time", "One step on"])
def test_F245_a_replay_tells_no_result_before_its_last_card(
    stage: Stage, enter: Enter, way: str
) -> None:
    casino = stage(calm("speed-1"), cards=THIRD_CARD)
    screen = recording(enter(casino, login="ada", motion="no-preference", fresh=True))
    felt = screen.table("speed-1")
    felt.hold("5")
    felt.place("player")
    no_more_bets(casino, "speed-1", felt)
    felt.says("PLAYER WINS")
    casino.time_up("speed-1")
    page = felt.page
    page.goto(f"{felt.address}/history")
    page.locator("[data-round]").first.click(timeout=SLOW_MS)
    page.get_by_role("tab", name="Replay").click(timeout=SLOW_MS)
    expect(page.locator("[data-step]")).to_be_visible(timeout=SLOW_MS)
    marks = {
        "plate": ("[data-plate]", "PLAYER WINS"),
        "net": ("[data-plate]", "Net"),
        "caption": ("[data-caption]", "The round is settled"),
    }
    begin(felt, marks, "[data-step] .card[role=img]")
    page.get_by_role("button", name=way).click()
    while way == "One step on" and page.get_by_role("button", name=way).is_enabled():
        page.get_by_role("button", name=way).click()
    told = record(felt, *marks, spoken=False)
    after(6, told.seen, *marks)
    settled = page.evaluate("order.said.filter(one => one.text.includes('settled'))")
    assert [one["cards"] for one in settled] == [6]
