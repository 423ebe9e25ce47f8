"""Ninety days: what was not finished by then is void (P8, F256).

Once an hour, never at start. Staff are told a week before: of a round that is still open, and of a
wallet operation that its operator has not acknowledged. The round is cancelled then and gives every
stake back, or goes on to its known result (R17). The wallet operation is for two people to decide
about (`expiry_desk.py`). A proposal that was never decided is void, and golden chips go
back to their promotion on their own day, which their grant names.

Nothing happens while the clock is in doubt, nor in the first seven days after a person has
confirmed it (`service/office/notices.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping

import msgspec

from sabot.service.office.acts import Act
from sabot.service.office.four_eyes import FourEyes, Matter
from sabot.service.office.golden import GoldenRack
from sabot.service.office.notices import Notices
from sabot.service.office.office import EXPIRY_MS, Office
from sabot.service.ports import EventStore, WalletOpStore
from sabot.service.tables.envelopes import from_house
from sabot.service.tables.link import TableLink
from sabot.table import commands as c
from sabot.table.authority import HOUSE
from sabot.table.dealing import result_known
from sabot.table.state import TableState

HOUR_SECONDS = 3_600

PAGE = 500
"""Events looked at together on the way back to the beginning of a round."""

REASON = "incomplete for 90 days"
ROUND_REASON = "expired/90_days"

log = logging.getLogger("sabot.expiry")


class Since(msgspec.Struct, frozen=True, kw_only=True):
    """The evidence: from when on ninety days were counted, and when staff were told."""

    since_ms: int
    announced_ms: int = 0


class Swept(msgspec.Struct, frozen=True, kw_only=True):
    """What one sweep found."""

    notices: int = 0
    rounds: int = 0
    credits: int = 0
    chips: int = 0


class Expiry:
    """The hourly sweep."""

    def __init__(
        self,
        office: Office,
        rack: GoldenRack,
        *,
        tables: Callable[[], Iterable[TableLink]],
        notices: Notices,
        events: EventStore,
        wallet_ops: WalletOpStore,
    ) -> None:
        self._office = office
        self._four_eyes = FourEyes(office)
        self._rack = rack
        self._tables = tables
        self._notices = notices
        self._events = events
        self._wallet_ops = wallet_ops

    async def run(self) -> None:
        """Sweep every hour, the first time an hour after the start, until cancelled."""
        while True:
            await asyncio.sleep(HOUR_SECONDS)
            try:
                swept = await self.sweep()
                log.info("swept %s", swept)
            except Exception:
                # What could not be voided now is older in an hour, and no table waits for it.
                log.exception("not swept")

    async def sweep(self) -> Swept:
        """Give notice of what is about to expire, and void what has."""
        if not self._notices.may_expire:
            return Swept()
        given = self._notices.given()
        notices, rounds = await self._rounds(given)
        swept = Swept(
            notices=notices + await self._tell_of_ops(given),
            rounds=rounds,
            credits=await self._proposals(self._office.clock.wall_ms() - EXPIRY_MS),
            chips=await self._rack.expire(),
        )
        self._office.take_up_in_doubt()
        return swept

    async def _rounds(self, given: Mapping[str, int]) -> tuple[int, int]:
        """Notices given about rounds, and rounds that were ended."""
        told = voided = 0
        for table in tuple(self._tables()):
            state = table.state
            if not state.in_round:
                continue
            opened, round_id = _opened_ms(self._events, state), state.current.round_id
            if self._notices.is_near(opened) and round_id not in given:
                await self._notices.give(round_id, since_ms=opened, amount=_staked(state))
                told += 1
            elif self._notices.is_due(since_ms=opened, given_ms=given.get(round_id)):
                await self._note(state, opened, given[round_id])
                voided += await self._end(table)
        return told, voided

    async def _end(self, table: TableLink) -> bool:
        state = table.state
        round_id = state.current.round_id
        command: c.Command = c.CancelRound(reason=ROUND_REASON, round_id=round_id)
        if result_known(state):
            command = c.Resume(reason=REASON)
        cmd_id = f"{round_id}:expired:{state.seq}"
        return (await table.submit(from_house(cmd_id, command))).accepted

    async def _note(self, state: TableState, opened: int, given_ms: int) -> None:
        """Say why first; after a crash in between it is said already, and the round goes on."""
        current = state.current
        act = self._office.act(
            Act.ROUND_EXPIRED,
            f"{current.round_id}:expired",
            subject=current.round_id,
            player="",
            amount=_staked(state),
            actor=HOUSE,
            reason=REASON,
            body=Since(since_ms=opened, announced_ms=given_ms),
        )
        await self._office.record(act)

    async def _tell_of_ops(self, given: Mapping[str, int]) -> int:
        """Give notice of operations that are almost ninety days old."""
        told = 0
        for row in self._wallet_ops.unfinished():
            if row.id not in given and self._notices.is_near(row.at_ms):
                await self._notices.give(
                    row.id, since_ms=row.at_ms, player=row.player, amount=row.amount
                )
                told += 1
        return told

    async def _proposals(self, limit: int) -> int:
        voided = 0
        for matter in Matter:
            for proposal in self._four_eyes.waiting(matter):
                if proposal.proposed_at_ms > limit:
                    continue
                since = Since(since_ms=proposal.proposed_at_ms)
                voided += await self._four_eyes.void(proposal, reason=REASON, body=since)
        return voided


def _staked(state: TableState) -> int:
    return sum(bet.stake for bet in state.current.bets.values())


def _opened_ms(events: EventStore, state: TableState) -> int:
    """The label of the event that opened the round in play."""
    round_id = state.current.round_id
    after = max(0, state.seq - PAGE)
    while True:
        mine = [e for e in events.read(state.table_id, after=after) if e.round_id == round_id]
        if after == 0 or mine[0].seq > after + 1:
            return mine[0].at_ms
        after = max(0, after - PAGE)
