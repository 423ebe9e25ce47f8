"""A clock that a test sets, a player without a past, and a table whose players have limits."""

from __future__ import annotations

from collections.abc import Sequence

from tests.table.book import Book
from tests.table.cast import People
from tests.table.driver import Studio

from sabot.adapters.memory.controls import MemoryControls
from sabot.service.controls.desk import ControlDesk
from sabot.service.money.flows import Flow
from sabot.service.money.funds import FundsBook
from sabot.table.config import AnyConfig

HOUR, DAY = 3_600_000, 86_400_000
NOON = 12 * HOUR
"""Of 1 January 1970, a Thursday: the day on which the tables of these tests stamp their events."""


class Moment:
    """A clock that stands still until it is set."""

    def __init__(self, now_ms: int = NOON) -> None:
        self.now_ms = now_ms

    def monotonic_ms(self) -> int:
        return self.now_ms

    def wall_ms(self) -> int:
        return self.now_ms


class Past:
    """The flows of somebody who has played before, and how often they were read."""

    def __init__(self, *flows: Flow) -> None:
        self._flows = flows
        self.reads = 0

    def flows(self, player_id: str, *, since_ms: int) -> Sequence[Flow]:
        self.reads += 1
        mine = [flow for flow in self._flows if flow.player == player_id]
        return [flow for flow in mine if flow.ended_ms is None or flow.ended_ms >= since_ms]


def careful(*configs: AnyConfig) -> tuple[ControlDesk, Moment, list[Studio]]:
    """Tables that share one book, one balance of every player, and their limits."""
    clock = Moment()
    desk = ControlDesk(MemoryControls(), Past(), clock)
    book, people = Book(), People()
    funds = FundsBook(people, book.read, restraint=desk)
    return desk, clock, [Studio(one, book=book, funds=funds, people=people) for one in configs]


class Desk:
    """A desk with a clock, and what it told."""

    def __init__(self, *past: Flow) -> None:
        self.clock = Moment()
        self.store = MemoryControls()
        self.past = Past(*past)
        self.told: list[tuple[str, str]] = []
        self.desk = self.start()

    def start(self) -> ControlDesk:
        """The process begins, or begins again."""
        self.desk = ControlDesk(
            self.store,
            self.past,
            self.clock,
            on_locked=lambda player, code: self.told.append((player, code)),
        )
        return self.desk

    def looked_at(self) -> list[str]:
        """Look at the time of those whose time may be up, and say whose that was."""
        players = self.desk.time.running_out()
        for player in players:
            self.desk.look_at_time(player)
        return players
