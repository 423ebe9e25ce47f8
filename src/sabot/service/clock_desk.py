"""Where the house's clock is looked after: compared, written down, and confirmed by a person."""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

import msgspec

from sabot.errors import Refused, SabotError
from sabot.service.acts import Act
from sabot.service.house_clock import ClockMarks, HouseClock
from sabot.service.office import Office

LOOK_SECONDS = 5
"""How soon a jump is noticed. Nothing follows the wall clock meanwhile."""

MARK_EVERY = 12
"""Looks between two marks on the disk: a minute."""

AGREES_MS = 120_000
"""How far the clock of whoever confirms may be from the wall clock."""

SUBJECT = "clock"

log = logging.getLogger("sabot.clock")


class ClockState(NamedTuple):
    """The clock as staff see it."""

    house_ms: int
    machine_ms: int
    doubted_at_ms: int | None
    confirmed_at_ms: int


class Confirmed(msgspec.Struct, frozen=True, kw_only=True):
    """What the act of a confirmation says: the date before and after."""

    before_ms: int
    after_ms: int


class ClockDesk:
    """The keeper of the clock."""

    def __init__(self, clock: HouseClock, marks: ClockMarks, office: Office) -> None:
        self._clock = clock
        self._marks = marks
        self._office = office

    async def run(self) -> None:
        """Look at the clocks and write the date down, until cancelled."""
        looks = 0
        while True:
            if looks % MARK_EVERY == 0:
                await self._save()
            looks += 1
            await asyncio.sleep(LOOK_SECONDS)
            self._clock.look()

    async def _save(self) -> None:
        try:
            await asyncio.to_thread(self._marks.save, self._clock.mark())
        except SabotError as error:
            # The last mark is older then, and the next start trusts the wall clock less.
            log.warning("clock not written down: %s", error.code)

    @property
    def in_doubt(self) -> bool:
        """Whether the wall clock has jumped and no person has confirmed it."""
        return self._clock.in_doubt

    def state(self) -> ClockState:
        """The clock now."""
        clock = self._clock
        clock.look()
        return ClockState(
            house_ms=clock.wall_ms(),
            machine_ms=clock.machine_ms,
            doubted_at_ms=clock.doubted_at_ms,
            confirmed_at_ms=clock.confirmed_at_ms,
        )

    async def confirm(self, *, actor: str, at_ms: int, reason: str) -> ClockState:
        """Take the wall clock's date, which agrees with that of the person who says so.

        What has expired by the new date still has its notice before it (`service/expiry.py`).
        """
        state = self.state()
        if state.doubted_at_ms is None:
            raise Refused("clock/not_in_doubt")
        if abs(at_ms - state.machine_ms) > AGREES_MS:
            raise Refused("clock/disagrees", machine_ms=state.machine_ms)
        act = self._office.act(
            Act.CLOCK_CONFIRMED,
            f"{SUBJECT}:confirmed:{len(self._office.store.acts(SUBJECT)) + 1}",
            subject=SUBJECT,
            player="",
            amount=0,
            actor=actor,
            reason=reason,
            body=Confirmed(before_ms=state.house_ms, after_ms=state.machine_ms),
        )
        if await self._office.record(act) is not None:
            raise Refused("clock/not_confirmed")  # another manager was quicker
        self._clock.confirm()
        await self._save()
        return self.state()
