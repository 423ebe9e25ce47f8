"""The money of rounds, read beside the events that ask for it, in slices (ADR 0049)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Connection, Exists, and_, exists, func, or_, select

from sabot.adapters.sql import schema as s
from sabot.adapters.sql.database import Database
from sabot.adapters.sql.writer.rows import transfer_of
from sabot.adapters.sql.writer.stakes import BET_FIELDS
from sabot.adapters.sql.writer.statements import among, listed
from sabot.errors import SabotError, Unavailable
from sabot.ledger import AccountKind
from sabot.service.money.postings import stakes_in
from sabot.service.ports import BetRow, OutcomeRow
from sabot.service.proof.checks import Doubt, Proof, ProofOf, Standing, player_of
from sabot.service.proof.heads import UNSIGNED
from sabot.service.proof.rounds import (
    Payees,
    RoundRows,
    compared,
    derived,
    round_doubt,
    unreadable,
)
from sabot.table import events as e
from sabot.table.record import codec
from sabot.table.record.codec import GENESIS

SLICE = 1_000
"""Events of a table that are read at once."""

_ENDS = frozenset({e.RoundSettled.__name__, e.RoundCancelled.__name__})
_MONEY = _ENDS | {
    one.__name__ for one in (e.BetsAccepted, e.BetsClosed, e.ChoiceMade, e.AnswerGiven)
}
_ESCROW = f"{AccountKind.ESCROW}:"

UNREADABLE = "its events cannot be followed"

Row = Any


class _Place(NamedTuple):
    """The next event of a table to be read, downwards, and whether it is anchored from above."""

    last: int
    anchored: bool


class SqlRounds:
    """Compares rounds with their rows, the newest first."""

    def __init__(self, database: Database, proof_of: ProofOf) -> None:
        self._database = database
        self._proof_of = proof_of

    def slices(self) -> Iterator[Sequence[Doubt]]:
        """All rounds once: first rows that belong to no finished round, then table by table."""
        with self._database.reading() as connection:
            tables = list(connection.execute(select(s.TABLE_HEAD.c.table_id)).scalars())
            found = [*_strays(connection)]
        yield found
        below: dict[str, _Place | None] = dict.fromkeys(tables)
        while below:
            for table_id in [*below]:
                place, found = self._next(table_id, below[table_id])
                yield found
                below[table_id] = place
                if place is None:
                    del below[table_id]

    def _next(self, table_id: str, at: _Place | None) -> tuple[_Place | None, list[Doubt]]:
        """The next slice of a table; what cannot be read keeps no other table from being read."""
        try:
            with self._database.reading() as connection:
                head = _head(connection, table_id)
                if head is None:
                    return None, []
                proof = self._proof_of(table_id, head)
                at = at or _Place(head.seq, anchored=False)
                return _slice(connection, table_id, at, proof)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  whatever the rows hold
            return None, [unreadable(table_id, error)]


def _head(connection: Connection, table_id: str) -> Standing | None:
    head = s.TABLE_HEAD.c
    query = select(head.epoch, head.seq, head.hash, head.mac).where(head.table_id == table_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else Standing(*row)


def _slice(
    connection: Connection, table_id: str, at: _Place, proof: Proof, limit: int = SLICE
) -> tuple[_Place | None, list[Doubt]]:
    """The rounds that ended in the newest events before a number, and where to go on."""
    event = s.EVENT.c
    query = select(
        event.seq, event.round_id, event.kind, event.version, event.body, event.hash
    ).where(event.table_id == table_id, event.seq > 0, event.seq <= at.last)
    rows = connection.execute(query.order_by(event.seq.desc()).limit(limit + 1)).all()[::-1]
    whole = len(rows) <= limit
    rounds, end = _rounds_in(rows, whole=whole)
    if not whole and end is None:  # one round alone is longer
        return _slice(connection, table_id, at, proof, limit * 4)
    links = _links(rows, at, proof, whole=whole)
    doubts = [
        unreadable(table_id, ValueError(f"event {seq} does not follow from the one before"))
        for seq, link in links.items()
        if not link.follows and seq >= (end or 0)
    ]
    for round_id, of in rounds.items():
        if not any(row.kind in _ENDS for row in of):
            continue
        if all(links[row.seq].proved for row in of):
            doubts += _compared(connection, round_id, of)
        elif proof.taken.get(round_id) != digest_of_round(connection, round_id):
            doubts += _theirs(connection, round_id, UNSIGNED)
    if end is None:
        return None, doubts
    last = min(seq for seq in links if seq >= end)
    return _Place(end - 1, links[last].proved), doubts


def _rounds_in(rows: Sequence[Row], *, whole: bool) -> tuple[dict[str, list[Row]], int | None]:
    """The rounds of a slice, and the first event that belongs to it; none where it has to grow."""
    rounds: dict[str, list[Row]] = {}
    for row in rows if whole else rows[1:]:
        if row.round_id:
            rounds.setdefault(row.round_id, []).append(row)
    if whole or len(rounds) == 1:
        return rounds, None
    oldest = next(iter(rounds), None)  # it may have begun before this slice
    end: int = rows[1].seq if oldest is None else rounds.pop(oldest)[-1].seq + 1
    return rounds, end


class _Link(NamedTuple):
    """An event in its chain."""

    follows: bool  # its hash is that of its body after the event before it
    anchored: bool  # from an event that the house proves, every hash above it follows

    @property
    def proved(self) -> bool:
        """Whether the house wrote this event, and every event above it up to the proof."""
        return self.follows and self.anchored


def _links(rows: Sequence[Row], at: _Place, proof: Proof, *, whole: bool) -> dict[int, _Link]:
    """Follow the chain downwards: an event proves the one before it, an edited one no more."""
    below = [(0, GENESIS) if whole else None, *((row.seq, row.hash) for row in rows)]
    links: dict[int, _Link] = {}
    anchored = at.anchored
    for known, row in zip(reversed(below[:-1]), reversed(rows), strict=True):
        anchored = anchored or proof.anchors.get(row.seq) == row.hash.hex()
        follows = known is None or (row.seq, row.hash) == (
            known[0] + 1,
            codec.chained(known[1], seq=row.seq, kind=row.kind, version=row.version, body=row.body),
        )
        links[row.seq] = _Link(follows, anchored)
        anchored = anchored and follows
    return links


def _compared(connection: Connection, round_id: str, rows: Sequence[Row]) -> Iterator[Doubt]:
    try:
        events = [codec.decode(r.kind, r.version, r.body) for r in rows if r.kind in _MONEY]
        stored = rows_of_round(connection, round_id)
        ids = {bet.player for event in events for bet in stakes_in(event)}
        yield from compared(round_id, events, stored, _currencies(connection, ids))
    except Exception as error:  # noqa: BLE001  whatever the rows hold: other rounds are compared
        yield unreadable(round_id, error)
        yield from _theirs(connection, round_id, UNREADABLE)


def _theirs(connection: Connection, round_id: str, reason: str) -> Iterator[Doubt]:
    """Each player with money in a round whose events prove nothing."""
    bet, transfer = s.BET.c, s.TRANSFER.c
    of_bets, of_transfers = _of_round(bet.id, round_id), _of_round(transfer.id, round_id)
    staked = [*connection.execute(select(bet.player, bet.source).where(of_bets))]
    moved = connection.execute(select(transfer.debit, transfer.credit).where(of_transfers))
    whose = {row.player: "" for row in staked}
    accounts = {row.source for row in staked} | {name for row in moved for name in row}
    whose |= {player_of(account): account for account in sorted(accounts)}
    for player, account in sorted(whose.items()):
        if player:
            yield round_doubt(round_id, player, account, reason)


def _of_round(name: ColumnElement[str], round_id: str) -> ColumnElement[bool]:
    """Ids of a round begin with its id and a slash; the share of the house with a colon."""
    # After "/" come the digits and then ":", after which ";" is next.
    return or_(
        and_(name > f"{round_id}/", name < f"{round_id}0"),
        and_(name > f"{round_id}:", name < f"{round_id};"),
    )


def _currencies(connection: Connection, players: set[str]) -> dict[str, str]:
    player = s.PLAYER.c
    query = select(player.player_id, player.currency).where(
        among(connection.dialect, player.player_id)
    )
    found = connection.execute(query, {"ids": listed(sorted(players))}) if players else ()
    return {row[0]: row[1] for row in found}


def rows_of_round(connection: Connection, round_id: str) -> RoundRows:
    """What the rows say about a round; their ids begin with its id and a slash or a colon."""
    bet, outcome, transfer = s.BET.c, s.BET_OUTCOME.c, s.TRANSFER.c
    begin, end = f"{round_id}/", f"{round_id}0"
    bets = connection.execute(
        select(*(bet[name] for name in BET_FIELDS), bet.source).where(bet.id > begin, bet.id < end)
    )
    outcomes = connection.execute(
        select(outcome.bet_id, outcome.result, outcome.amount).where(
            outcome.bet_id > begin, outcome.bet_id < end
        )
    )
    transfers = connection.execute(select(s.TRANSFER).where(_of_round(transfer.id, round_id)))
    fields = [tuple(row) for row in bets]
    return RoundRows(
        {row[0]: (BetRow(**dict(zip(BET_FIELDS, row[:6], strict=True))), row[6]) for row in fields},
        {row[0]: OutcomeRow(bet=row[0], result=row[1], amount=row[2]) for row in outcomes},
        {row[0]: transfer_of(row) for row in transfers},
    )


def digest_of_round(connection: Connection, round_id: str) -> str:
    """What stands there about the money of a round, whatever it is worth."""
    bet, outcome, transfer = s.BET.c, s.BET_OUTCOME.c, s.TRANSFER.c
    queries = (
        select(s.BET).where(_of_round(bet.id, round_id)).order_by(bet.id),
        select(s.BET_OUTCOME).where(_of_round(outcome.bet_id, round_id)).order_by(outcome.bet_id),
        select(s.TRANSFER).where(_of_round(transfer.id, round_id)).order_by(transfer.id),
    )
    rows = [[tuple(row) for row in connection.execute(query)] for query in queries]
    return sha256(msgspec.json.encode(rows)).hexdigest()


def _strays(connection: Connection) -> Iterator[Doubt]:
    for _, name, round_id, player, account in _stray_rows(connection):
        reason = f"{name} is of no event of a round"
        yield round_doubt(round_id or name, player, account, reason)


def _stray_rows(connection: Connection) -> Iterator[tuple[str, str, str, str, str]]:
    transfer, bet, outcome = s.TRANSFER.c, s.BET.c, s.BET_OUTCOME.c
    begins = func.substr(transfer.id, 1, func.length(transfer.round) + 1)
    over = _is_over(transfer.round)
    query = select(transfer.id, transfer.round, transfer.debit, transfer.credit).where(
        or_(transfer.round.is_not(None), transfer.bet.is_not(None)),
        or_(
            transfer.round.is_(None),
            begins.not_in((transfer.round + "/", transfer.round + ":")),
            ~over,
        ),
    )
    for name, round_id, debit, credit in connection.execute(query):
        account = debit if credit.startswith(_ESCROW) else credit
        yield s.TRANSFER.name, name, round_id or "", player_of(account), account
    ended = _is_over(bet.round_id)
    own = func.substr(bet.id, 1, func.length(bet.round_id) + 1) == bet.round_id + "/"
    known = exists().where(outcome.bet_id == bet.id)
    rows = connection.execute(
        select(bet.id, bet.round_id, bet.player, bet.source).where(or_(~own, and_(~ended, known)))
    )
    for name, round_id, player, source in rows:
        yield s.BET.name, name, round_id, player, source


def _is_over(round_id: ColumnElement[Any]) -> Exists:
    """Whether a round has ended at a table of the house, by an event that its chain counts."""
    return exists().where(s.EVENT.c.round_id == round_id, s.ROUND_ENDS, _counts())


def _counts() -> Exists:
    """Whether an event has a number that the chain of its table counts."""
    event, head = s.EVENT.c, s.TABLE_HEAD.c
    return exists().where(head.table_id == event.table_id, event.seq > 0, event.seq <= head.seq)


def righted(connection: Connection, round_id: str) -> None:
    """Restore the rows of a round from its events, and drop rows that belong to no round."""
    for where, name, of_round, *_ in [*_stray_rows(connection)]:
        if round_id in (of_round, name):
            connection.execute(s.BET_OUTCOME.delete().where(s.BET_OUTCOME.c.bet_id == name))
            if where == s.TRANSFER.name:
                connection.execute(s.TRANSFER.delete().where(s.TRANSFER.c.id == name))
            elif not name.startswith(f"{round_id}/"):
                connection.execute(s.BET.delete().where(s.BET.c.id == name))
    event, table_id = s.EVENT.c, round_id.rpartition("-")[0]
    query = (
        select(event.kind, event.version, event.body)
        .where(event.table_id == table_id, event.round_id == round_id, _counts())
        .order_by(event.seq)
    )
    rows = [row for row in connection.execute(query) if row.kind in _MONEY]
    try:
        events = [codec.decode(row.kind, row.version, row.body) for row in rows]
        stored = rows_of_round(connection, round_id)
        ids = {one.player for event in events for one in stakes_in(event)}
        asked = derived(round_id, events, Payees(stored, _currencies(connection, ids)))
    except (SabotError, KeyError, ValueError):  # its rows stay as they stand
        return
    _replace(connection, asked, stored)


def _replace(connection: Connection, asked: RoundRows, stored: RoundRows) -> None:
    """Write only what differs; outcomes are deleted before their bets and inserted after them."""
    bet, outcome, transfer = s.BET.c, s.BET_OUTCOME.c, s.TRANSFER.c
    outcomes = _differing(asked.outcomes, stored.outcomes)
    for name in outcomes:
        connection.execute(s.BET_OUTCOME.delete().where(outcome.bet_id == name))
    for name in _differing(asked.bets, stored.bets):
        due = asked.bets.get(name)
        if due is None:
            connection.execute(s.BET.delete().where(bet.id == name))
            continue
        values = {**asdict(due[0]), "source": due[1]}
        if name in stored.bets:
            connection.execute(s.BET.update().where(bet.id == name).values(values))
        else:
            connection.execute(s.BET.insert().values(values))
    for name in outcomes:
        if name in asked.outcomes:
            one = asked.outcomes[name]
            row = {"bet_id": one.bet, "result": one.result, "amount": one.amount}
            connection.execute(s.BET_OUTCOME.insert().values(row))
    for name in _differing(asked.transfers, stored.transfers):
        connection.execute(s.TRANSFER.delete().where(transfer.id == name))
        if name in asked.transfers:
            connection.execute(s.TRANSFER.insert().values(asdict(asked.transfers[name])))


def _differing(asked: Mapping[str, object], stored: Mapping[str, object]) -> list[str]:
    return [
        name for name in sorted(asked.keys() | stored.keys()) if asked.get(name) != stored.get(name)
    ]
