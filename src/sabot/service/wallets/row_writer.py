"""Writes operations down durably, again and again until the disk has them.

Owns the rows that are not known to be on the disk. Knows no wallet.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from sabot.errors import SabotError
from sabot.service.ports import WalletOpRow
from sabot.service.wallets import lanes
from sabot.service.wallets.lanes import Jitter

log = logging.getLogger("sabot.wallets")

STOP_SECONDS = 5
"""How long a shutdown waits for the disk; what is not written then is asked again."""

ROWS_MAX = 500
"""Rows written together."""

Save = Callable[[Sequence[WalletOpRow]], Awaitable[None]]
"""Writes rows durably; raises `Unavailable` when that is not known to have worked."""


class RowWriter:
    """The rows that are to be written."""

    def __init__(
        self, save: Save, *, jitter: Jitter, written: Callable[[WalletOpRow], None]
    ) -> None:
        self._save = save
        self._jitter = jitter
        self._written = written
        self._unsaved: dict[str, WalletOpRow] = {}
        self._saving: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """Whether everything is on the disk."""
        return not self._unsaved

    def unsaved(self, op_id: str) -> WalletOpRow | None:
        """The row of an operation, while it is not known to be on the disk."""
        return self._unsaved.get(op_id)

    def drop(self, op_id: str) -> None:
        """Another part writes this operation."""
        self._unsaved.pop(op_id, None)

    def write(self, row: WalletOpRow) -> None:
        """Write a row soon."""
        self._unsaved[row.id] = row
        if self._saving is None or self._saving.done():
            self._saving = asyncio.create_task(self._write(), name="wallet desk")

    async def stop(self) -> None:
        """Finish what is being written, if the disk answers in time."""
        if self._saving is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(STOP_SECONDS):
                    await self._saving

    async def _write(self) -> None:
        failures = 0
        while self._unsaved:
            rows = list(self._unsaved.values())[:ROWS_MAX]
            try:
                await self._save(rows)
            except SabotError as error:
                # Until it is written the call may be made once more: the same id, the same answer.
                # Where another's facts disagree, and it is unclear whose, ours stay as they were.
                log.warning("wallet operations not written: %s", error)
                await asyncio.sleep(lanes.SAVE_BACKOFF.seconds(failures, self._jitter()))
                failures += 1
                continue
            failures = 0
            for row in rows:
                if self._unsaved.get(row.id) is row:
                    del self._unsaved[row.id]
                self._written(row)
