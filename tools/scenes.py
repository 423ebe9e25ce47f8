"""Every screen of the players' site in every phase, for the walk of the tests and for pictures.

A scene opens a casino with chosen cards, plays, and stops at each phase that is worth a look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from playwright.sync_api import expect
from tools.own_screens import OWN
from tools.staged import CALM, CALM_MS, calm, many, table, until
from tools.troubles import TROUBLES, both
from tools.visits import (
    LAST_SECONDS,
    PLAYER,
    ROADS,
    WAIT_MS,
    Scene,
    Stop,
    Visit,
    opened,
    stops,
)

from sabot.table import commands as c
from sabot.table.config import Opening

__all__ = ["SCENES", "Scene", "Stop", "Visit", "opened", "stops"]

PASSED = replace(CALM, decision=1_200)
"""A short decision window: players who do not answer pass."""

# --- scripts --------------------------------------------------------------------------------------


def sign_in(visit: Visit) -> Iterator[str]:
    visit.go("/")
    expect(visit.phone.locator("form")).to_be_visible(timeout=WAIT_MS)
    expect(visit.desk.locator("form")).to_be_visible(timeout=WAIT_MS)
    yield "door"
    for page in (visit.desk, visit.phone):
        page.get_by_role("radiogroup").nth(1).get_by_role("radio").nth(1).click()
    yield "new-account"


def lobby(visit: Visit) -> Iterator[str]:
    feed = visit.casino.casino.house.hosts["speed-1"]
    until(lambda: feed.state.shoe is not None and feed.state.shoe.rounds >= 12)
    visit.go("/")
    for page in (visit.desk, visit.phone):
        expect(page.locator("article").first).to_be_visible(timeout=WAIT_MS)
    yield "tables"
    visit.table_id = "brag-1"
    visit.sit()
    for page in (visit.desk, visit.phone):
        page.locator("header button").first.click()
        expect(page.locator("article").first).to_be_visible(timeout=WAIT_MS)
    yield "running-table"
    for page in (visit.desk, visit.phone):
        page.get_by_role("searchbox").or_(page.locator("input[type=search]")).first.fill("xyz")
    yield "nothing-found"
    visit.go("/")
    visit.desk.get_by_role("link", name="Seven Seats Cedro").click()
    expect(visit.desk.get_by_role("dialog")).to_be_visible()
    yield "seat-picker"


def baccarat(visit: Visit) -> Iterator[str]:
    visit.sit()
    yield "open"
    seat = ""
    if visit.table_id == "seven-1":
        for page in (visit.desk, visit.phone):
            page.wait_for_timeout(100)
        visit.desk.set_viewport_size({"width": 1440, "height": 900})
        visit.click("^(Seat|Posto) 3")
        visit.desk.wait_for_timeout(300)
        seat = (
            ":" + str(visit.desk.locator('[data-spot^="player:"]').get_attribute("data-spot"))[-1:]
        )
    for spot, chip in (("player", "25"), ("tie", "5"), ("banker_pair", "1"), ("player_pair", "5")):
        visit.place(spot + seat, chip)
    yield "betting"
    visit.no_more_bets()
    visit.says("WINS|VINCE|TIE|PAREGGIO")
    visit.desk.wait_for_timeout(700)
    yield "result"
    for page in (visit.desk, visit.phone):
        page.locator("header button.name").click()
        expect(page.get_by_role("dialog")).to_be_visible(timeout=WAIT_MS)
    yield "limits"


def for_fun(visit: Visit) -> Iterator[str]:
    origin = {"Origin": visit.casino.address}
    path = f"{visit.casino.address}/api/for-fun/blackjack"
    answer = visit.desk.context.request.post(path, data={}, headers=origin)
    visit.table_id = answer.json()["table"]
    visit.sit()
    visit.place("main:4")
    yield "betting"
    visit.desk.keyboard.press("d")
    visit.says("YOUR TURN|TOCCA A TE")
    yield "decision"
    for page in (visit.desk, visit.phone):
        page.get_by_role("button", name=re.compile("For fun, n")).click()
        expect(page.get_by_role("dialog")).to_be_visible(timeout=WAIT_MS)
    yield "about"


def dealing(visit: Visit) -> Iterator[str]:
    visit.sit()
    visit.place("player", "25")
    visit.place("tie", "5")
    visit.says("LAST BETS|ULTIME PUNTATE")
    yield "last-seconds"
    visit.no_more_bets()
    visit.says("DEALING|DISTRIBUZIONE")
    visit.casino.deal(visit.table_id, 2)
    expect(visit.phone.locator("[data-plate]")).to_be_visible()
    yield "dealing"
    visit.manage(c.Pause(reason="scan/unreadable"))
    visit.says("PAUSED|PAUSA")
    yield "paused"
    visit.manage(c.CancelRound(reason="scan/unreadable"))
    visit.says("CANCELLED|ANNULLATO")
    yield "cancelled"
    visit.offline()
    yield "disconnected"


def roads(visit: Visit) -> Iterator[str]:
    host = visit.casino.casino.house.hosts[visit.table_id]
    until(lambda: host.state.shoe is not None and host.state.shoe.rounds >= 42)
    visit.manage(c.SwitchTable(off=True, reason="a look"))
    visit.sit()
    yield "closed-table"
    visit.desk.set_viewport_size({"width": 1440, "height": 900})
    visit.desk.locator("aside button[aria-pressed]").last.click()
    yield "asked"


def multiplay(visit: Visit) -> Iterator[str]:
    hosts = visit.casino.casino.house.hosts
    until(lambda: all(host.state.shoe and host.state.shoe.rounds >= 20 for host in hosts.values()))
    for config in many(len(hosts), CALM, opening=Opening.CLOCK):
        visit.casino.configure(config)
    visit.go("/multiplay")
    for page in (visit.desk, visit.phone):
        page.locator(
            '[data-multi="speed-1"] [data-spot="player"][aria-disabled="false"]'
        ).wait_for()
    for spot in ("player", "tie", "banker"):
        visit.desk.locator(f'[data-multi="speed-1"] [data-spot="{spot}"]').click()
    yield "all-tables"
    for page in (visit.desk, visit.phone):
        page.locator('[data-multi="speed-2"] header button').first.click()
        page.get_by_role("radio", name=re.compile("Deriv")).click()
    yield "derived-picture"
    for page in (visit.desk, visit.phone):
        page.get_by_role("tab", name=re.compile("Good Roads")).click()
    yield "good-roads"
    for page in (visit.desk, visit.phone):
        page.get_by_role("button", name=re.compile("Impostazioni|settings")).first.click()
    yield "settings"
    for page in (visit.desk, visit.phone):
        page.get_by_role("dialog").get_by_role("tab", name="Good Roads").click()
        page.locator("[data-chance]").first.wait_for()
    yield "patterns"
    visit.sit()
    visit.desk.get_by_role("button", name="Multiplay").click()
    visit.phone.get_by_role("button", name="Menu").click()
    visit.phone.get_by_role("button", name="Multiplay").click()
    for page in (visit.desk, visit.phone):
        page.locator("[data-multiplay=window] [data-spot]").first.wait_for()
    yield "window"


def few(visit: Visit) -> Iterator[str]:
    hosts = visit.casino.casino.house.hosts
    until(lambda: all(host.state.shoe and host.state.shoe.rounds >= 30 for host in hosts.values()))
    for config in many(len(hosts), CALM, opening=Opening.CLOCK):
        visit.casino.configure(config)
    visit.go("/multiplay")
    open_spot = '[data-multi="speed-1"] [data-spot="player"][aria-disabled="false"]'
    for page in (visit.desk, visit.phone):
        page.locator(open_spot).wait_for()
    visit.desk.locator(open_spot).click()
    yield "few-tables"
    for page in (visit.desk, visit.phone):
        page.locator('[data-multi="speed-2"] header button').first.click()
    yield "few-picture"


def blackjack(visit: Visit) -> Iterator[str]:
    visit.sit()
    yield "open"
    visit.click("Seat 3,|Posto 3")
    visit.place("main:3", "25")
    visit.place("perfect_pairs:3", "5")
    visit.click("Seat 5,|Posto 5")
    visit.place("main:5", "25")
    yield "betting"
    visit.click("Deal now|Dai Ora")
    visit.says("YOUR TURN|TOCCA A TE")
    yield "decision"
    visit.click("^Split|^Dividi")
    visit.desk.wait_for_timeout(1_200)
    yield "split"
    for _ in range(3):
        stand = visit.desk.locator("button.stand")
        stand.click(timeout=WAIT_MS)
        visit.desk.wait_for_timeout(500)
    visit.says("DEALER|BANCO")
    visit.desk.wait_for_timeout(700)
    yield "result"


def insurance(visit: Visit) -> Iterator[str]:
    visit.sit()
    visit.click("Seat 3,|Posto 3")
    visit.place("main:3", "25")
    visit.click("Deal now|Dai Ora")
    visit.says("YOUR TURN|TOCCA A TE")
    visit.desk.wait_for_timeout(300)
    yield "insurance"


def brag(visit: Visit) -> Iterator[str]:
    visit.casino.grant(PLAYER, value=2_500, count=2)
    visit.sit()
    yield "open"
    for spot, chip in (("ante", "25"), ("pair_plus", "5"), ("poker_plus", "5")):
        visit.place(spot, chip)
    yield "betting"
    visit.no_more_bets()
    visit.says("YOUR TURN|TOCCA A TE")
    yield "decision"
    visit.desk.locator(".ask .play").click(timeout=WAIT_MS)
    visit.says("WINS|VINCE|QUALIF|EQUAL|UGUALI")
    visit.desk.wait_for_timeout(700)
    yield "result"


def past(visit: Visit) -> Iterator[str]:
    visit.go("/history")
    for page in both(visit):
        empty = page.get_by_text(re.compile("No round yet today|Oggi ancora nessuna partita"))
        expect(empty).to_be_visible(timeout=WAIT_MS)
    yield "empty"
    visit.casino.grant(PLAYER, value=2_500)
    visit.sit()
    for spot, chip in (("ante", "25"), ("pair_plus", "5")):
        visit.place(spot, chip)
    visit.no_more_bets()
    visit.says("WINS|VINCE|QUALIF|EQUAL|UGUALI")
    visit.casino.time_up(visit.table_id)  # the cards are changed, and their order is told
    visit.go("/history")
    for page in (visit.desk, visit.phone):
        expect(page.locator("[data-round]").first).to_be_visible(timeout=WAIT_MS)
    yield "today"
    for page in (visit.desk, visit.phone):
        page.locator("[data-round]").first.click()
        expect(page.locator("[data-net]")).to_be_visible(timeout=WAIT_MS)
    yield "round"
    for page in (visit.desk, visit.phone):
        page.get_by_role("tab").nth(1).click()
        expect(page.locator("[data-step]")).to_be_visible(timeout=WAIT_MS)
        page.get_by_role("button", name=re.compile("One step on|Un passo avanti")).click()
    yield "replay"
    for page in (visit.desk, visit.phone):
        page.get_by_role("tab").nth(2).click()
        expect(page.locator("[data-check]").first).to_be_visible(timeout=WAIT_MS)
    yield "proof"


def guide(visit: Visit) -> Iterator[str]:
    visit.go("/help")
    yield "topics"
    for topic, drawn in (
        ("baccarat", "table"),
        ("baccarat-bets", "table"),
        ("roads", "[data-step]"),
        ("good-roads", "[data-pattern]"),
        ("brag", "figure"),
    ):
        visit.go(f"/help/{topic}")
        for page in (visit.desk, visit.phone):
            expect(page.locator(f"article {drawn}").first).to_be_visible(timeout=WAIT_MS)
        yield topic
    for page in (visit.desk, visit.phone):
        page.locator("input[type=search]").fill("6")
    yield "found"


SCENES = (
    Scene("sign-in", sign_in, (table("speed-1"),), signed_in=False),
    Scene(
        "lobby",
        lobby,
        (
            table("speed-1", replace(ROADS, betting=150), opening=Opening.CLOCK, voices=("it",)),
            table("speed-2", replace(ROADS, betting=200), opening=Opening.CLOCK),
            table("seven-1"),
            table("scanner-1", replace(ROADS, betting=170), opening=Opening.CLOCK),
            table("blackjack-1"),
            table("brag-1"),
        ),
    ),
    Scene("speed", baccarat, (calm("speed-1"),), cards="9S 2H KD 3C"),
    Scene("seven", baccarat, (calm("seven-1"),), cards="KD 6H QC KS 3S"),
    Scene("speed-six", baccarat, (calm("scanner-1"),), cards="9S 9H KD QC"),
    Scene("live", baccarat, (calm("baccarat-1"),), cards="2S 3H 3D 2C 4H 5S"),
    Scene(
        "speed-trouble",
        dealing,
        (table("speed-1", replace(LAST_SECONDS, card=CALM_MS)),),
        cards="9S 2H KD 3C",
    ),
    Scene("roads", roads, (table("speed-1", ROADS, opening=Opening.CLOCK),)),
    Scene("multiplay", multiplay, many(12, ROADS, opening=Opening.CLOCK), mixed=True),
    Scene("multiplay", few, many(4, ROADS, opening=Opening.CLOCK), mixed=True),
    Scene(
        "blackjack",
        blackjack,
        (calm("blackjack-1"),),
        cards="8S TD 6H 8D 9C TC 3S 9D KD",
    ),
    Scene("blackjack", insurance, (calm("blackjack-1"),), cards="9S AH KD 7C"),
    Scene(
        "brag",
        brag,
        (calm("brag-1"),),
        cards="KS KH 4D QC 7H 2S",
    ),
    Scene("for-fun", for_fun, (table("brag-1"),), cards="9S 6H 5D 4C"),
    Scene("history", past, (table("brag-1", PASSED),), cards="KS KH 4D QC 7H 2S"),
    Scene("help", guide, (table("brag-1"),)),
    *OWN,
    *TROUBLES,
)
