"""Alarms that are over, on record: when each began and ended, and which colleague took it.

Owns the act that is written when an alarm ends. An alarm that stands is worked out from its table
and never stored; its marks are events of the table. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from sabot.service.office.acts import WORDS_MAX, Act
from sabot.service.office.office import Office
from sabot.service.ports import ActRow
from sabot.table.authority import HOUSE

Facts = Mapping[str, str | int | bool]


class PastAlarm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An alarm from its beginning to its end; `seen_by` is a name, empty if no person took it."""

    table: str
    alarm: str
    kind: str
    priority: str
    facts: Facts
    began_ms: int
    ended_ms: int
    seen_by: str = ""
    seen_at_ms: int = 0

    @property
    def subject(self) -> str:
        """What its act is about: one beginning of one alarm at one table."""
        return f"alarm:{self.table}:{self.alarm}@{self.began_ms}"


_past = msgspec.json.Decoder(PastAlarm).decode


class PastAlarms:
    """Writes and reads the acts."""

    def __init__(self, office: Office) -> None:
        self._office = office

    async def keep(self, past: PastAlarm) -> None:
        """Write an alarm that is over; one that is on record already stays as it is."""
        act = self._office.act(
            Act.ALARM_OVER,
            f"{past.subject}:over",
            subject=past.subject,
            player="",
            amount=0,
            actor=HOUSE,
            reason=past.kind[:WORDS_MAX],
            body=past,
        )
        await self._office.record(act)

    def since(self, at_ms: int) -> list[PastAlarm]:
        """The alarms that ended since a moment, the oldest first; reads the disk."""
        acts = self._office.act_store.by_actor(HOUSE, since_ms=at_ms)
        found = _readable(act for act in acts if act.kind == Act.ALARM_OVER)
        return sorted(found, key=lambda one: (one.began_ms, one.table, one.alarm))


def _readable(acts: Iterable[ActRow]) -> Iterable[PastAlarm]:
    """What can be read; a damaged row is missing from a list and stops nothing."""
    for act in acts:
        try:
            yield _past(act.body)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
