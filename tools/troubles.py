"""Scenes of full tables and of trouble: the states that a quiet round never shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from playwright.sync_api import Page, expect
from tools.staged import CALM, Staged, calm, table, until
from tools.visits import BLIND, LAST_SECONDS, LOST, PLAYER, ROADS, WAIT_MS, Scene, Visit

from sabot.bots.mind import FREE_SEATS
from sabot.client import Client, sign_in
from sabot.errors import Refused
from sabot.gamekit import Limits
from sabot.games import variants
from sabot.money import Cents
from sabot.service.identity.demo import DEMO_PASSWORD
from sabot.table import commands as c
from sabot.table.config import Opening
from sabot.table.phases import Phase

SEATED = replace(ROADS, betting=15_000, last_seconds=2_000, result=8_000)
ALMOST_ALL = 6
"""Seats taken: bots come and go."""
DEAR = Limits(minimum=Cents(200_000), maximum=Cents(500_000))


def beside(casino: Staged, login: str, table_id: str, *commands: c.AnyCommand) -> None:
    """Let another player act at the same table."""

    async def play() -> None:
        token = await sign_in(casino.address, login=login, password=DEMO_PASSWORD)
        async with Client(casino.address, token=token) as client:
            await client.watch(table_id)  # a chip names the round that its client sees
            for command in commands:
                await client.act(table_id, command)

    casino.do(play())


def both(visit: Visit) -> tuple[Page, Page]:
    """The pages of the visit."""
    return visit.desk, visit.phone


def crowded(visit: Visit) -> Iterator[str]:
    host = visit.casino.casino.house.hosts[visit.table_id]

    def free() -> list[int]:
        return [seat for seat in range(1, 8) if not host.state.seats.get(seat)]

    until(lambda: len(free()) <= FREE_SEATS)
    for seat in free():  # bots leave some to people
        with suppress(Refused):  # one of them came first
            beside(visit.casino, "bruno", visit.table_id, c.TakeSeat(seat=seat))
    visit.sit()
    until(lambda: host.state.phase is Phase.BETTING and len(host.engine.felt.stages) >= ALMOST_ALL)
    yield "betting"
    visit.says("WINS|VINCE|TIE|PAREGGIO|DEALER|BANCO")
    yield "result"


def behind(visit: Visit) -> Iterator[str]:
    beside(
        visit.casino,
        "bruno",
        visit.table_id,
        c.TakeSeat(seat=3),
        c.PlaceChip(kind="main", amount=2_500, seat=3),
    )
    visit.sit()
    visit.click("Seat 5,|Posto 5")
    visit.place("main:5", "25")
    visit.place("behind:3", "25")
    yield "behind"
    visit.click("Deal now|Dai Ora")
    beside(visit.casino, "bruno", visit.table_id, c.DealNow())
    visit.says("YOUR TURN|TOCCA A TE")
    yield "behind-insurance"


def push(visit: Visit) -> Iterator[str]:
    visit.sit()
    visit.place("player", "25")
    visit.place("player_pair", "5")
    visit.says("LAST|ULTIME")
    yield "last-seconds"
    visit.no_more_bets()
    visit.says("TIE|PAREGGIO")
    visit.desk.wait_for_timeout(700)
    yield "push"


def classic(visit: Visit) -> Iterator[str]:
    visit.sit()
    visit.desk.get_by_role("button", name=re.compile("classic")).first.click(timeout=WAIT_MS)
    visit.desk.reload()
    visit.phone.reload()
    for page in both(visit):
        expect(page.locator("[data-plate]")).to_be_visible(timeout=WAIT_MS)
    yield "classic"


def drawer(visit: Visit) -> Iterator[str]:
    visit.sit()
    visit.desk.set_viewport_size({"width": 1024, "height": 768})
    visit.desk.get_by_role("button", name=re.compile("Andamento|Roads")).click(timeout=WAIT_MS)
    visit.phone.get_by_role("button", name="Menu").click(timeout=WAIT_MS)
    for page in both(visit):
        expect(page.get_by_role("dialog")).to_be_visible(timeout=WAIT_MS)
    yield "drawer-and-menu"


def poor(visit: Visit) -> Iterator[str]:
    visit.sit()
    visit.says("INSUFFICIENT|INSUFFICIENTE")
    yield "no-money"


def blind(visit: Visit) -> Iterator[str]:
    visit.casino.grant(PLAYER, value=2_500, count=2)
    visit.sit()
    visit.desk.get_by_role("radio", name=re.compile("dorata|olden")).first.click(timeout=WAIT_MS)
    visit.desk.locator('[data-spot="ante"]').click(timeout=WAIT_MS)
    yield "golden"
    visit.desk.locator('[data-spot="blind_play"]').click(timeout=WAIT_MS)
    visit.desk.wait_for_timeout(400)
    yield "blind"
    visit.casino.time_up(visit.table_id)
    visit.says("WINS|VINCE|QUALIF|EQUAL|UGUALI")
    visit.desk.wait_for_timeout(700)
    yield "blind-result"


def lost(visit: Visit) -> Iterator[str]:
    visit.sit()
    visit.place("player", "25")
    visit.offline()
    yield "line-lost"
    for page in both(visit):
        page.context.set_offline(False)  # the page hears of it, and comes back by itself
        expect(page.get_by_text(LOST)).to_have_count(0, timeout=WAIT_MS)
    visit.says("PUNTATE|BETS")
    origin = {"Origin": visit.casino.address}
    asked = visit.desk.context.request.post(
        f"{visit.casino.address}/api/sign-out/everywhere", data={}, headers=origin
    )
    assert asked.ok, asked.text()
    for page in both(visit):
        expect(page.locator("main h1").first).to_be_visible(timeout=WAIT_MS)
        expect(page.locator("[data-plate]")).to_have_count(0, timeout=WAIT_MS)
    yield "session-ended"


TROUBLES = (
    Scene("seven-full", crowded, (table("seven-1", SEATED, opening=Opening.CLOCK),), bots=40),
    Scene(
        "blackjack-full",
        crowded,
        (table("blackjack-1", replace(SEATED, decision=1_500), opening=Opening.CLOCK),),
        bots=40,
    ),
    Scene("blackjack", behind, (calm("blackjack-1"),), cards="9S TD AH KD 9C 7C"),
    Scene("speed", push, (table("speed-1", LAST_SECONDS),), cards="9S 9H KD QC"),
    Scene("speed", classic, (calm("speed-1"),)),
    Scene("blackjack", classic, (calm("blackjack-1"),)),
    Scene("brag", classic, (calm("brag-1"),)),
    Scene("speed", drawer, (calm("speed-1"),)),
    Scene(
        "speed-six",
        poor,
        (
            table(
                "scanner-1",
                CALM,
                opening=Opening.CLOCK,
                limits=dict.fromkeys(variants()["speed6_scanner_baccarat"][1].bets, DEAR),
            ),
        ),
    ),
    Scene(
        "brag",
        blind,
        (calm("brag-1", switched_on=BLIND),),
        cards="5S 5H 5D QC 7H 2S",
    ),
    Scene("speed", lost, (calm("speed-1"),)),
)
