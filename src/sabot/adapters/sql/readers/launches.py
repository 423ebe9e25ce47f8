"""What operators send, in the database: launches of players, and the nonces of signed requests.

Owns their statements. It shares the store's connections and its one writer.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, delete, select, update

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.signing import Signing
from sabot.adapters.units import speakable
from sabot.money import Currency
from sabot.service.identity.rows import LaunchRow, LaunchUse

_LAUNCH = s.IDENTITY_LAUNCH.c
_CURRENCIES = frozenset(map(str, Currency))

log = logging.getLogger("sabot.identity")


class SqlLaunches:
    """Launches in SQLite or PostgreSQL."""

    def __init__(self, database: Database, signing: Signing) -> None:
        self._database = database
        self._signing = signing

    def add(self, row: LaunchRow) -> None:
        """Keep a launch."""
        stored = self._signing.launch(row)
        self._database.written(
            lambda connection: statements.added(connection, s.IDENTITY_LAUNCH, stored)
        )

    def use(self, digest: bytes, *, at_ms: int) -> LaunchUse:
        """Use a launch; of all attempts, one wins. Always two statements, whatever the result."""
        fresh = and_(
            _LAUNCH.digest == digest, _LAUNCH.used_at_ms.is_(None), _LAUNCH.expires_at_ms > at_ms
        )
        use = update(s.IDENTITY_LAUNCH).where(fresh).values(used_at_ms=at_ms)
        look = select(s.IDENTITY_LAUNCH).where(_LAUNCH.digest == digest)

        def write(connection: Connection) -> LaunchUse:
            won = connection.execute(use).rowcount == 1
            row = self._launch_of(connection.execute(look).one_or_none())
            return LaunchUse(row=row, won=won and row is not None)

        return self._database.written(write)

    def get(self, digest: bytes) -> LaunchRow | None:
        """A launch, used or not."""
        with self._database.reading() as connection:
            look = select(s.IDENTITY_LAUNCH).where(_LAUNCH.digest == digest)
            return self._launch_of(connection.execute(look).one_or_none())

    def withdraw(self, operator: str, operator_player: str) -> int:
        """Drop every launch of a player, used or not."""
        if not speakable(operator, operator_player):
            return 0
        theirs = and_(_LAUNCH.operator == operator, _LAUNCH.operator_player == operator_player)
        gone = delete(s.IDENTITY_LAUNCH).where(theirs)
        return self._database.written(lambda connection: connection.execute(gone).rowcount)

    def _launch_of(self, row: Sequence[Any] | None) -> LaunchRow | None:
        """A launch, if the house gave it out."""
        launch = None if row is None else _launch_of(row)
        if row is None or launch is None or self._signing.is_launch(launch, row[-1]):
            return launch
        log.error("a launch of operator=%s was not given out by this house", launch.operator)
        return None


class SqlRequests:
    """Nonces of signed requests in SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, operator: str, nonce: str, *, at_ms: int) -> bool:
        """Remember the nonce of a signed request."""
        row = {"operator": operator, "nonce": nonce, "at_ms": at_ms}
        return self._database.written(
            lambda connection: statements.added(connection, s.SIGNED_REQUEST, row)
        )


def _launch_of(row: Sequence[Any]) -> LaunchRow | None:
    fields = dict(zip(LaunchRow.__struct_fields__, row[:-1], strict=True))
    if fields["currency"] not in _CURRENCIES:
        return None
    return LaunchRow(**fields | {"currency": Currency(fields["currency"])})
