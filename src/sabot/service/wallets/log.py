"""Where the wallet desk and the office write: one head in the store, so that only one is at work.

They belong to no table. They claim a name as tables do, and their rows go through the same group
commit; an owner that was replaced is fenced off like any stale owner.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from msgspec.structs import replace

from sabot.errors import Unavailable
from sabot.ledger import Transfer
from sabot.service.ports import ActRow, CommitFailure, Seals, Unit, UnitStore, WalletOpRow
from sabot.service.storage.committer import Committer
from sabot.service.wallets.signatures import signed

DESK = "wallets"
"""The name under which the desk is claimed; no table may be called this."""

log = logging.getLogger("sabot.wallets")


class WalletLog:
    """Writes the progress of wallet operations."""

    def __init__(self, store: UnitStore, committer: Committer, *, owner: str, seals: Seals) -> None:
        self._committer = committer
        self._seals = seals
        self._head = store.claim(DESK, owner)

    async def save(self, rows: Sequence[WalletOpRow]) -> None:
        """Write rows durably, or raise `Unavailable`."""
        failure = await self._committer.commit(self._unit(rows))
        if failure is None:
            return
        if failure is CommitFailure.FENCED:
            raise Unavailable("wallets/owner_changed")
        if len(rows) > 1:
            for row in rows:
                await self.save([row])
            return
        # The disk has an end for it that nothing may follow: it knows better than we do.
        log.error("op=%s state=%s not written: %s", rows[0].id, rows[0].state, failure)

    async def record(
        self,
        acts: Sequence[ActRow],
        *,
        transfers: Sequence[Transfer] = (),
        rows: Sequence[WalletOpRow] = (),
        unit: Unit | None = None,
    ) -> CommitFailure | None:
        """Write acts of the office and the money they move, wholly or not at all.

        `unit` is a table's, when they belong into its log.
        """
        unit = replace(
            unit or self._unit(()),
            acts=tuple(acts),
            transfers=tuple(transfers),
            wallet_ops=self._signed(rows),
        )
        failure = await self._committer.commit(unit)
        if failure is CommitFailure.FENCED:
            raise Unavailable("wallets/owner_changed")
        return failure

    def _unit(self, rows: Sequence[WalletOpRow]) -> Unit:
        head, ops = self._head, self._signed(rows)
        return Unit(table_id=DESK, epoch=head.epoch, after_seq=head.seq, wallet_ops=ops)

    def _signed(self, rows: Sequence[WalletOpRow]) -> tuple[WalletOpRow, ...]:
        """Every write has its own proof: the process that writes for us has no keys."""
        return tuple([signed(row, self._seals) for row in rows])
