"""The mark of a house's clock in the database: one row."""

from __future__ import annotations

from msgspec.structs import asdict
from sqlalchemy import Connection, and_, func, select

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer import statements
from sabot.service.proof.clock import Mark

_CLOCK = s.HOUSE_CLOCK.c
ROW = 1


class SqlClockMarks:
    """The mark in SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def load(self) -> Mark | None:
        """The last mark; None in a new house."""
        fields = [_CLOCK[name] for name in Mark.__struct_fields__]
        with self._database.reading() as connection:
            found = connection.execute(select(*fields).where(_CLOCK.id == ROW))
            row = found.mappings().one_or_none()
        return None if row is None else Mark(**row)

    def latest_ms(self) -> int:
        """The latest label: of the event at each table's head, and of the acts; 0 without any."""
        head, event = s.TABLE_HEAD.c, s.EVENT.c
        last = and_(event.table_id == head.table_id, event.seq == head.seq)
        query = select(func.max(event.at_ms)).select_from(s.TABLE_HEAD.join(s.EVENT, last))
        with self._database.reading() as connection:
            found = connection.execute(query).scalar()
            act = connection.execute(select(func.max(s.OFFICE_ACT.c.at_ms))).scalar()
        return max(one if isinstance(one, int) else 0 for one in (found, act))

    def save(self, mark: Mark) -> None:
        """Replace the mark."""

        def write(connection: Connection) -> None:
            new = statements.insert_into(connection.dialect, s.HOUSE_CLOCK)
            row = new.values(id=ROW, **asdict(mark))
            connection.execute(
                row.on_conflict_do_update(index_elements=[_CLOCK.id], set_=asdict(mark))
            )

        self._database.written(write)
