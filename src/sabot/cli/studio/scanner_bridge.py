"""The bridge between scanners and a table: one scan for each code, nothing kept for later.

A code that is read while the line is down is shown and dropped: sent later, it would be a card of
another moment. A code without an answer is sent again under the id it had, so it counts once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import StrEnum

import msgspec

from sabot.cards import Card
from sabot.client import Client
from sabot.errors import Malformed, Refused, SabotError
from sabot.lab.sentences import quoted, spoken
from sabot.table import commands as c

HEARTBEAT_SECONDS = 5.0
ANSWER_SECONDS = 2.0
"""Without an answer for this long a scan is unconfirmed, and is sent again."""

CODE_MAX = 64


class What(StrEnum):
    """What became of a code, or of a scanner."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNCONFIRMED = "not confirmed, do not read it again"
    NOT_SENT = "NOT SENT: the line is down; read it again once it is back"
    HELD_DOWN = "read twice by one pull of the trigger: it counts once"
    THERE = "connected"
    GONE = "disconnected"
    LINE_BACK = "the line is open"
    LINE_LOST = "the line is down: do not read cards"


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One line for the dealer."""

    what: What
    scanner: str = ""
    code: str = ""
    why: str = ""

    @property
    def words(self) -> str:
        """The line as it is printed."""
        parts = (self.scanner, quoted(self.code) if self.code else "", self.what.value)
        line = "  ".join(part for part in parts if part)
        return f"{line}: {self.why}" if self.why else line


Tell = Callable[[Told], None]


def scan_of(position: str, code: str) -> c.Scan:
    """The scan of a code; a code that names no card is sent too, and the table judges it.

    >>> scan_of("P1", "S1:017:10h").card, scan_of("", "a cat").card
    ('TH', '')
    """
    said = code.rpartition(":")[2].upper().replace("10", "T")
    try:
        card = str(Card.parse(said))
    except Malformed:
        card = ""
    return c.Scan(position=position, code=code[:CODE_MAX], card=card)


class Scanner:
    """One scanner and its position; the scanner of the shoe has none, and the table knows it."""

    def __init__(self, bridge: Bridge, name: str, position: str) -> None:
        self.there = False
        self._bridge = bridge
        self._name = name
        self._position = position

    def read(self, code: str) -> None:
        """A code was read: send it now, or not at all."""
        self._bridge.send(self._name, scan_of(self._position, code))

    def held_down(self, code: str) -> None:
        """The trigger was held down."""
        self._bridge.tell(Told(what=What.HELD_DOWN, scanner=self._name, code=code))

    def plugged(self, *, there: bool, why: str = "") -> None:
        """The scanner is there, or is gone; the house hears it at once."""
        self.there = there
        what = What.THERE if there else What.GONE
        self._bridge.tell(Told(what=what, scanner=self._name, why=why))
        self._bridge.beat()


class Bridge:
    """All scanners of one machine, and the table they belong to."""

    def __init__(self, client: Client, table: str, tell: Tell) -> None:
        self.tell = tell
        self._client = client
        self._table = table
        self._scanners: list[Scanner] = []
        self._sending: set[asyncio.Task[None]] = set()

    def scanner(self, name: str, position: str) -> Scanner:
        """A further scanner."""
        one = Scanner(self, name, position)
        self._scanners.append(one)
        return one

    def beat(self) -> None:
        """Say that the bridge is there, and whether every scanner is."""
        if self._client.line.linked:
            self._client.beat(self._table, scanner=all(one.there for one in self._scanners))

    async def run(self) -> None:
        """Send heartbeats and tell of the line until the session ends, which raises."""
        linked = False
        while self._client.over is None:
            if self._client.line.linked != linked:
                linked = self._client.line.linked
                self.tell(Told(what=What.LINE_BACK if linked else What.LINE_LOST))
            self.beat()
            await self._client.line.changed(seconds=HEARTBEAT_SECONDS)
        raise self._client.over

    def send(self, scanner: str, scan: c.Scan) -> None:
        """Send a scan, while the line is open."""
        if not self._client.line.linked:
            self.tell(Told(what=What.NOT_SENT, scanner=scanner, code=scan.code))
            return
        task = asyncio.create_task(self._sent(scanner, scan), name=f"scan {scan.code}")
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _sent(self, scanner: str, scan: c.Scan) -> None:
        late = asyncio.get_running_loop().call_later(
            ANSWER_SECONDS,
            lambda: self.tell(Told(what=What.UNCONFIRMED, scanner=scanner, code=scan.code)),
        )
        try:
            await self._client.act(self._table, scan)
            told = Told(what=What.ACCEPTED, scanner=scanner, code=scan.code)
        except Refused as refusal:
            told = Told(what=What.REFUSED, scanner=scanner, code=scan.code, why=said(refusal))
        except SabotError:
            return  # the session is over, which `run` tells
        finally:
            late.cancel()
        self.tell(told)


def said(refusal: Refused) -> str:
    """A refusal in words, for the dealer at the scanner."""
    return f"{spoken(refusal)} ({refusal.code})"
