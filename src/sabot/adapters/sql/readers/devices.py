"""The devices from which accounts have signed in, in the database.

Owns their statements. It shares the store's connections and its one writer.
"""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, select, update

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.signing import Signing
from sabot.service.identity.rows import DeviceRow

_DEVICE = s.IDENTITY_DEVICE.c


class SqlDevices:
    """Known devices in SQLite or PostgreSQL."""

    def __init__(self, database: Database, signing: Signing) -> None:
        self._database = database
        self._signing = signing

    def add(self, row: DeviceRow, *, most: int) -> None:
        """Keep a device; of its account's, those seen longest ago make room for it."""
        newest = select(_DEVICE.digest).where(_DEVICE.account_id == row.account_id)
        newest = newest.order_by(_DEVICE.seen_at_ms.desc(), _DEVICE.digest.desc()).limit(most - 1)
        spare = and_(_DEVICE.account_id == row.account_id, _DEVICE.digest.not_in(newest))

        def write(connection: Connection) -> None:
            connection.execute(delete(s.IDENTITY_DEVICE).where(spare))
            statements.added(connection, s.IDENTITY_DEVICE, self._signing.device(row))

        self._database.written(write)

    def get(self, digest: bytes) -> DeviceRow | None:
        """A device by the digest of its token."""
        query = select(s.IDENTITY_DEVICE).where(_DEVICE.digest == digest)
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        device = DeviceRow(**dict(zip(DeviceRow.__struct_fields__, row[:-1], strict=True)))
        return device if self._signing.is_device(device, row[-1]) else None

    def seen(self, digest: bytes, *, at_ms: int) -> None:
        """Write when a device last signed in."""
        change = update(s.IDENTITY_DEVICE).where(_DEVICE.digest == digest)
        self._database.written(
            lambda connection: connection.execute(change.values(seen_at_ms=at_ms))
        )

    def forget(self, account_id: str, *, but: bytes | None = None) -> None:
        """Drop the devices of an account, all but one."""
        gone = delete(s.IDENTITY_DEVICE).where(
            _DEVICE.account_id == account_id, _DEVICE.digest != (but or b"")
        )
        self._database.written(lambda connection: connection.execute(gone))

    def forget_before(self, at_ms: int) -> int:
        """Drop devices that were last seen before a date."""
        gone = delete(s.IDENTITY_DEVICE).where(_DEVICE.seen_at_ms < at_ms)
        return self._database.written(lambda connection: connection.execute(gone).rowcount)
