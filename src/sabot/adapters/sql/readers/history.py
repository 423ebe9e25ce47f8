"""A player's bets from the database, a page at a time, with one query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BigInteger, and_, bindparam, or_, select

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer.eras import Eras, bets_of_player
from sabot.adapters.sql.writer.rows import bet_of
from sabot.adapters.sql.writer.stakes import BET_FIELDS
from sabot.adapters.units import speakable
from sabot.service.players.history import Place, PlayedBet, StakedBet

_BET, _EVENT = s.BET.c, s.EVENT.c
_PAGE = (
    select(
        *(_BET[name] for name in BET_FIELDS),
        s.BET_OUTCOME.c.result,
        s.BET_OUTCOME.c.amount,
        _EVENT.at_ms,
    )
    .select_from(bets_of_player())
    .join(s.BET_OUTCOME, s.BET_OUTCOME.c.bet_id == _BET.id)
    # With the condition of the index: neither database would use it otherwise.
    .join(s.EVENT, and_(_EVENT.round_id == _BET.round_id, s.ROUND_ENDS))
    .where(_EVENT.at_ms >= bindparam("since_ms"), _EVENT.at_ms < bindparam("until_ms"))
    .order_by(_EVENT.at_ms.desc(), _BET.id.desc())
    .limit(bindparam("limit", type_=BigInteger()))
)
_NEXT_PAGE = _PAGE.where(
    or_(
        _EVENT.at_ms < bindparam("ended_ms"),
        and_(_EVENT.at_ms == bindparam("ended_ms"), _BET.id < bindparam("bet")),
    )
)

_IN_ROUND = (
    select(*(_BET[name] for name in BET_FIELDS), s.BET_OUTCOME.c.result, s.BET_OUTCOME.c.amount)
    .select_from(s.BET)
    .outerjoin(s.BET_OUTCOME, s.BET_OUTCOME.c.bet_id == _BET.id)
    .where(
        _BET.id > bindparam("from"),
        _BET.id < bindparam("to"),
        _BET.round_id == bindparam("round"),
    )
    .order_by(_BET.id)
)
_IN_ROUND_OF = _IN_ROUND.where(_BET.player == bindparam("player"))


class SqlHistory:
    """Histories from SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._eras = Eras()

    def bets_in(self, round_id: str, player: str) -> Sequence[StakedBet]:
        """The bets of one player in one round, by id; none when there is no such round."""
        if not speakable(round_id, player):
            return []
        with self._database.reading() as connection:
            rows = connection.execute(_IN_ROUND_OF, {**_round(round_id), "player": player}).all()
        return [_staked(row) for row in rows]

    def all_bets_in(self, round_id: str) -> Sequence[StakedBet]:
        """The bets of all players in one round, by id."""
        if not speakable(round_id):
            return []
        with self._database.reading() as connection:
            return [_staked(row) for row in connection.execute(_IN_ROUND, _round(round_id)).all()]

    def bets_of(
        self,
        player: str,
        *,
        since_ms: int,
        until_ms: int,
        limit: int,
        before: Place | None = None,
    ) -> Sequence[PlayedBet]:
        """Bets whose rounds ended from `since_ms` on and before `until_ms`, newest first."""
        if not speakable(player):
            return []  # it cannot have been stored
        asked = {"player": player, "since_ms": since_ms, "until_ms": until_ms, "limit": limit}
        query = _PAGE if before is None else _NEXT_PAGE
        with self._database.reading() as connection:
            asked["oldest"] = self._eras.oldest(connection, since_ms)
            rows = connection.execute(query, asked | (before._asdict() if before else {})).all()
        return [
            PlayedBet(bet=bet_of(row[:-3]), result=row[-3], amount=row[-2], ended_ms=row[-1])
            for row in rows
        ]


def _round(round_id: str) -> dict[str, str]:
    # The id of a bet begins with its round and a slash; "0" is the next character after "/".
    return {"round": round_id, "from": f"{round_id}/", "to": f"{round_id}0"}


def _staked(row: Sequence[Any]) -> StakedBet:
    return StakedBet(bet=bet_of(tuple(row[:-2])), result=row[-2], amount=row[-1] or 0)
