"""Chat in the database: a row for each line, numbered by room, and for each act of moderation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict, replace
from sqlalchemy import Connection, RowMapping, Select, delete, func, select, update

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer import statements
from sabot.adapters.units import speakable
from sabot.errors import Malformed, Unavailable
from sabot.service.chat.ports import ActKind, ChatAct, ChatLine, Unanswered
from sabot.service.chat.refusals import ChatRefusal
from sabot.service.chat.rooms import PLAYER, STAFF, SUPPORT
from sabot.service.storage.refusals import StoreFault

ATTEMPTS_MAX = 5
"""Attempts to take a number while other processes take numbers too."""


class SqlChat:
    """Lines and acts in SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

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
            values = {name: value for name, value in asdict(kept).items() if name != "answered"}
            connection.execute(s.CHAT_LINE.insert().values(values))
            return kept

        return self._database.written(write)

    def line(self, room: str, number: int) -> ChatLine | None:
        """One line."""
        if not speakable(room):
            return None
        columns = s.CHAT_LINE.c
        query = select(s.CHAT_LINE).where(columns.room == room, columns.number == number)
        with self._database.reading() as connection:
            row = connection.execute(query).mappings().one_or_none()
        return None if row is None else _line(row)

    def last(self, room: str, *, count: int) -> Sequence[ChatLine]:
        """The newest lines of a room, oldest first."""
        if not speakable(room):
            return []
        columns = s.CHAT_LINE.c
        newest = select(s.CHAT_LINE).where(columns.room == room)
        query = newest.order_by(columns.number.desc()).limit(count)
        with self._database.reading() as connection:
            rows = connection.execute(query).mappings().all()
        return [_line(row) for row in reversed(rows)]

    def latest(self, *, count: int) -> Sequence[ChatLine]:
        """The newest lines of all rooms but the private ones of staff, oldest first."""
        columns = s.CHAT_LINE.c
        newest = select(s.CHAT_LINE).where(columns.room.not_like(f"{STAFF}:%"))
        return self._newest(newest.order_by(columns.at_ms.desc()), count)

    def lines_of(self, speaker: str, *, count: int) -> Sequence[ChatLine]:
        """The newest lines of one person in all rooms, oldest first."""
        if not speakable(speaker):
            return []
        columns = s.CHAT_LINE.c
        theirs = select(s.CHAT_LINE).where(columns.speaker == speaker)
        return self._newest(theirs.order_by(columns.at_ms.desc()), count)

    def _newest(self, query: Select[*tuple[Any, ...]], count: int) -> Sequence[ChatLine]:
        with self._database.reading() as connection:
            rows = connection.execute(query.limit(count)).mappings().all()
        return [_line(row) for row in reversed(rows)]

    def unanswered(self, room: str | None = None) -> Sequence[Unanswered]:
        """The support rooms, or this one, whose player waits for an answer; longest wait first."""
        if not speakable(room or ""):
            return []
        query, columns = _unanswered(), s.CHAT_LINE.c
        if room is not None:
            query = query.where(columns.room == room)
        with self._database.reading() as connection:
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

        return self._database.written(write)

    def act(self, act: ChatAct) -> ChatAct:
        """Keep an act under the next id."""
        return self._database.written(lambda connection: _keep(connection, act))

    def acts(
        self,
        *,
        player: str | None = None,
        place: str | None = None,
        since_ms: int | None = None,
    ) -> Sequence[ChatAct]:
        """Acts in order: all, of one player, about one place, or since a moment."""
        if not speakable(player or "", place or ""):
            return []
        query = select(s.CHAT_ACT).order_by(s.CHAT_ACT.c.id)
        if player is not None:
            query = query.where(s.CHAT_ACT.c.player == player)
        if place is not None:
            query = query.where(s.CHAT_ACT.c.place == place)
        if since_ms is not None:
            query = query.where(s.CHAT_ACT.c.at_ms >= since_ms)
        with self._database.reading() as connection:
            rows = connection.execute(query).mappings().all()
        return [_act(row) for row in rows]

    def forget(self, before_ms: int) -> int:
        """Remove the lines from before a date; how many there were."""
        old = delete(s.CHAT_LINE).where(s.CHAT_LINE.c.at_ms < before_ms)
        return self._database.written(lambda connection: connection.execute(old).rowcount)


def _unanswered() -> Select[*tuple[Any, ...]]:
    """Support rooms with lines of their player after the last line of staff.

    The names of rooms sort by their bytes, so support rooms are a range of the key. A player has
    one nickname.
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
    raise Unavailable(StoreFault.BUSY, reason="collided with other writers")


def _check_words(*words: str) -> None:
    if not speakable(*words):
        raise Malformed(ChatRefusal.UNREADABLE)


def _line(row: RowMapping) -> ChatLine:
    return ChatLine(**row)


def _act(row: RowMapping) -> ChatAct:
    return ChatAct(**{**row, "kind": ActKind(row["kind"])})
