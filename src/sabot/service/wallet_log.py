"""Where the wallet desk writes: its own head in the store, so that only one desk can be at work.

The desk belongs to no table. It claims a name as tables do, and its rows go through the same group
commit; a desk that was replaced is fenced off like any stale owner.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from sabot.errors import Unavailable
from sabot.service.committer import Committer
from sabot.service.ports import CommitFailure, Store, Unit, WalletOpRow

DESK = "wallets"
"""The name under which the desk is claimed; no table may be called this."""

log = logging.getLogger("sabot.wallets")


class WalletLog:
    """Writes the progress of wallet operations."""

    def __init__(self, store: Store, committer: Committer, *, owner: str) -> None:
        self._committer = committer
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

    def _unit(self, rows: Sequence[WalletOpRow]) -> Unit:
        head = self._head
        return Unit(table_id=DESK, epoch=head.epoch, after_seq=head.seq, wallet_ops=tuple(rows))
