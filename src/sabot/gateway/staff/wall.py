"""The wall: every table at a glance for the staff that watch it, with its alarms.

A change is told a few times a second at most, a table once in each of those frames, so a busy
house costs no more than a calm one. Alarms that begin by themselves, such as a silent studio, are
found by looking at the live tables once a second while a socket watches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from sabot.gateway.broadcast.broadcaster import Broadcaster
from sabot.gateway.sockets.connection import Connection
from sabot.gateway.sockets.framing import frame
from sabot.gateway.sockets.request_reader import PICTURE_TOKENS, RequestReader, actor_of
from sabot.gateway.staff.alarm_history import AlarmHistory
from sabot.gateway.staff.heartbeats import Heartbeats
from sabot.gateway.staff.names import StaffNames
from sabot.gateway.tables.feed import TableFeed
from sabot.service.identity.roles import Role
from sabot.service.ports import Clock
from sabot.service.refusals import HouseFault
from sabot.service.studio.past_alarms import PastAlarms
from sabot.service.tables.out_of_order import OutOfOrder
from sabot.studio.alarms import Clocks
from sabot.studio.wall import wall_table, without_time
from sabot.wire import messages as m
from sabot.wire import requests as r
from sabot.wire.studio import AlarmLine, ManagerShown, WallTable

TOGETHER_SECONDS = 0.25
"""How long changes are gathered before they are sent."""

LOOK_SECONDS = 1.0
"""How often live tables are looked at for what time alone changes."""


class StaffWall:
    """The sockets that watch the wall, and what they were told."""

    def __init__(
        self,
        broadcaster: Broadcaster,
        reader: RequestReader,
        *,
        clock: Clock,
        names: StaffNames,
        out_of_order: Mapping[str, OutOfOrder],
        past_alarms: PastAlarms,
    ) -> None:
        self._broadcaster = broadcaster
        self._clock = clock
        self._names = names
        self._out_of_order = out_of_order
        self.history = AlarmHistory(
            broadcaster.feeds,
            clocks=self.clocks,
            clock=clock,
            name=names,
            past=past_alarms,
            told=self._tell_alarms,
        )
        self.heartbeats = Heartbeats(broadcaster, reader, clock=clock, changed=self.changed)
        self._followers: dict[Connection, None] = {}
        self._changed: dict[str, None] = {}
        self._told: dict[str, WallTable] = {}
        self._troubled: dict[str, int] = {}  # table → since when it cannot be run or written
        self._timer: asyncio.TimerHandle | None = None
        self._look: asyncio.TimerHandle | None = None
        broadcaster.tables_changed += [self.changed, self.history.changed]
        broadcaster.staff_moved.append(self.changed)
        reader.on(r.WatchStaff, self._watch)
        reader.on(r.UnwatchStaff, lambda connection, _request: self._leave(connection))
        reader.departures.append(self._leave)
        reader.catch_ups.append(self._caught_up)

    def close(self) -> None:
        """Stop the timers."""
        for handle in (self._timer, self._look):
            if handle is not None:
                handle.cancel()
        self._timer = self._look = None

    def table(self, feed: TableFeed) -> WallTable:
        """One table as it is now."""
        table = feed.table_id
        return wall_table(
            feed.table.state,
            self.clocks(feed),
            name=self._names,
            left_ms=feed.left_ms(),
            watching=self._broadcaster.open.watching(table),
            managers=self._managers_at(table),
        )

    def _managers_at(self, table: str) -> tuple[ManagerShown, ...]:
        """The shift managers who have a table open, by name."""
        found = {
            actor_of(one.principal): one.principal.nickname
            for followers in self._broadcaster.open.followers_of_all_kinds(table)
            for one in followers
            if one.principal.role is Role.SHIFT_MANAGER
        }
        return tuple(
            ManagerShown(name=name, actor=actor)
            for actor, name in sorted(found.items(), key=lambda one: (one[1], one[0]))
        )

    def clocks(self, feed: TableFeed) -> Clocks:
        """What the house knows of a table beside its state."""
        table, state, now_ms = feed.table_id, feed.table.state, self._clock.wall_ms()
        fault = self._out_of_order.get(table)
        cannot_write = HouseFault.CANNOT_WRITE if feed.table.cannot_write else None
        if fault is None and cannot_write is None:
            self._troubled.pop(table, None)
        else:
            self._troubled.setdefault(table, now_ms)
        live = state.config is not None and state.settings.live
        return Clocks(
            wall_ms=now_ms,
            moments=feed.moments,
            silent_ms=feed.table.studio_silent_ms,
            out_of_order=None if fault is None else fault.code,
            cannot_write=cannot_write,
            trouble_ms=self._troubled.get(table, 0),
            scanner_lost_ms=self.heartbeats.scanner_lost_ms(table) if live else None,
        )

    # --- who watches ------------------------------------------------------------------------------

    def _watch(self, connection: Connection, _request: object) -> None:
        connection.owes(PICTURE_TOKENS)
        self._followers[connection] = None
        self._show(connection)
        self._look_soon()

    def _show(self, connection: Connection) -> None:
        tables = tuple(map(self.table, self._broadcaster.feeds.values()))
        for one in tables:
            self._told.setdefault(one.table, one)
        whole = frame(m.StaffWall(tables=tables, at_ms=self._clock.wall_ms()))
        self._broadcaster.fanout.to_one(connection, whole)
        alarms = frame(m.StaffAlarms(lines=self.history.lines(), whole=True))
        self._broadcaster.fanout.to_one(connection, alarms)

    def _caught_up(self, connection: Connection) -> None:
        if connection in self._followers:
            self._show(connection)

    def _leave(self, connection: Connection) -> None:
        self._followers.pop(connection, None)
        if not self._followers:
            self.close()
            self._changed.clear()
            self._told.clear()

    # --- what changed -----------------------------------------------------------------------------

    def changed(self, table: str) -> None:
        """Tell of this table soon, together with others that change."""
        if self._followers and table in self._broadcaster.feeds:
            self._changed[table] = None
            if self._timer is None:
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(TOGETHER_SECONDS, self._tell)

    def _tell(self) -> None:
        self._timer = None
        changed, self._changed = self._changed, {}
        for name in changed:
            self._tell_of(self._broadcaster.feeds[name])
        self._broadcaster.fanout.soon()

    def _tell_of(self, feed: TableFeed) -> None:
        """Send a table if more than its clocks has changed."""
        table = self.table(feed)
        told = self._told.get(table.table)
        if told is None or without_time(told) != without_time(table):
            self._told[table.table] = table
            message = m.StaffTableChanged(table=table, at_ms=self._clock.wall_ms())
            self._broadcaster.fanout.to_all(self._followers, frame(message))

    def _tell_alarms(self, lines: tuple[AlarmLine, ...]) -> None:
        if self._followers:
            message = frame(m.StaffAlarms(lines=lines, whole=False))
            self._broadcaster.fanout.to_all(self._followers, message)
            self._broadcaster.fanout.soon()

    def _look_soon(self) -> None:
        if self._look is None:
            self._look = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._look_at_live)

    def _look_at_live(self) -> None:
        self._look = None
        for table, feed in self._broadcaster.feeds.items():
            state = feed.table.state
            if state.config is not None and state.settings.live:
                self.changed(table)
        if self._followers:
            self._look_soon()
