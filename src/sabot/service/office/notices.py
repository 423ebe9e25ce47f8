"""Notices of what is about to expire, and the evidence without which nothing does (P8).

Owns when something may expire: it is ninety days old by the house's date, the clock is not in
doubt, and seven days have passed since the notice and since a person last confirmed the clock. A
notice is an act of the house, so staff can list it, and it is on record before anything happens.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from sabot.errors import Refused
from sabot.service.office.acts import Act
from sabot.service.office.office import EXPIRY_MS, Office
from sabot.service.office.refusals import ExpiryRefusal
from sabot.table.authority import HOUSE

NOTICE_MS = 7 * 24 * 3_600_000
"""How long staff have to object: a week, in which every shift works once."""

REASON = "incomplete for 90 days soon"


class Evidence(Protocol):
    """What is known about the house's date (`service/proof/clock.py`)."""

    @property
    def in_doubt(self) -> bool: ...
    @property
    def confirmed_at_ms(self) -> int: ...


class NoticeBody(msgspec.Struct, frozen=True, kw_only=True):
    """The date from which ninety days are counted."""

    since_ms: int


class Notices:
    """What staff were told is about to expire."""

    def __init__(self, office: Office, evidence: Evidence) -> None:
        self._office = office
        self._evidence = evidence

    @property
    def may_expire(self) -> bool:
        """Whether the clock is good enough for anything to expire by it."""
        now_ms = self._office.clock.wall_ms()
        settled = now_ms - self._evidence.confirmed_at_ms >= NOTICE_MS
        return settled and not self._evidence.in_doubt

    def given(self) -> dict[str, int]:
        """When each notice was given, by what it is about."""
        acts = self._office.act_store.unanswered(Act.EXPIRY_ANNOUNCED)
        return {act.subject.removeprefix("notice:"): act.at_ms for act in acts}

    def is_near(self, since_ms: int) -> bool:
        """Whether it is time for a notice."""
        return self._office.clock.wall_ms() - since_ms >= EXPIRY_MS - NOTICE_MS

    async def give(self, name: str, *, since_ms: int, player: str = "", amount: int = 0) -> None:
        """Tell staff that something is about to expire, once."""
        subject = f"notice:{name}"
        act = self._office.act(
            Act.EXPIRY_ANNOUNCED,
            f"{subject}:announced",
            subject=subject,
            player=player,
            amount=amount,
            actor=HOUSE,
            reason=REASON,
            body=NoticeBody(since_ms=since_ms),
        )
        await self._office.record(act)

    def is_due(self, *, since_ms: int, given_ms: int | None) -> bool:
        """Whether something of this age, with a notice of this date, may expire now."""
        return given_ms is not None and self._office.clock.wall_ms() >= due_ms(since_ms, given_ms)

    def check_due(self, *, since_ms: int, given_ms: int | None) -> None:
        """Refuse to let something expire too early, or by a clock that may be wrong."""
        if not self.may_expire:
            raise Refused(ExpiryRefusal.CLOCK, confirmed_at_ms=self._evidence.confirmed_at_ms)
        if given_ms is None:
            raise Refused(ExpiryRefusal.NO_NOTICE)
        if not self.is_due(since_ms=since_ms, given_ms=given_ms):
            raise Refused(ExpiryRefusal.TOO_EARLY, due_ms=due_ms(since_ms, given_ms))


def due_ms(since_ms: int, given_ms: int) -> int:
    """When something may expire at the earliest."""
    return max(since_ms + EXPIRY_MS, given_ms + NOTICE_MS)
