"""The tables that a client watches: their mirrors are kept up to date, gaps are asked for again."""

from __future__ import annotations

from sabot.client.line import Line
from sabot.client.mirror import AboutTable, Heard
from sabot.client.table import Table
from sabot.wire import messages as m
from sabot.wire import requests


class Watching:
    """The tables of one client."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.tables: dict[str, Table] = {}
        self._asked_again: set[str] = set()
        self._unheard: set[str] = set()  # tables of which nothing came since they were asked for

    def hear(self, message: AboutTable) -> None:
        """A message about one table."""
        table = self.tables.get(message.table)
        if table is None:
            return
        self._unheard.discard(table.id)
        heard = table.mirror.hear(message)
        if heard is Heard.GAP:
            self._watch_again(table)
        elif heard is Heard.CHANGED:
            if isinstance(message, m.Snapshot | m.Update):
                self._asked_again.discard(table.id)
            table.wake()
            self._line.wake()

    def _watch_again(self, table: Table) -> None:
        if table.id not in self._asked_again:
            self._asked_again.add(table.id)
            self.ask_for(table.id, table.mirror.since)

    def gone(self, table_id: str, why: str) -> None:
        """Nothing more is told about a table; callers that wait for something there hear why."""
        table = self.tables.pop(table_id, None)
        if table is not None:
            table.refused = why
            table.wake()

    def ask_for(self, table_id: str, since: requests.Since | None = None) -> None:
        """Ask for a table, from where it is known on."""
        self._unheard.add(table_id)
        self._line.send(requests.Watch(table=table_id, since=since))

    def ask_again(self) -> None:
        """Ask for every table on a new socket, from where it is known on."""
        self._asked_again.clear()
        for table in self.tables.values():
            self.ask_for(table.id, table.mirror.since)

    def is_unheard(self, table_id: str) -> bool:
        """Whether nothing came of a table since it was asked for."""
        return table_id in self._unheard
