"""Acts of the office that are written in the transaction of something other than money."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import asdict
from sqlalchemy import Connection

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.readers.house_log import SqlHouseLog
from sabot.adapters.units import speakable
from sabot.errors import Malformed
from sabot.service.ports import ActRow
from sabot.service.proof.log import act_recorded


def keep_acts(connection: Connection, acts: Sequence[ActRow], log: SqlHouseLog) -> None:
    """Insert acts; one whose id is taken undoes the whole transaction."""
    for act in acts:
        if not speakable(act.id, act.subject, act.player, act.actor, act.reason):
            raise Malformed("office/words", field="reason")
    if acts:
        connection.execute(s.OFFICE_ACT.insert(), [asdict(act) for act in acts])
        log.add(connection, [act_recorded(act) for act in acts])
