"""Chat in the database: a row a line, numbered room by room, and a row an act of moderation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict, replace
from sqlalchemy import Connection, RowMapping, Select, delete, func, select, update

from sabot.adapters.sql import schema as s
from sabot.adapters.sql import statements
from sabot.adapters.sql.store import SqlStore
from sabot.adapters.units import speakable
from sabot.errors import Malformed, Unavailable
from sabot.service.chat.ports import ActKind, ChatAct, ChatLine, Unanswered
from sabot.service.chat.rooms import PLAYER, SUPPORT

ATTEMPTS_MAX = 5
"""How often a number is tried that another process was quicker to take."""


class SqlChat:
    """Lines and acts in SQLite or PostgreSQL."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store

    def say(self, line: ChatLine) -> ChatLine:
        """Keep a line under the next number of its room, even if older ones are forgotten."""
        _check_words(line.room, line.speaker, line.nickname, line.text)
        table = s.CHAT_ROOM

        def write(connection: Connection) -> ChatLine:
            first = statements.insert_into(connection.dialect, table)
            row = first.values(room=line.room, lines=1)
            counted = row.on_conflict_do_update(
                index_elements=[table.c.room], set_={"lines": table.c.lines + 1}
            ).returning(table.c.lines)
            kept = replace(line, number=connection.execute(counted).scalar_one())
            connection.execute(s.CHAT_LINE.insert().values(asdict(kept)))
            return kept

        return self._store.written(write)

    def line(self, room: str, number: int) -> ChatLine | None:
        """One line."""
        if not speakable(room):
            return None
        columns = s.CHAT_LINE.c
        query = select(s.CHAT_LINE).where(columns.room == room, columns.number == number)
        with self._store.reading() as connection:
            row = connection.execute(query).mappings().one_or_none()
        return None if row is None else _line(row)

    def last(self, room: str, *, count: int) -> Sequence[ChatLine]:
        """The newest lines of a room, oldest first."""
        if not speakable(room):
            return []
        columns = s.CHAT_LINE.c
        newest = select(s.CHAT_LINE).where(columns.room == room)
        query = newest.order_by(columns.number.desc()).limit(count)
        with self._store.reading() as connection:
            rows = connection.execute(query).mappings().all()
        return [_line(row) for row in reversed(rows)]

    def unanswered(self, room: str | None = None) -> Sequence[Unanswered]:
        """Every support, or this one, whose player waits for an answer; who waits longest first."""
        if not speakable(room or ""):
            return []
        query, columns = _unanswered(), s.CHAT_LINE.c
        if room is not None:
            query = query.where(columns.room == room)
        with self._store.reading() as connection:
            rows = connection.execute(query).all()
        found = [
            Unanswered(room=row[0], nickname=row[1], since_ms=row[2], lines=row[3]) for row in rows
        ]
        return sorted(found, key=lambda one: (one.since_ms, one.room))

    def delete(self, act: ChatAct) -> ChatAct | None:
        """Mark a line as deleted, with the act that says so, both or none."""
        columns = s.CHAT_LINE.c
        marked = (
            update(s.CHAT_LINE)
            .where(
                columns.room == act.place,
                columns.number == act.number,
                columns.deleted_ms.is_(None),
            )
            .values(deleted_ms=act.at_ms)
            .returning(columns.number)
        )

        def write(connection: Connection) -> ChatAct | None:
            if connection.execute(marked).one_or_none() is None:
                return None
            return _keep(connection, act)

        return self._store.written(write)

    def act(self, act: ChatAct) -> ChatAct:
        """Keep an act under the next id."""
        return self._store.written(lambda connection: _keep(connection, act))

    def acts(self, *, player: str | None = None, place: str | None = None) -> Sequence[ChatAct]:
        """Acts in order: all, of one player, or about one place."""
        if not speakable(player or "", place or ""):
            return []
        query = select(s.CHAT_ACT).order_by(s.CHAT_ACT.c.id)
        if player is not None:
            query = query.where(s.CHAT_ACT.c.player == player)
        if place is not None:
            query = query.where(s.CHAT_ACT.c.place == place)
        with self._store.reading() as connection:
            rows = connection.execute(query).mappings().all()
        return [_act(row) for row in rows]

    def forget(self, before_ms: int) -> int:
        """Remove the lines that were said before."""
        old = delete(s.CHAT_LINE).where(s.CHAT_LINE.c.at_ms < before_ms)
        return self._store.written(lambda connection: connection.execute(old).rowcount)


def _unanswered() -> Select[*tuple[Any, ...]]:
    """Rooms of support with lines of their player after the last of staff.

    Names of rooms are in the order of their bytes, so supports lie side by side under the key. One
    player has one nickname.
    """
    line, staff = s.CHAT_LINE.c, s.CHAT_LINE.alias("staff").c
    answered = select(func.coalesce(func.max(staff.number), 0)).where(
        staff.room == line.room, staff.role != PLAYER, staff.deleted_ms.is_(None)
    )
    return (
        select(line.room, func.max(line.nickname), func.min(line.at_ms), func.count())
        .where(
            line.room > f"{SUPPORT}:",
            line.room < f"{SUPPORT};",
            line.deleted_ms.is_(None),
            line.number > answered.scalar_subquery(),
        )
        .group_by(line.room)
    )


def _keep(connection: Connection, act: ChatAct) -> ChatAct:
    _check_words(act.place, act.player, act.actor, act.reason, act.before)
    table = s.CHAT_ACT
    for _ in range(ATTEMPTS_MAX):
        newest = connection.execute(select(func.max(table.c.id))).scalar_one()
        kept = replace(act, id=(newest or 0) + 1)
        row: dict[str, Any] = {**asdict(kept), "kind": kept.kind.value}
        new = statements.insert_into(connection.dialect, table).values(row)
        written = new.on_conflict_do_nothing().returning(table.c.id)
        if connection.execute(written).one_or_none() is not None:
            return kept
    raise Unavailable("store/busy", reason="collided with other writers")


def _check_words(*words: str) -> None:
    if not speakable(*words):
        raise Malformed("chat/unreadable")


def _line(row: RowMapping) -> ChatLine:
    return ChatLine(**row)


def _act(row: RowMapping) -> ChatAct:
    return ChatAct(**{**row, "kind": ActKind(row["kind"])})
