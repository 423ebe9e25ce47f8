"""The alarms of this shift, also those that are over: the same list for every desk (F241, F276).

Owns which alarms stand, since when, which colleague took them, and when they were over. It looks at
the tables once a second whether or not a manager is at a desk, and at once when a table changes
that has an alarm. An alarm that is over is written down; one that stands is found again after a
restart, because its table makes it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from sabot.errors import SabotError
from sabot.gateway.tables.feed import TableFeed
from sabot.service.ports import Clock
from sabot.service.studio.past_alarms import PastAlarm, PastAlarms
from sabot.studio.alarms import Clocks, NameOf, alarms
from sabot.table.state import TableState
from sabot.wire.studio import AlarmLine, AlarmShown, Priority

LOOK_SECONDS = 1.0
SHIFT_MS = 12 * 3_600_000
"""How far the list goes back: a shift, and a little of the one before it."""

LINES_MAX = 500
"""How many alarms are kept in memory; far more than a floor should have in a shift."""

SHADOW = "studio_silent"
"""It takes the place of a table's other alarms, which are not over by that."""

Told = Callable[[tuple[AlarmLine, ...]], None]
Key = tuple[str, str]

log = logging.getLogger("sabot.alarms")


class AlarmHistory:
    """What stands and what is over, at every table."""

    def __init__(
        self,
        feeds: Mapping[str, TableFeed],
        *,
        clocks: Callable[[TableFeed], Clocks],
        clock: Clock,
        name: NameOf,
        past: PastAlarms,
        told: Told,
    ) -> None:
        self._feeds = feeds
        self._clocks = clocks
        self._clock = clock
        self._name = name
        self._past = past
        self._told = told
        self._standing: dict[str, dict[str, AlarmLine]] = {}  # table → alarm → line
        self._over: dict[tuple[Key, int], AlarmLine] = {}  # the oldest first
        self._unwritten: list[AlarmLine] = []

    def lines(self) -> tuple[AlarmLine, ...]:
        """Every alarm of the shift, the oldest first."""
        standing = (line for lines in self._standing.values() for line in lines.values())
        return tuple(sorted([*self._over.values(), *standing], key=_age))

    async def run(self) -> None:
        """Recall the shift, then look once a second, until cancelled."""
        await self._recall()
        while True:
            self.look()
            await self._write()
            await asyncio.sleep(LOOK_SECONDS)

    def changed(self, table: str) -> None:
        """A table changed: whether its alarms still stand, and which colleague has seen them."""
        feed = self._feeds.get(table)
        if feed is not None and self._standing.get(table):
            self._tell(self._looked_at(feed))

    def look(self) -> None:
        """Look at every table that can have an alarm."""
        found = [line for feed in tuple(self._feeds.values()) for line in self._looked_at(feed)]
        self._tell(found)

    # --- one table --------------------------------------------------------------------------------

    def _looked_at(self, feed: TableFeed) -> list[AlarmLine]:
        """What is different at a table; one that cannot be looked at stops no other."""
        try:
            return self._look_at(feed)
        except Exception:
            log.exception("table_id=%s alarms not worked out", feed.table_id)
            return []

    def _look_at(self, feed: TableFeed) -> list[AlarmLine]:
        """What is different at a table since the last look."""
        table, clocks = feed.table_id, self._clocks(feed)
        before = self._standing.get(table, {})
        if not before and not may_have_alarms(feed.table.state, clocks):
            return []
        now_ms = clocks.wall_ms
        shown = {one.alarm: one for one in alarms(feed.table.state, clocks, self._name)}
        # An incident that waits to be closed is another alarm than the stop it began with.
        same = {alarm: line for alarm, line in before.items() if _goes_on(line, shown)}
        over = [
            replace(line, ended_ms=now_ms) for alarm, line in before.items() if alarm not in same
        ]
        self._close(over)
        after = same | {alarm: self._line(one, same.get(alarm)) for alarm, one in shown.items()}
        self._standing[table] = after
        changed = [line for alarm, line in after.items() if line != before.get(alarm)]
        return [*over, *changed]

    def _line(self, one: AlarmShown, known: AlarmLine | None) -> AlarmLine:
        return AlarmLine(
            alarm=one.alarm,
            table=one.table,
            kind=one.kind,
            priority=one.priority,
            facts=one.facts if known is None else known.facts,
            began_ms=self._began(one) if known is None else known.began_ms,
            seen_by=one.seen_by,
            seen_at_ms=one.seen_at_ms,
        )

    def _began(self, one: AlarmShown) -> int:
        """When it began; an alarm that comes back for the same cause begins when the last ended."""
        ended = [
            line.ended_ms or 0
            for (key, _), line in self._over.items()
            if key == (one.table, one.alarm)
        ]
        return max(one.since_ms, *ended) if ended else one.since_ms

    def _close(self, over: Iterable[AlarmLine]) -> None:
        for line in over:
            self._over[(line.table, line.alarm), line.began_ms] = line
            self._unwritten.append(line)
        oldest_ms = self._clock.wall_ms() - SHIFT_MS
        for key in [key for key, line in self._over.items() if (line.ended_ms or 0) < oldest_ms]:
            del self._over[key]
        while len(self._over) > LINES_MAX:
            del self._over[next(iter(self._over))]

    def _tell(self, lines: list[AlarmLine]) -> None:
        if lines:
            self._told(tuple(lines))

    # --- the disk ---------------------------------------------------------------------------------

    async def _recall(self) -> None:
        since_ms = self._clock.wall_ms() - SHIFT_MS
        try:
            found = await asyncio.to_thread(self._past.since, since_ms)
        except SabotError as error:
            log.warning("alarms of this shift not read: %s", error.code)
            return
        lines = [_line_of(one) for one in found[-LINES_MAX:]]
        self._over = {((line.table, line.alarm), line.began_ms): line for line in lines}
        self._tell(lines)

    async def _write(self) -> None:
        """Write down what is over; what cannot be written now is tried at the next look."""
        while self._unwritten:
            line = self._unwritten[0]
            try:
                await self._past.keep(_past_of(line))
            except SabotError as error:
                log.warning("table_id=%s alarm not written down: %s", line.table, error.code)
                del self._unwritten[:-LINES_MAX]
                return
            self._unwritten.pop(0)


def may_have_alarms(state: TableState, clocks: Clocks) -> bool:
    """Whether it is worth working out: a machine's table in good order has no alarm."""
    return bool(
        (state.config is not None and state.settings.live)
        or clocks.out_of_order
        or clocks.cannot_write
        or state.paused
        or state.switched_off
        or state.incidents
        or state.calls
        or not state.video
        or (state.in_round and state.current.cancel_by)
    )


def _goes_on(line: AlarmLine, shown: Mapping[str, AlarmShown]) -> bool:
    """Whether an alarm of the last look still stands, on the wall or behind a silent studio."""
    now = shown.get(line.alarm)
    return SHADOW in shown if now is None else now.kind == line.kind


def _age(line: AlarmLine) -> tuple[int, str, str]:
    return line.began_ms, line.table, line.alarm


def _past_of(line: AlarmLine) -> PastAlarm:
    return PastAlarm(
        table=line.table,
        alarm=line.alarm,
        kind=line.kind,
        priority=line.priority.value,
        facts=line.facts,
        began_ms=line.began_ms,
        ended_ms=line.ended_ms or 0,
        seen_by=line.seen_by or "",
        seen_at_ms=line.seen_at_ms or 0,
    )


def _line_of(past: PastAlarm) -> AlarmLine:
    return AlarmLine(
        alarm=past.alarm,
        table=past.table,
        kind=past.kind,
        priority=Priority(past.priority),
        facts=past.facts,
        began_ms=past.began_ms,
        seen_by=past.seen_by or None,
        seen_at_ms=past.seen_at_ms or None,
        ended_ms=past.ended_ms,
    )
