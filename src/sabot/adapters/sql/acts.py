"""Acts of the office that are written with something else than money, in its transaction."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import asdict
from sqlalchemy import Connection

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.house_log import SqlHouseLog
from sabot.adapters.units import speakable
from sabot.errors import Malformed
from sabot.service.house_log import act_recorded
from sabot.service.ports import ActRow


def keep_acts(connection: Connection, acts: Sequence[ActRow], log: SqlHouseLog) -> None:
    """Insert acts; one whose id is taken undoes everything that was to be written with it."""
    for act in acts:
        if not speakable(act.id, act.subject, act.player, act.actor, act.reason):
            raise Malformed("office/words", field="reason")
    if acts:
        connection.execute(s.OFFICE_ACT.insert(), [asdict(act) for act in acts])
        log.add(connection, [act_recorded(act) for act in acts])
