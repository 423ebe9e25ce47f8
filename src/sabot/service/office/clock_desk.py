"""Where the house's clock is looked after: compared, written down, and confirmed by a person."""

from __future__ import annotations

import asyncio
import logging
from typing import NamedTuple

import msgspec

from sabot.errors import Refused, SabotError
from sabot.service.office.acts import Act
from sabot.service.office.four_eyes import FourEyes, Matter, Proposal
from sabot.service.office.office import Effect, Office
from sabot.service.office.refusals import ClockRefusal
from sabot.service.ports import ActRow
from sabot.service.proof.clock import ClockMarks, HouseClock

LOOK_SECONDS = 5
"""How soon a jump is noticed. Until then nothing follows the wall clock."""

MARK_EVERY = 12
"""Looks between two marks on the disk: a minute."""

AGREES_MS = 120_000
"""How far the clock of the confirming person may be from the wall clock."""

ALONE_MS = 3_600_000
"""How far one person may move the date of the house. An hour ends no pause and no limit by much; a
longer jump needs a second person, because limits and exclusions follow the new date at once."""

SUBJECT = "clock"

log = logging.getLogger("sabot.clock")


class ClockState(NamedTuple):
    """The clock as staff see it."""

    house_ms: int
    machine_ms: int
    doubted_at_ms: int | None
    confirmed_at_ms: int
    proposed_by: str | None = None  # the first of two people

    @property
    def jump_ms(self) -> int:
        """How far the machine's date is ahead of the house's."""
        return self.machine_ms - self.house_ms

    @property
    def needs_two(self) -> bool:
        """Whether a second person has to confirm."""
        return self.doubted_at_ms is not None and abs(self.jump_ms) > ALONE_MS


class Confirmed(msgspec.Struct, frozen=True, kw_only=True):
    """What the act of a confirmation says: the date before and after, and who else agreed."""

    before_ms: int
    after_ms: int
    proposal: str | None = None  # of the first person; None where one was enough


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What the first person proposes: to follow the wall clock over this jump, in this doubt."""

    doubted_at_ms: int
    jump_ms: int


class ClockDesk:
    """The keeper of the clock."""

    def __init__(
        self, clock: HouseClock, marks: ClockMarks, office: Office, four_eyes: FourEyes
    ) -> None:
        self._clock = clock
        self._marks = marks
        self._office = office
        self._four_eyes = four_eyes

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

    def with_proposal(self) -> ClockState:
        """The clock now, with the name of the person who has confirmed it first; reads the disk."""
        state = self.state()
        standing = self._standing(state)
        return state._replace(proposed_by=None if standing is None else standing.proposed_by)

    async def confirm(self, *, actor: str, at_ms: int, reason: str) -> ClockState:
        """Take the wall clock's date, which agrees with that of the person who says so.

        After a jump of more than an hour the first person proposes it and a second one decides.
        What has expired by the new date still has its notice before it (`office/expiry.py`).
        """
        state = self.state()
        if state.doubted_at_ms is None:
            raise Refused(ClockRefusal.NOT_IN_DOUBT)
        if abs(at_ms - state.machine_ms) > AGREES_MS:
            raise Refused(ClockRefusal.DISAGREES, machine_ms=state.machine_ms)
        if not state.needs_two:
            act = self._act(state, actor=actor, reason=reason)
            if await self._office.record(act) is not None:
                raise Refused(ClockRefusal.NOT_CONFIRMED)  # another manager was quicker
            return await self._taken()
        standing = self._standing(state)
        if standing is None:
            await self._propose(state, actor=actor, reason=reason)
            return self.with_proposal()
        await self._four_eyes.approve(
            Matter.CLOCK,
            standing.id,
            actor=actor,
            reason=reason,
            carry_out=lambda approved: Effect(
                acts=[self._act(state, actor=actor, reason=reason, proposal=approved.subject)]
            ),
        )
        return await self._taken()

    async def _propose(self, state: ClockState, *, actor: str, reason: str) -> None:
        doubted_at_ms = state.doubted_at_ms or 0
        await self._four_eyes.propose(
            Matter.CLOCK,
            f"{doubted_at_ms}.{state.house_ms}.{state.machine_ms}",
            actor=actor,
            reason=reason,
            body=Wanted(doubted_at_ms=doubted_at_ms, jump_ms=state.jump_ms),
        )

    def _standing(self, state: ClockState) -> Proposal | None:
        """What a colleague has proposed about this doubt and this jump, and no other."""
        if not state.needs_two:
            return None
        for proposal in self._four_eyes.waiting(Matter.CLOCK):
            wanted = _wanted(proposal)
            same = wanted is not None and wanted.doubted_at_ms == state.doubted_at_ms
            if same and wanted is not None and abs(wanted.jump_ms - state.jump_ms) <= AGREES_MS:
                return proposal
        return None

    def _act(
        self, state: ClockState, *, actor: str, reason: str, proposal: str | None = None
    ) -> ActRow:
        return self._office.act(
            Act.CLOCK_CONFIRMED,
            f"{SUBJECT}:confirmed:{len(self._office.act_store.about(SUBJECT)) + 1}",
            subject=SUBJECT,
            player="",
            amount=0,
            actor=actor,
            reason=reason,
            body=Confirmed(before_ms=state.house_ms, after_ms=state.machine_ms, proposal=proposal),
        )

    async def _taken(self) -> ClockState:
        """The confirmation is on the disk: the house follows the wall clock."""
        self._clock.confirm()
        await self._save()
        return self.state()


def _wanted(proposal: Proposal) -> Wanted | None:
    """What a proposal says; one that cannot be read is about nothing."""
    try:
        return msgspec.json.decode(proposal.body, type=Wanted)
    except msgspec.DecodeError:
        return None
