"""What adjustments, golden chips and expiry share: acts that are written with their money.

Owns the words of an act and the way it reaches the disk. An act is written once under an id made
from what it is about, so a repetition finds the first one; its time is a label that tells nothing
apart. Money it moves is held while it is on its way, so that no table promises it too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import msgspec

from sabot.errors import Refused
from sabot.ledger import Transfer
from sabot.service.money.funds import FundsBook
from sabot.service.office.acts import Act, act_of
from sabot.service.office.refusals import OfficeRefusal
from sabot.service.ports import (
    ActRow,
    ActStore,
    Clock,
    CommitFailure,
    Unit,
    WalletOpRow,
    WalletOpStore,
)
from sabot.service.wallets.desk import WalletDesk
from sabot.service.wallets.log import WalletLog

ID_MAX = 80
"""Characters of the id that the caller has chosen."""

EXPIRY_MS = 90 * 24 * 3_600_000
"""P8: ninety days, by the date of the house."""


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """What is written in the transaction of an act, because of it."""

    acts: Sequence[ActRow] = ()
    transfers: Sequence[Transfer] = ()
    rows: Sequence[WalletOpRow] = ()
    unit: Unit | None = None  # of a table, where the act belongs into its log


class Office:
    """The desk that writes acts; one in a house."""

    def __init__(
        self,
        acts: ActStore,
        log: WalletLog,
        desk: WalletDesk,
        *,
        wallet_ops: WalletOpStore,
        funds: FundsBook,
        clock: Clock,
        believes: Callable[[ActRow], bool] = lambda _act: True,
    ) -> None:
        self.act_store = acts
        self.clock = clock
        self._log = log
        self._desk = desk
        self._wallet_ops = wallet_ops
        self._funds = funds
        self._turn = asyncio.Lock()
        self.believes = believes  # whether an act is on the house log as it stands
        self._in_doubt: dict[str, tuple[ActRow, frozenset[str]]] = {}  # with wallet operations

    def act(
        self,
        kind: Act,
        act_id: str,
        *,
        subject: str,
        player: str,
        amount: int,
        actor: str,
        reason: str,
        body: msgspec.Struct | None = None,
    ) -> ActRow:
        """An act of now; the actor has a name and a reason (I14)."""
        return act_of(
            kind,
            act_id,
            subject=subject,
            player=player,
            amount=amount,
            actor=actor,
            reason=reason,
            body=body,
            at_ms=self.clock.wall_ms(),
        )

    async def record(
        self,
        act: ActRow,
        *,
        more: Sequence[ActRow] = (),
        transfers: Sequence[Transfer] = (),
        rows: Sequence[WalletOpRow] = (),
        unit: Unit | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> CommitFailure | None:
        """Write an act with its money; credits for an operator's player are sent afterwards.

        `more` are acts that follow from it and are written with it, `unit` is what the log of a
        table says about it. `check` may refuse, as in `carry_out`.
        """
        effect = Effect(acts=more, transfers=transfers, rows=rows, unit=unit)
        return await self.carry_out(act, lambda: effect, check=check)

    async def carry_out(
        self,
        act: ActRow,
        effect: Callable[[], Effect],
        *,
        check: Callable[[], None] = lambda: None,
    ) -> CommitFailure | None:
        """Write an act with what follows from it, computed when it is this act's turn.

        `check` may refuse: no other act is written between it and this one, so a ceiling holds for
        requests at the same moment. Amounts that `effect` takes from balances are held before any
        table decides again.

        One after the other: the store takes the same act twice for one, and its money would be
        booked twice here.
        """
        async with self._turn:
            if self._is_written(act):
                return CommitFailure.CONFLICT
            check()
            return await self._record(act, effect())

    async def _record(self, act: ActRow, effect: Effect) -> CommitFailure | None:
        acts = (act, *effect.acts)
        transfers, rows = effect.transfers, effect.rows
        self._funds.hold(transfers)
        try:
            failure = await self._log.record(acts, transfers=transfers, rows=rows, unit=effect.unit)
        except BaseException:
            # Whether it was written is not known: balances are read again.
            self._funds.release(transfers)
            self._funds.forget()
            self._in_doubt[act.id] = act, frozenset(row.id for row in rows)
            raise
        if failure is not None:
            self._funds.release(transfers)
            return failure
        self._funds.book(transfers)
        self._desk.take_up(rows)
        return None

    def take_up_in_doubt(self) -> None:
        """What was stored without an answer counts, and its credits are sent (I4).

        It may have got there after balances were read again.
        """
        for act, operations in [*self._in_doubt.values()]:
            if not self._is_written(act):
                continue
            del self._in_doubt[act.id]
            self._funds.forget()
            self._desk.recover(row for row in self._wallet_ops.unfinished() if row.id in operations)

    def acts(self, subject: str) -> list[ActRow]:
        """What the office did about a subject, as far as it is on record."""
        return [act for act in self.act_store.about(subject) if self.believes(act)]

    def acts_of(self, player: str) -> list[ActRow]:
        """What the office did about a player, as far as it is on record."""
        return [act for act in self.act_store.about_player(player) if self.believes(act)]

    def open_acts(self, kind: Act) -> list[ActRow]:
        """The acts of a kind that nothing has followed, as far as they are on record."""
        return [act for act in self.act_store.unanswered(kind) if self.believes(act)]

    def _is_written(self, act: ActRow) -> bool:
        return any(known.id == act.id for known in self.act_store.about(act.subject))


def checked_id(chosen: str) -> str:
    """An id that the caller has chosen: the same id is the same request."""
    plain = chosen.replace("-", "").replace(".", "").replace("_", "")
    if not (plain.isascii() and plain.isalnum()) or len(chosen) > ID_MAX:
        raise Refused(OfficeRefusal.ID, id=chosen[:ID_MAX])
    return chosen


def same_wish(one: ActRow, other: ActRow) -> bool:
    """Whether two acts are the same but for the moment."""
    return msgspec.structs.replace(one, at_ms=0) == msgspec.structs.replace(other, at_ms=0)
