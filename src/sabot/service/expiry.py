"""Ninety days: what nobody finished by then is void (P8, F256).

Once an hour, never at start: a round that is still open is cancelled and gives every stake back, or
goes on to its known result (R17); a wallet operation nobody acknowledged is repeated no more, and a
credit among them moves from the operator's clearing account to the expired account; a manual credit
nobody decided is void; golden chips go back to their promotion on their own day.

The house's date decides, which needs evidence of elapsed time (`service/house_clock.py`). Nothing
expires while the clock is in doubt, nor in the first seven days after a person has confirmed it: a
wrong confirmation can be put right before it costs anybody money.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from sabot.errors import Refused
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.service.acts import Act
from sabot.service.adjustments import ADJUSTMENT
from sabot.service.envelopes import from_house
from sabot.service.four_eyes import FourEyes, Matter
from sabot.service.golden import GoldenRack
from sabot.service.link import TableLink
from sabot.service.office import EXPIRY_MS, Office
from sabot.service.players import Directory
from sabot.service.ports import Store, WalletOpRow, WalletOpState
from sabot.service.postings import REFUND, RESULT
from sabot.service.wallet_desk import WalletDesk
from sabot.table import commands as c
from sabot.table.authority import HOUSE
from sabot.table.play import result_known
from sabot.table.state import TableState

HOUR_SECONDS = 3_600

NOTICE_MS = 7 * 24 * 3_600_000
"""How long staff have to object after a confirmation of the clock."""

PAGE = 500
"""Events looked at together on the way back to the beginning of a round."""

REASON = "incomplete for 90 days"
ROUND_REASON = "expired/90_days"

CREDITS = frozenset({RESULT, REFUND, ADJUSTMENT})

log = logging.getLogger("sabot.expiry")


class Since(msgspec.Struct, frozen=True, kw_only=True):
    """The label from which ninety days were counted."""

    since_ms: int


class Swept(msgspec.Struct, frozen=True, kw_only=True):
    """What one sweep found."""

    rounds: int = 0
    wallet_ops: int = 0
    credits: int = 0
    chips: int = 0


class Evidence(Protocol):
    """What is known about the house's date."""

    @property
    def in_doubt(self) -> bool: ...
    @property
    def confirmed_at_ms(self) -> int: ...


class Expiry:
    """The hourly sweep."""

    def __init__(
        self,
        office: Office,
        desk: WalletDesk,
        rack: GoldenRack,
        *,
        directory: Directory,
        tables: Callable[[], Iterable[TableLink]],
        evidence: Evidence,
    ) -> None:
        self._office = office
        self._four_eyes = FourEyes(office)
        self._desk = desk
        self._rack = rack
        self._directory = directory
        self._tables = tables
        self._evidence = evidence

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
        """Void what is ninety days old by now, on good evidence."""
        now_ms = self._office.clock.wall_ms()
        if self._evidence.in_doubt or now_ms - self._evidence.confirmed_at_ms < NOTICE_MS:
            return Swept()
        limit = now_ms - EXPIRY_MS
        swept = Swept(
            rounds=await self._rounds(limit),
            wallet_ops=await self._wallet_ops(self._office.store.open_wallet_ops(), limit),
            credits=await self._proposals(limit),
            chips=await self._rack.expire(),
        )
        self._office.take_up_in_doubt()
        return swept

    async def _rounds(self, limit: int) -> int:
        voided = 0
        for table in tuple(self._tables()):
            state = table.state
            opened = _opened_ms(self._office.store, state) if state.in_round else limit + 1
            if opened > limit:
                continue
            await self._note(state, opened)
            known = result_known(state)
            command = c.Resume(reason=REASON) if known else c.CancelRound(reason=ROUND_REASON)
            cmd_id = f"{state.current.round_id}:expired:{state.seq}"
            reply = await table.submit(from_house(cmd_id, command))
            voided += reply.accepted
        return voided

    async def _note(self, state: TableState, opened: int) -> None:
        """Say why first; after a crash in between it is said already, and the round goes on."""
        current = state.current
        act = self._office.act(
            Act.ROUND_EXPIRED,
            f"{current.round_id}:expired",
            subject=current.round_id,
            player="",
            amount=sum(bet.stake for bet in current.bets.values()),
            actor=HOUSE,
            reason=REASON,
            body=Since(since_ms=opened),
        )
        await self._office.record(act)

    async def _wallet_ops(self, rows: Iterable[WalletOpRow], limit: int) -> int:
        ended = 0
        for row in rows:
            if row.at_ms > limit:
                continue
            try:
                ended += await self._expired(row)
            except Refused as error:
                # A player nobody knows: for a person to look at, and no reason to stop here.
                log.error("op=%s not expired: %s", row.id, error)  # noqa: TRY400
        return ended

    async def _expired(self, row: WalletOpRow) -> bool:
        """Give an operation up; whether it was still open."""
        act = self._office.act(
            Act.WALLET_EXPIRED,
            f"{row.id}:expired",
            subject=row.id,
            player=row.player,
            amount=row.amount,
            actor=HOUSE,
            reason=REASON,
            body=Since(since_ms=row.at_ms),
        )
        transfers = []
        if row.kind in CREDITS and row.amount:
            player = self._directory.player(row.player)
            transfer = Transfer(
                id=act.id,
                kind=TransferKind.EXPIRY,
                debit=player.account,
                credit=str(Account(AccountKind.EXPIRED, "house", player.currency)),
                amount=row.amount,
            )
            transfers.append(transfer)
        if not self._desk.give_up(row.id):
            return False  # acknowledged at last: the disk is about to say that
        ended = msgspec.structs.replace(row, state=WalletOpState.EXPIRED)
        return await self._office.record(act, transfers=transfers, rows=[ended]) is None

    async def _proposals(self, limit: int) -> int:
        voided = 0
        for matter in Matter:
            for proposal in self._four_eyes.waiting(matter):
                if proposal.proposed_at_ms > limit:
                    continue
                since = Since(since_ms=proposal.proposed_at_ms)
                voided += await self._four_eyes.void(proposal, reason=REASON, body=since)
        return voided


def _opened_ms(store: Store, state: TableState) -> int:
    """The label of the event that opened the round in play."""
    round_id = state.current.round_id
    after = max(0, state.seq - PAGE)
    while True:
        mine = [e for e in store.events(state.table_id, after=after) if e.round_id == round_id]
        if after == 0 or mine[0].seq > after + 1:
            return mine[0].at_ms
        after = max(0, after - PAGE)
