"""A running account for one player: what is at risk now, and what the days have cost.

A round belongs to the day it ended on; until then its stakes count as lost, today. Flows may come
twice, from the disk and from the table, and count once: stakes by the id of their bet, an end by
the id of its round.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

import msgspec

from sabot.service.controls.calendar import (
    UTC_DAYS,
    Calendar,
    month_start,
    period_start,
    week_start,
)
from sabot.service.money.flows import Flow

ENDED_MAX = 512
"""Ended rounds remembered by id: far more than can be under way between disk and table."""


class Sums(msgspec.Struct, frozen=True, kw_only=True):
    """What was staked and what came back."""

    staked: int = 0
    returned: int = 0
    running: int = 0
    """The part of `staked` that lies in rounds without a result yet."""

    @property
    def net(self) -> int:
        """What the player has won; below zero what was lost. A running round has done neither."""
        return self.returned - (self.staked - self.running)


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is over."""

    at_ms: int
    staked: int
    returned: int


class Spending:
    """One player's account since the beginning of the month or week, whichever is longer."""

    def __init__(self, flows: Iterable[Flow] = (), calendar: Calendar = UTC_DAYS) -> None:
        self._day_of = calendar.day_of
        self._open: dict[str, dict[str, int]] = {}
        self._tables: dict[str, str] = {}  # of open rounds
        self._days: dict[int, Sums] = {}
        self._rounds: deque[Ended] = deque()
        self._over: deque[str] = deque(maxlen=ENDED_MAX)
        for flow in sorted(flows, key=lambda flow: flow.ended_ms or 0):
            self.saw(flow)

    def saw(self, flow: Flow) -> None:
        """Count a flow, unless it was counted."""
        if flow.round_id in self._over:
            return
        stakes = self._open.setdefault(flow.round_id, {})
        stakes.update(flow.staked)
        self._tables[flow.round_id] = flow.table_id
        if flow.ended_ms is None:
            return
        del self._open[flow.round_id], self._tables[flow.round_id]
        self._over.append(flow.round_id)
        self._ended(Ended(at_ms=flow.ended_ms, staked=sum(stakes.values()), returned=flow.returned))

    def _ended(self, ended: Ended) -> None:
        self._rounds.append(ended)
        day = self._day_of(ended.at_ms)
        before = self._days.get(day, Sums())
        self._days[day] = Sums(
            staked=before.staked + ended.staked, returned=before.returned + ended.returned
        )

    @property
    def at_risk(self) -> int:
        """The stakes of all open rounds."""
        return sum(sum(stakes.values()) for stakes in self._open.values())

    def at_table(self, table_id: str) -> int:
        """The stakes of the round that is open at one table."""
        here = (stakes for key, stakes in self._open.items() if self._tables[key] == table_id)
        return sum(sum(stakes.values()) for stakes in here)

    def day(self, now_ms: int) -> Sums:
        """Rounds that ended today."""
        return self._since(self._day_of(now_ms))

    def week(self, now_ms: int) -> Sums:
        """Rounds that ended this week."""
        return self._since(week_start(self._day_of(now_ms)))

    def month(self, now_ms: int) -> Sums:
        """Rounds that ended this month."""
        return self._since(month_start(self._day_of(now_ms)))

    def _since(self, first: int) -> Sums:
        days = [sums for day, sums in self._days.items() if day >= first]
        return Sums(
            staked=sum(sums.staked for sums in days), returned=sum(sums.returned for sums in days)
        )

    def since(self, moment_ms: int) -> Sums:
        """Rounds that ended since a moment, and the stakes of those that are open."""
        rounds = list(self._backwards(moment_ms))
        return Sums(
            staked=sum(ended.staked for ended in rounds) + self.at_risk,
            returned=sum(ended.returned for ended in rounds),
            running=self.at_risk,
        )

    def _backwards(self, moment_ms: int) -> Iterator[Ended]:
        for ended in reversed(self._rounds):
            if ended.at_ms < moment_ms:
                return
            yield ended

    def prune(self, now_ms: int) -> None:
        """Forget what no limit looks at any more."""
        first = period_start(self._day_of(now_ms))
        for day in [day for day in self._days if day < first]:
            del self._days[day]
        while self._rounds and self._day_of(self._rounds[0].at_ms) < first:
            self._rounds.popleft()
