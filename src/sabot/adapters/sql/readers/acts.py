"""Acts of the office: reading them, and writing them beside something other than money."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import asdict
from sqlalchemy import Connection, Executable, select

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.house_log import SqlHouseLog
from sabot.adapters.sql.writer import statements
from sabot.adapters.sql.writer.rows import act_of
from sabot.adapters.units import speakable
from sabot.errors import Malformed
from sabot.service.office.refusals import OfficeRefusal
from sabot.service.ports import ActRow
from sabot.service.proof.log import act_recorded


class SqlActs:
    """The acts of the office, from SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._about = statements.acts_by("subject")
        self._about_player = statements.acts_by("player")
        self._by_actor = statements.acts_since("actor")
        self._unanswered = statements.open_acts()

    def about(self, subject: str) -> Sequence[ActRow]:
        """What the office did about a subject, by id."""
        return self._found(self._about, subject=subject) if speakable(subject) else []

    def about_player(self, player: str) -> Sequence[ActRow]:
        """What the office did about a player, by id."""
        return self._found(self._about_player, player=player) if speakable(player) else []

    def by_actor(self, actor: str, *, since_ms: int) -> Sequence[ActRow]:
        """What an actor did in the office since a date of the house, by id."""
        known = speakable(actor)
        return self._found(self._by_actor, actor=actor, since_ms=since_ms) if known else []

    def unanswered(self, kind: str) -> Sequence[ActRow]:
        """The acts of a kind that no act of another kind on the same subject has followed."""
        return self._found(self._unanswered, kind=kind)

    def of_kinds(self, kinds: Collection[str]) -> Sequence[ActRow]:
        """The acts of these kinds, by id."""
        return self._found(select(s.OFFICE_ACT).where(s.OFFICE_ACT.c.kind.in_(sorted(kinds))))

    def _found(self, query: Executable, **asked: str | int) -> Sequence[ActRow]:
        with self._database.reading() as connection:
            found = [act_of(row) for row in connection.execute(query, asked)]
        return sorted(found, key=lambda act: act.id)


def keep_acts(connection: Connection, acts: Sequence[ActRow], log: SqlHouseLog) -> None:
    """Insert acts; one whose id is taken undoes the whole transaction."""
    for act in acts:
        if not speakable(act.id, act.subject, act.player, act.actor, act.reason):
            raise Malformed(OfficeRefusal.WORDS, field="reason")
    if acts:
        connection.execute(s.OFFICE_ACT.insert(), [asdict(act) for act in acts])
        log.add(connection, [act_recorded(act) for act in acts])
