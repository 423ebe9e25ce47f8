"""A table as a client has it: a snapshot, and every update since, applied as `docs/wire.md` says.

No socket and no clock. The code that feeds it hears from `hear` when the table has to be watched
again.
"""

from __future__ import annotations

from collections import deque
from enum import Enum, auto

import msgspec
from msgspec.structs import fields, replace

from sabot.wire import messages as m
from sabot.wire.happenings import AnyHappening
from sabot.wire.requests import Since
from sabot.wire.table_view import Status, TableView, You

HAPPENINGS_KEPT = 256
"""What happened lately, for callers that show it; the view does not need it."""

_TYPES = {field.name: field.type for field in fields(TableView)}

AboutTable = m.Snapshot | m.Update | m.LastSeconds | m.Crowd | m.Yours
"""Messages that a mirror understands."""


class Heard(Enum):
    """What a message did to the mirror."""

    CHANGED = auto()
    IGNORED = auto()  # older than what is known
    GAP = auto()  # something is missing: watch again, with `since`


class TableMirror:
    """One table, up to date as long as it hears every message about it."""

    def __init__(self) -> None:
        self.view: TableView | None = None
        self.you: You | None = None
        self.crowd: m.Crowd | None = None
        self.epoch = 0
        self.seq = 0
        self.happened: deque[AnyHappening] = deque(maxlen=HAPPENINGS_KEPT)

    @property
    def since(self) -> Since | None:
        """Where to go on after a pause."""
        return None if self.view is None else Since(epoch=self.epoch, seq=self.seq)

    def hear(self, message: AboutTable) -> Heard:
        """Take one message in."""
        match message:
            case m.Snapshot():
                return self._begin(message)
            case m.Update():
                return self._update(message)
            case m.LastSeconds():
                return self._last_seconds(message)
            case m.Crowd():
                self.crowd = message
            case m.Yours():
                self.you = message.you
        return Heard.CHANGED

    def _begin(self, snapshot: m.Snapshot) -> Heard:
        self.view, self.epoch, self.seq = snapshot.view, snapshot.epoch, snapshot.seq
        return Heard.CHANGED

    def _update(self, update: m.Update) -> Heard:
        if self.view is None or update.epoch != self.epoch:
            return Heard.GAP
        if update.seq <= self.seq:
            return Heard.IGNORED
        if update.after != self.seq:
            return Heard.GAP
        changes = {
            name: msgspec.convert(value, _TYPES[name], str_keys=True)
            for name, value in update.set.items()
            if name in _TYPES  # a later server may show more than we know
        }
        self.view, self.seq = replace(self.view, **changes), update.seq
        self.happened.extend(update.happened)
        return Heard.CHANGED

    def _last_seconds(self, message: m.LastSeconds) -> Heard:
        """It has no place in the log, so it counts only for the very state it was sent in."""
        here = (self.epoch, self.seq) == (message.epoch, message.seq)
        if self.view is None or not here:
            return Heard.IGNORED
        self.view = replace(self.view, status=Status.LAST_BETS)
        return Heard.CHANGED
