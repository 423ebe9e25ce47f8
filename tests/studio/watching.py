"""A table of a test with its moments, as the gateway keeps them for staff."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from tests.table.driver import Studio
from typing_extensions import override

from sabot.runtime.engine import Work
from sabot.service.tables.envelopes import Envelope
from sabot.studio.alarms import Clocks, alarms
from sabot.studio.moments import Moments
from sabot.table import commands as c
from sabot.table.config import AnyConfig
from sabot.table.record import codec
from sabot.wire.studio import AlarmShown

DAY_MS = 1_794_700_000_000
"""The date of the house at the start of a test."""


def name(actor: str) -> str:
    """What colleagues call an actor."""
    return actor.title()


class Watched(Studio):
    """A table that is told the date with every event, as a gateway is."""

    def __init__(self, config: AnyConfig) -> None:
        self.moments = Moments()
        super().__init__(config)

    @property
    def wall_ms(self) -> int:
        return DAY_MS + self.now_ms

    @override
    def batch(self, envelopes: Sequence[Envelope]) -> Work:
        work = self.engine.prepare(envelopes, wall_ms=self.wall_ms)
        self.book.commit(work.unit)
        self.engine.applied(work, now_ms=self.now_ms)
        number = self.state.seq - len(work.events)
        for event in work.events:
            number += 1
            self.moments.see(event, number=number, at_ms=self.wall_ms)
        return work

    @override
    def envelope(self, actor: str, command: c.Command, *, cmd_id: str | None = None) -> Envelope:
        """New cards say when they were new."""
        if isinstance(command, c.LoadShoe):
            command = replace(command, loaded_at_ms=self.wall_ms)
        return super().envelope(actor, command, cmd_id=cmd_id)

    def later(self, milliseconds: int) -> None:
        """Time passes, and the windows of the table with it only when a test ends them."""
        self.now_ms += milliseconds

    def alarms(self, **clocks: object) -> tuple[AlarmShown, ...]:
        """The alarms of the table at this moment."""
        known = Clocks(wall_ms=self.wall_ms, moments=self.moments, **clocks)  # type: ignore[arg-type]
        return alarms(self.state, known, name)

    def kinds(self, **clocks: object) -> list[str]:
        """The kinds of the alarms, the most urgent first."""
        return [one.kind for one in self.alarms(**clocks)]

    def replayed(self) -> Moments:
        """The moments as a gateway reads them from the disk after a start."""
        moments = Moments()
        for row in self.book.events[self.table_id]:
            event = codec.decode(row.kind, row.version, row.body)
            moments.see(event, number=row.seq, at_ms=row.at_ms)
        return moments
