"""Finished rounds and their sums, from the database; every list is read along an index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, case, func, literal_column, or_, select
from sqlalchemy.sql.elements import ColumnClause

from sabot.adapters.sql import schema as s
from sabot.adapters.sql import schema_reports as r
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer.eras import Eras, bets_of_player
from sabot.adapters.units import speakable
from sabot.ledger import TransferKind
from sabot.money import Currency
from sabot.service.reports.facts import HOUR_MS, Ended, Owner, RoundFacts, Sum
from sabot.service.reports.ports import (
    COUNTED_MAX,
    BesideBooks,
    FoundRound,
    HourSum,
    Part,
    Place,
    Wanted,
)

_ROUND, _PART, _HOUR, _DAY = (
    r.PLAYED_ROUND.c,
    r.ROUND_PART.c,
    r.ROUND_HOUR.c,
    r.PLAYER_DAY.c,
)
_SUMS = ("bets", "staked", "paid", "golden", "golden_paid")


class SqlFigures:
    """Figures from SQLite or PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._eras = Eras()

    def rounds(
        self, wanted: Wanted, *, limit: int, before: Place | None = None
    ) -> Sequence[FoundRound]:
        """Rounds, newest first."""
        found = self._wanted(wanted)
        if found is None:
            return []
        ended, name = _order(wanted)
        if before is not None:
            found = found.where(
                or_(
                    ended < before.ended_ms,
                    and_(ended == before.ended_ms, name < before.round_id),
                )
            )
        query = found.with_only_columns(r.PLAYED_ROUND).order_by(ended.desc(), name.desc())
        with self._database.reading() as connection:
            rows = connection.execute(query.limit(limit), self._asked(connection, wanted)).all()
            facts = [_facts(row) for row in rows]
            parts = _parts([one.round_id for one in facts], wanted.operator)
            money: dict[str, dict[Owner, Part]] = {}
            for row in connection.execute(parts):
                owner = Owner(row.operator, row.currency)
                money.setdefault(row.round_id, {})[owner] = Part(row.players, Sum(*row[4:]))
        return [FoundRound(one, money.get(one.round_id, {})) for one in facts]

    def count(self, wanted: Wanted) -> int:
        """How many there are, up to one more than are counted."""
        found = self._wanted(wanted)
        if found is None:
            return 0
        some = found.with_only_columns(_ROUND.round_id).limit(COUNTED_MAX + 1).subquery()
        with self._database.reading() as connection:
            query = select(func.count()).select_from(some)
            return connection.execute(query, self._asked(connection, wanted)).scalar_one()

    def hours(
        self, *, since_ms: int, until_ms: int, operator: str | None = None
    ) -> Sequence[HourSum]:
        """The sums of whole hours, oldest first."""
        sums = [func.sum(_HOUR[name]) for name in ("rounds", *_SUMS)]
        keys = (_HOUR.hour_ms, _HOUR.table_id, _HOUR.variant, _HOUR.operator, _HOUR.currency)
        query = select(*keys, *sums).where(*_within(_HOUR.hour_ms, since_ms, until_ms, HOUR_MS))
        if operator is not None:
            query = query.where(_HOUR.operator == operator)
        with self._database.reading() as connection:
            return [_hour(row) for row in connection.execute(query.group_by(*keys).order_by(*keys))]

    def players(self, *, since_ms: int, until_ms: int, operator: str | None = None) -> int:
        """How many different players bet in whole days."""
        query = select(func.count(func.distinct(_DAY.player))).where(
            _DAY.day_ms >= since_ms, _DAY.day_ms < until_ms
        )
        if operator is not None:
            query = query.where(_DAY.operator == operator)
        with self._database.reading() as connection:
            return connection.execute(query).scalar_one()

    def beside_books(self) -> Sequence[BesideBooks]:
        """What the house won in the rounds that were added up, by figures and by accounts."""
        transfer = s.TRANSFER.c
        cents = case((transfer.kind == TransferKind.LOSS.value, transfer.amount))
        given = case((transfer.kind == TransferKind.WINNINGS.value, transfer.amount))
        net = func.coalesce(func.sum(cents), 0) - func.coalesce(func.sum(given), 0)
        found = []
        with self._database.reading() as connection:
            for currency in Currency:
                of_currency = _HOUR.currency == currency.value
                rounds, won = connection.execute(
                    select(
                        func.sum(_HOUR.rounds),
                        func.sum(_HOUR.staked - _HOUR.paid - _HOUR.golden_paid),
                    ).where(of_currency)
                ).one()
                share = _ROUND.round_id + literal_column(f"':house:{currency.value}'")
                booked = (
                    select(net).select_from(r.PLAYED_ROUND).join(s.TRANSFER, transfer.id == share)
                )
                books = int(connection.execute(booked).scalar_one())
                if rounds or books:
                    found.append(
                        BesideBooks(currency.value, int(rounds or 0), int(won or 0), books)
                    )
        return found

    def _asked(self, connection: Any, wanted: Wanted) -> dict[str, Any]:
        if wanted.player is None:
            return {}
        oldest = self._eras.oldest(connection, wanted.since_ms)
        return {"player": wanted.player, "oldest": oldest}

    def _wanted(self, wanted: Wanted) -> Select[Any] | None:
        """The rounds, in no order; None for a name that cannot have been stored."""
        names = (wanted.operator, wanted.table, wanted.game, wanted.player)
        if not speakable(*(name for name in names if name is not None)):
            return None
        ended, _ = _order(wanted)
        found: Select[Any] = select(_ROUND.round_id).where(
            ended >= wanted.since_ms, ended < wanted.until_ms
        )
        if wanted.operator is not None:
            found = found.join(r.ROUND_PART, _PART.round_id == _ROUND.round_id).where(
                _PART.operator == wanted.operator
            )
        if wanted.table is not None:
            found = found.where(_ROUND.table_id == wanted.table)
        if wanted.game is not None:
            found = found.where(_ROUND.game == wanted.game)
        if wanted.ended is not None:
            found = found.where(_ROUND.ended == wanted.ended.value)
        if wanted.mark is not None:
            bits = _ROUND.marks.op("&")(int(wanted.mark))
            found = found.where(r.MARKED, bits > 0)
        if wanted.player is not None:
            theirs = select(s.BET.c.round_id).select_from(bets_of_player())
            found = found.where(_ROUND.round_id.in_(theirs))
        return found


def _facts(row: Row[*tuple[Any, ...]]) -> RoundFacts:
    return RoundFacts(**{**row._asdict(), "ended": Ended(row.ended)})


def _hour(row: Row[*tuple[Any, ...]]) -> HourSum:
    hour_ms, table_id, variant, operator, currency, rounds, *sums = row
    money = Sum(*(int(one) for one in sums))
    return HourSum(hour_ms, table_id, variant, Owner(operator, currency), int(rounds), money)


def _order(wanted: Wanted) -> tuple[ColumnElement[int], ColumnElement[str]]:
    """The columns a list is read along: an operator's rounds by the index of its parts."""
    if wanted.operator is None:
        return _ROUND.ended_ms, _ROUND.round_id
    return _PART.ended_ms, _PART.round_id


def _parts(rounds: Sequence[str], operator: str | None) -> Select[Any]:
    query = select(
        _PART.round_id,
        _PART.operator,
        _PART.currency,
        _PART.players,
        *(_PART[name] for name in _SUMS),
    ).where(_PART.round_id.in_(rounds))
    return query if operator is None else query.where(_PART.operator == operator)


def _within(
    column: ColumnClause[int] | ColumnElement[int], since_ms: int, until_ms: int, unit_ms: int
) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Whole units of time that overlap a stretch."""
    return column >= since_ms // unit_ms * unit_ms, column < until_ms
