"""Keeps the figures of finished rounds up to date with the events, a stretch at a time.

Owns in which transaction figures are added: the sums and the place up to which events were read go
together, so a crash adds nothing twice, and of two processes one is too late and writes nothing.
The rounds themselves are found in `service/reports`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Table, select

from sabot.adapters.sql import schema as s
from sabot.adapters.sql import schema_reports as r
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer import statements
from sabot.errors import Corrupt, Malformed, SabotError
from sabot.games import variant_named
from sabot.money import Currency
from sabot.service.private.names import is_private
from sabot.service.reports.facts import (
    BOTS,
    DAY_MS,
    EVERYBODY,
    HOUR_MS,
    OF_THE_HOUSE,
    BetFact,
    Ended,
    Mark,
    Owner,
    RoundFacts,
    RoundSums,
    Sum,
    sums_of,
)
from sabot.service.reports.finished import CONFIGURED, OPENED, Finished, Line, rounds_in
from sabot.table import events as e
from sabot.table.record import codec

STRETCH = 2_000
"""Events that are read at once; the writer is held only for the sums of their rounds."""

UNREADABLE = "?"
"""The variant of a round whose settings cannot be read."""

_SUMS = ("bets", "staked", "paid", "golden", "golden_paid")


class _Variant(msgspec.Struct):
    id: str


class _Config(msgspec.Struct):
    version: int
    variant: _Variant


class _Golden(msgspec.Struct):
    golden: bool = False


_config = msgspec.json.Decoder(_Config).decode
_golden = msgspec.json.Decoder(_Golden).decode


class _Whole(NamedTuple):
    """A round with its money."""

    facts: RoundFacts
    sums: RoundSums


class SqlFiguresWriter:
    """Reads the events of tables and adds up their rounds."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def behind(self) -> Sequence[str]:
        """The tables with events that were not read yet; what is played for fun is no figure."""
        head, reported = s.TABLE_HEAD.c, r.REPORTED.c
        query = (
            select(head.table_id)
            .outerjoin(r.REPORTED, reported.table_id == head.table_id)
            .where(head.seq > 0, (reported.seq.is_(None)) | (reported.seq < head.seq))
        )
        with self._database.reading() as connection:
            return [name for name in connection.execute(query).scalars() if not is_private(name)]

    def advance(self, table_id: str) -> bool:
        """Add up the rounds of the next events of a table; False when none has ended since."""
        with self._database.reading() as connection:
            after = _place(connection, table_id)
            stretch, limit = _stretch(connection, table_id, after, STRETCH), STRETCH
            while stretch.upto == after and stretch.full:
                limit *= 4
                stretch = _stretch(connection, table_id, after, limit)
            if stretch.upto == after:
                return False
            rounds = [*_whole(connection, table_id, stretch.finished)]
        return self._database.written(
            lambda connection: _added(connection, table_id, after, stretch.upto, rounds)
        )

    def again(self) -> None:
        """Throw all figures away, and make them again from the first event on."""

        def write(connection: Connection) -> None:
            for table in r.FIGURES:
                connection.execute(table.delete())

        self._database.written(write)
        for table_id in self.behind():
            while self.advance(table_id):
                pass


# --- reading --------------------------------------------------------------------------------------


class _Read(NamedTuple):
    finished: tuple[Finished, ...]
    upto: int
    full: bool  # there may be more events


def _place(connection: Connection, table_id: str) -> int:
    query = select(r.REPORTED.c.seq).where(r.REPORTED.c.table_id == table_id)
    return connection.execute(query).scalar() or 0


def _stretch(connection: Connection, table_id: str, after: int, limit: int) -> _Read:
    event, head = s.EVENT.c, s.TABLE_HEAD.c
    last = select(head.seq).where(head.table_id == table_id).scalar_subquery()
    query = (
        select(event.seq, event.round_id, event.kind, event.at_ms)
        .where(event.table_id == table_id, event.seq > after, event.seq <= last)
        .order_by(event.seq)
        .limit(limit)
    )
    lines = [Line(*row) for row in connection.execute(query)]
    found = rounds_in(lines, after=after)
    return _Read(found.finished, found.upto, len(lines) == limit)


def _whole(connection: Connection, table_id: str, rounds: Sequence[Finished]) -> Iterator[_Whole]:
    if not rounds:
        return
    variants = _variants(connection, table_id, rounds[-1].seq)
    versions = _versions(connection, table_id, [one.opened_seq for one in rounds])
    for one in rounds:
        bets = _bets(connection, one.round_id)
        sums = sums_of(bets, _owners(connection, {bet.player for bet in bets}))
        version = versions.get(one.opened_seq, 0)
        variant = variants.get(version, UNREADABLE)
        facts = RoundFacts(
            round_id=one.round_id,
            table_id=table_id,
            seq=one.seq,
            game=_game(variant),
            variant=variant,
            config_version=version,
            opened_ms=one.opened_ms,
            ended_ms=one.ended_ms,
            ended=one.ended,
            marks=int(one.marks | (Mark.GOLDEN if sums.has_golden else Mark(0))),
        )
        yield _Whole(facts, sums)


def _game(variant: str) -> str:
    try:
        return variant_named(variant)[0].id
    except SabotError:  # a game that is not installed any more
        return UNREADABLE


def _variants(connection: Connection, table_id: str, last: int) -> dict[int, str]:
    """The variant of each version of the settings of a table."""
    event = s.EVENT.c
    query = select(event.kind, event.version, event.body).where(
        event.table_id == table_id, s.LANDMARKS, event.kind == CONFIGURED, event.seq <= last
    )
    found: dict[int, str] = {}
    for decoded in _decoded(connection, query):
        if isinstance(decoded, e.TableConfigured):
            try:
                config = _config(decoded.config)
            except msgspec.DecodeError:
                continue
            found[decoded.version] = config.variant.id
    return found


def _versions(connection: Connection, table_id: str, places: Sequence[int]) -> dict[int, int]:
    """The version of the settings that each round was opened with."""
    event = s.EVENT.c
    query = select(event.kind, event.version, event.body, event.seq).where(
        event.table_id == table_id,
        event.seq >= places[0],
        event.seq <= places[-1],
        event.kind == OPENED,
    )
    rows = connection.execute(query).all()
    return {
        row.seq: opened.config_version
        for row in rows
        for opened in _read(row.kind, row.version, row.body)
        if isinstance(opened, e.RoundOpened)
    }


def _decoded(connection: Connection, query: Any) -> Iterator[e.Event]:
    for kind, version, body in connection.execute(query).all():
        yield from _read(kind, version, body)


def _read(kind: str, version: int, body: bytes) -> Iterator[e.Event]:
    """An event, or nothing where it is damaged: that is for the proof to report."""
    try:
        yield codec.decode(kind, version, body)
    except (Corrupt, Malformed):
        return


def _bets(connection: Connection, round_id: str) -> list[BetFact]:
    bet, outcome = s.BET.c, s.BET_OUTCOME.c
    query = (
        select(bet.player, bet.kind, bet.stake, bet.body, outcome.amount)
        .select_from(s.BET)
        .outerjoin(s.BET_OUTCOME, outcome.bet_id == bet.id)
        .where(bet.id > f"{round_id}/", bet.id < f"{round_id}0")
    )
    return [
        BetFact(player, kind, stake, _is_golden(body), amount or 0)
        for player, kind, stake, body, amount in connection.execute(query)
    ]


def _is_golden(body: bytes) -> bool:
    try:
        return _golden(body).golden
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


def _owners(connection: Connection, players: set[str]) -> Mapping[str, Owner]:
    player = s.PLAYER.c
    query = select(player.player_id, player.currency, player.operator, player.is_bot).where(
        statements.among(connection.dialect, player.player_id)
    )
    rows = connection.execute(query, {"ids": statements.listed(sorted(players))}) if players else ()
    known = {
        name: Owner(BOTS if is_bot else operator or OF_THE_HOUSE, currency)
        for name, currency, operator, is_bot in rows
    }
    return {name: known.get(name, Owner(OF_THE_HOUSE, Currency.EUR.value)) for name in players}


# --- writing --------------------------------------------------------------------------------------


def _added(
    connection: Connection, table_id: str, after: int, upto: int, rounds: Sequence[_Whole]
) -> bool:
    """Add rounds and move the place on, unless another process has."""
    place = {"table_id": table_id, "seq": upto}
    if after:
        moved = (
            r.REPORTED.update()
            .where(r.REPORTED.c.table_id == table_id, r.REPORTED.c.seq == after)
            .values(seq=upto)
        )
        if connection.execute(moved).rowcount != 1:
            return False
    elif not statements.added(connection, r.REPORTED, place):
        return False
    _insert(connection, r.PLAYED_ROUND, (one.facts._asdict() for one in rounds))
    _insert(connection, r.ROUND_PART, (row for one in rounds for row in _parts(one)))
    settled = [one for one in rounds if one.facts.ended is Ended.SETTLED]
    _add(connection, r.ROUND_HOUR, (row for one in settled for row in _hours(one)))
    _add(connection, r.BET_HOUR, (row for one in settled for row in _kinds(one)))
    _add(connection, r.PLAYER_DAY, (row for one in settled for row in _players(one)))
    return True


def _insert(connection: Connection, table: Table, rows: Iterable[dict[str, Any]]) -> None:
    values = [*rows]
    if values:
        connection.execute(table.insert(), values)


def _add(connection: Connection, table: Table, rows: Iterable[dict[str, Any]]) -> None:
    """Add to the sums under their keys."""
    keys = [column.name for column in table.primary_key]
    counted = [name for name in ("rounds", "squares", *_SUMS) if name in table.c]
    sums: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        known = sums.setdefault(
            tuple(row[name] for name in keys), {**row, **dict.fromkeys(counted, 0)}
        )
        for name in counted:
            known[name] += row[name]
    if not sums:
        return
    insert = statements.insert_into(connection.dialect, table)
    more = {name: table.c[name] + insert.excluded[name] for name in counted}
    upsert = insert.on_conflict_do_update(index_elements=keys, set_=more)
    connection.execute(upsert, [sums[key] for key in sorted(sums)])


def _parts(one: _Whole) -> Iterator[dict[str, Any]]:
    for owner, part in one.sums.parts.items():
        yield {
            "operator": owner.operator,
            "ended_ms": one.facts.ended_ms,
            "round_id": one.facts.round_id,
            "currency": owner.currency,
            "players": one.sums.players_of(owner),
            **part._asdict(),
        }


def _at(one: _Whole, unit_ms: int, name: str) -> dict[str, Any]:
    facts = one.facts
    return {
        name: facts.ended_ms // unit_ms * unit_ms,
        "table_id": facts.table_id,
        "variant": facts.variant,
    }


def _hours(one: _Whole) -> Iterator[dict[str, Any]]:
    hour = _at(one, HOUR_MS, "hour_ms")
    yield {**hour, **EVERYBODY._asdict(), "rounds": 1, **Sum()._asdict()}
    for owner, part in one.sums.parts.items():
        yield {**hour, **owner._asdict(), "rounds": 1, **part._asdict()}


def _kinds(one: _Whole) -> Iterator[dict[str, Any]]:
    hour = _at(one, HOUR_MS, "hour_ms")
    for (owner, kind), part in one.sums.kinds.items():
        yield {
            **hour,
            **owner._asdict(),
            "kind": kind,
            "squares": part.staked**2,
            **part._asdict(),
        }


def _players(one: _Whole) -> Iterator[dict[str, Any]]:
    day = _at(one, DAY_MS, "day_ms")
    for (owner, player), part in one.sums.players.items():
        yield {**day, **owner._asdict(), "player": player, "rounds": 1, **part._asdict()}
