"""The bets of a player since a day, found era by era from that day on.

Owns the eras that the index of players' bets is divided into, and in which of them a day begins. So
the cost of finding a player's bets depends on how much all players have played since that day, and
not on the age of the house.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Connection,
    Join,
    Select,
    and_,
    bindparam,
    exists,
    func,
    literal_column,
    select,
    union_all,
)

from sabot.adapters.sql import schema as s
from sabot.service.controls.limits import DAY_MS

KNOWN_MAX = 16
"""Days whose first era is cached: nearly all requests are about the same few days."""

_SINCE = bindparam("since_ms", type_=BigInteger())


def bets_of_player() -> Join:
    """The bets of the player passed as `player`, from the era passed as `oldest` on."""
    newest = select(s.era_of(func.max(s.BET.c.number)).label("number"))
    eras = newest.cte("era", recursive=True)
    older = eras.c.number > bindparam("oldest", type_=BigInteger())
    eras = eras.union_all(select(eras.c.number - literal_column("1")).where(older))
    theirs = and_(eras.c.number == s.ERA_OF_BET, s.BET.c.player == bindparam("player"))
    return eras.join(s.BET, theirs)


class Eras:
    """In which era a day begins."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def oldest(self, connection: Connection, since_ms: int) -> int:
        """The era of the first bet in any round that ended since, or has not ended.

        Found once for each day: later bets have higher numbers.
        """
        era = self._known.get(since_ms)
        if era is None:
            # A day more, because clocks are set back now and then.
            number = connection.execute(FIRST_BET, {"since_ms": since_ms - DAY_MS}).scalar_one()
            era = number >> s.ERA_BITS
            if len(self._known) >= KNOWN_MAX:
                self._known.clear()
            self._known[since_ms] = era
        return era


def _first_bet() -> Select[int]:
    """The number of the first bet in any round that ended since a moment, or has not ended.

    The rounds of a table follow one another, so the first of these rounds at each table counts.
    Where there is no such round, the next bet counts.
    """
    here = s.EVENT.c.table_id == s.TABLE_HEAD.c.table_id
    first = select(s.EVENT.c.round_id).where(here, s.ROUND_ENDS, s.EVENT.c.at_ms >= _SINCE)
    newest = select(s.EVENT.c.round_id).where(here)
    rounds = union_all(
        _of_each_table(first.order_by(s.EVENT.c.at_ms)),
        _of_each_table(newest.order_by(s.EVENT.c.seq.desc())),
    ).cte("of_table")
    over = exists().where(s.EVENT.c.round_id == rounds.c.id, s.ROUND_ENDS, s.EVENT.c.at_ms < _SINCE)
    # The id of a bet begins with its round and a slash; "0" is the next character after "/".
    after, before = (rounds.c.id + literal_column(end, s.STRING) for end in ("'/'", "'0'"))
    # An expression, because PostgreSQL would scan the index of the bare column for its minimum.
    number = s.BET.c.number + literal_column("0")
    of_round = select(func.min(number)).where(s.BET.c.id > after, s.BET.c.id < before)
    last = select(func.max(s.BET.c.number)).scalar_subquery()
    found = func.coalesce(func.min(of_round.scalar_subquery()), last, literal_column("0"))
    return select(found).select_from(rounds).where(rounds.c.id.is_not(None), ~over)


def _of_each_table(rounds: Select[str]) -> Select[str]:
    first = rounds.limit(1).correlate(s.TABLE_HEAD).scalar_subquery()
    return select(first.label("id")).select_from(s.TABLE_HEAD)


FIRST_BET = _first_bet()
