"""A player's flows from the database: one query over the books, limited to recent eras."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from sqlalchemy import and_, bindparam, or_, select

from sabot.adapters.flows import BetFlow, flows_from
from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.readers.acts import SqlActs
from sabot.adapters.sql.writer.eras import Eras, bets_of_player
from sabot.adapters.units import speakable
from sabot.service.money.flows import Flow
from sabot.service.office.annulled import annulled_rounds

FLOWS = (
    select(
        s.BET.c.round_id,
        s.BET.c.id,
        s.BET.c.stake,
        s.BET.c.source,
        s.BET_OUTCOME.c.result,
        s.BET_OUTCOME.c.amount,
        s.EVENT.c.at_ms,
    )
    .select_from(bets_of_player())
    .outerjoin(s.BET_OUTCOME, s.BET_OUTCOME.c.bet_id == s.BET.c.id)
    # With the condition of the index: neither database would use it otherwise.
    .outerjoin(s.EVENT, and_(s.EVENT.c.round_id == s.BET.c.round_id, s.ROUND_ENDS))
    .where(or_(s.EVENT.c.at_ms.is_(None), s.EVENT.c.at_ms >= bindparam("since_ms")))
)


class SqlFlows:
    """Flows from SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._acts = SqlActs(database)
        self._eras = Eras()

    def flows(self, player_id: str, *, since_ms: int) -> Sequence[Flow]:
        """The rounds that ended since, and all that are open."""
        if not speakable(player_id):
            return []  # it cannot have been stored
        with self._database.reading() as connection:
            oldest = self._eras.oldest(connection, since_ms)
            asked = {"player": player_id, "since_ms": since_ms, "oldest": oldest}
            found = connection.execute(FLOWS, asked).all()
        # Sorted here: with ORDER BY, a database would scan all bets in that order.
        bets = sorted((BetFlow(*row) for row in found), key=attrgetter("bet"))
        annulled = annulled_rounds(self._acts.about_player(player_id))
        return flows_from(player_id, bets, since_ms=since_ms, annulled=annulled)
