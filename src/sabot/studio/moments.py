"""When things happened at a table: the date of the house for the events that its state names.

A table's state holds no time of day; it names events by their number. This module remembers when
those were stored, as they come and again from the disk after a start, so a restart loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sabot.table import events as e

KEPT = 1_000
"""Moments that are remembered at one table; older ones are looked up when they are needed."""

NEWEST: tuple[type[e.Event], ...] = (
    e.CancelProposed,
    e.CardsDropped,
    e.CutCardShown,
    e.DealerSignedOff,
    e.RoundCancelled,
    e.RoundLapsed,
    e.ShoeLoaded,
    e.ShoeRetired,
    e.TableConfigured,
    e.TableRested,
    e.TableSwitchedOff,
    e.TableSwitchedOn,
    e.VideoLost,
)
"""Kinds of events whose newest one alarms begin with; the state does not number them."""

_UNNUMBERED = frozenset({e.BetsAccepted, e.AnswerGiven, e.SeatTaken, e.SeatLeft})
"""Frequent events that no part of the state names."""

LookUp = Callable[[int], int | None]
"""Reads from the disk when an event was stored."""


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest event of a kind."""

    number: int
    at_ms: int
    event: e.Event


class Moments:
    """The moments of one table."""

    def __init__(self, look_up: LookUp = lambda _number: None) -> None:
        self._look_up = look_up
        self._at: dict[int, int] = {}
        self._newest: dict[type[e.Event], Newest] = {}

    def see(self, event: e.Event, *, number: int, at_ms: int) -> None:
        """Take note of an event; seeing it twice has no effect."""
        kind = type(event)
        if kind in _UNNUMBERED:
            return
        self._at[number] = at_ms
        while len(self._at) > KEPT:
            del self._at[next(iter(self._at))]
        if kind in NEWEST and number >= self._newest.get(kind, _NEVER).number:
            self._newest[kind] = Newest(number, at_ms, event)

    def at(self, number: int) -> int:
        """When an event was stored; 0 for no event."""
        if number <= 0:
            return 0
        found = self._at.get(number)
        if found is None:
            found = self._at[number] = self._look_up(number) or 0
        return found

    def newest(self, *kinds: type[e.Event]) -> Newest | None:
        """The newest event of these kinds, each one of `NEWEST`."""
        found = [self._newest[kind] for kind in kinds if kind in self._newest]
        return max(found, key=lambda one: one.number, default=None)

    def since(self, *kinds: type[e.Event]) -> int:
        """When the newest event of these kinds was stored; 0 without one."""
        found = self.newest(*kinds)
        return 0 if found is None else found.at_ms


_NEVER = Newest(0, 0, e.TableRested())
