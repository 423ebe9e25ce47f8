"""A real card on its way: from the scan to the dealer's console, and to the players' screens.

A dealer deals whole rounds at a live table over a socket, one scan at a time, while a thousand
players watch. The console has a card when the update that shows it has arrived there; a player has
it when the same update has arrived at their socket. Both clocks are the machine's monotonic one.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from typing_extensions import override

from bench import load
from bench.casino import Order
from bench.results import Line, within
from bench.sockets import ARRIVALS
from sabot.cards import full_deck

SOCKETS = 1_000
SECONDS = 30.0
LAST_ROUND_SECONDS = 3.0
LEFT_OVER = 20  # cards that are not dealt: the cut card lies among them
CONSOLE_GOAL = 0.100
PLAYERS_GOAL = 0.300
TABLE, CONSOLE = "t0", "desk-1"
WATCH = msgspec.json.encode({"type": "watch", "table": TABLE}).decode()

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


def lines() -> Iterator[Line]:
    """Both lines of this section."""
    with tempfile.TemporaryDirectory() as folder:
        console, players = _measured(folder)
    note = f"{len(console):,} scans, {SOCKETS:,} players at the table"
    yield _line("p99 from a scan until its card is on the console", console, CONSOLE_GOAL, note)
    more = f"{note}; {len(players):,} updates received"
    yield _line("p99 from a scan until its card is at a player", players, PLAYERS_GOAL, more)


def _line(what: str, took: np.ndarray, goal: float, note: str) -> Line:
    middle = float(np.median(took)) * 1_000
    told = f"{note}; median {middle:.1f} ms"
    return within(Line(what=what, note=told), float(np.percentile(took, 99)), goal)


def _measured(folder: str) -> tuple[np.ndarray, np.ndarray]:
    """How long each card took to the console, and to each player, in seconds."""
    order = Order(database=f"sqlite:///{folder}/studio.db", players=SOCKETS, tables=1, live=True)
    arrived = Path(folder, "arrived")
    with load.casino(order, core=load.SERVER_CORE) as (_, ready):
        doors = load.Doors(folder, (("/ws", token) for token in ready.tokens))
        with load.listeners(ready.port, SOCKETS, doors) as sockets:
            sockets.order(f"say {WATCH}")
            sockets.order("quiet")
            sockets.begin(f"hear {SECONDS}")
            dealer = asyncio.run(_deal(ready.port, ready.dealer))
            sockets.finish()
            sockets.order(f"write {arrived}")
    rows = np.fromfile(arrived, dtype=ARRIVALS)
    sent = np.array([dealer.sent.get(int(seq), 0) for seq in rows["seq"]], dtype="u8")
    known = sent > 0
    players = (rows["at"][known] - sent[known]) / 1e9
    return np.array(dealer.took) / 1e9, players


class Dealer(WSListener):
    """Deals by the instruction, and notes when each card was sent and seen."""

    def __init__(self) -> None:
        self.took: list[int] = []
        self.sent: dict[int, int] = {}  # number of the update → when it was sent
        self.view: dict[str, Any] = {}
        self.answers: dict[str, Any] = {}
        self.heard = asyncio.Event()
        self.scanned: tuple[str, int] | None = None  # the position that was read, and when
        self.numbers = count()

    @override
    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    @override
    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        at, message = time.monotonic_ns(), _decode(frame.get_payload_as_bytes())
        if message["type"] == "answer":
            self.answers[message["cmd_id"]] = message
        if message["type"] == "update":
            self._see(message, at)
        self.view |= message.get("view") or message.get("set") or {}
        self.heard.set()

    def _see(self, update: dict[str, Any], at: int) -> None:
        cards = [one["position"] for one in update["happened"] if one["what"] == "card"]
        if self.scanned is not None and self.scanned[0] in cards:
            sent = self.scanned[1]
            self.took.append(at - sent)
            self.sent[update["seq"]] = sent
            self.scanned = None

    async def until(self, key: str, *values: object) -> None:
        """Wait for a field of the view."""
        async with asyncio.timeout(load.WAIT_SECONDS):
            while self.view.get(key) not in values:
                self.heard.clear()
                await self.heard.wait()

    async def does(self, command: str, **said: object) -> None:
        """Send a command, and wait for its answer."""
        name = f"d-{next(self.numbers)}"
        body = {"type": command, **said}
        act = {"type": "act", "cmd_id": name, "table": TABLE, "console": CONSOLE, "command": body}
        self.transport.send(WSMsgType.TEXT, _encode(act))
        async with asyncio.timeout(load.WAIT_SECONDS):
            while name not in self.answers:
                self.heard.clear()
                await self.heard.wait()
        assert self.answers[name]["accepted"], (command, self.answers[name])

    async def scan(self, code: str, card: str) -> None:
        """Read the card that is due."""
        position = self.view["instruction"][0].removeprefix("deal ")
        self.scanned = (position, time.monotonic_ns())
        await self.does("Scan", position=position, code=code, card=card)
        async with asyncio.timeout(load.WAIT_SECONDS):
            while self.scanned is not None:
                self.heard.clear()
                await self.heard.wait()


async def _deal(port: int, token: str) -> Dealer:
    """Deal whole rounds for a while, or until the shoe is nearly through."""
    headers = {"Authorization": f"Bearer {token}"}
    _, dealer = await ws_connect(Dealer, f"ws://127.0.0.1:{port}/ws", extra_headers=headers)
    assert isinstance(dealer, Dealer)
    dealer.transport.send(WSMsgType.TEXT, WATCH.encode())
    await dealer.until("table", TABLE)
    await dealer.does("SignOn", console=CONSOLE)
    chance, serial = Random(7), count(1)  # noqa: S311 -- a benchmark repeats itself
    cards = [str(card) for card in full_deck()] * 8
    chance.shuffle(cards)
    await dealer.does("LoadShoe", shoe_id="b1", decks=8, loaded_at_ms=time.time_ns() // 10**6)
    until = time.monotonic() + SECONDS - LAST_ROUND_SECONDS
    while time.monotonic() < until and len(cards) > LEFT_OVER:
        await dealer.until("phase", "idle", "shuffle")
        await dealer.does("OpenBetting")
        await dealer.until("phase", "dealing")
        while dealer.view["phase"] == "dealing":
            card = cards.pop()
            await dealer.scan(f"b1:{next(serial)}:{card}", card)
    dealer.transport.disconnect()
    return dealer
