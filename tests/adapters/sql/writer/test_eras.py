"""A player's bets since a day are looked for where that day begins among all bets, not before."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import select
from tests.units import bet, deposit, events, loss_of, outcome, stakes

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.readers.flows import SqlFlows
from sabot.adapters.sql.readers.history import SqlHistory
from sabot.adapters.sql.schema import BET, ERA_BITS
from sabot.adapters.sql.writer.eras import FIRST_BET, Eras
from sabot.service.controls.limits import DAY_MS
from sabot.service.ports import BetRow, Unit

ERA = 1 << ERA_BITS
_DEPOSITS = itertools.count()


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    with open_store(url) as opened:
        yield opened


class Table:
    """A table whose rounds follow one another."""

    def __init__(self, store: SqlStore, name: str) -> None:
        self._store = store
        self._name = name
        self._rounds = self._seq = 0
        self._rows: list[BetRow] = []
        store.claim(name, "host")

    def bets(self, *players: str) -> str:
        """Betting in a new round."""
        self._rounds += 1
        round_id = f"{self._name}-{self._rounds}"
        self._rows = [bet(player, 1, round_id=round_id) for player in players]
        money = [deposit(row.player, 1, number=next(_DEPOSITS)) for row in self._rows]
        assert self._store.ledger.post(money) is None
        self._commit(round_id, "BetsClosed", 0, replace(self._step, stakes=stakes(self._rows)))
        return round_id

    def ends(self, at_ms: int, *, kind: str = "RoundSettled") -> None:
        """All bets of the round are lost."""
        lost = replace(
            self._step,
            outcomes=tuple(outcome(row, "lose") for row in self._rows),
            transfers=tuple(loss_of(row) for row in self._rows),
        )
        self._commit(self._rows[0].round_id, kind, at_ms, lost)

    @property
    def _step(self) -> Unit:
        return Unit(table_id=self._name, epoch=1, after_seq=self._seq)

    def _commit(self, round_id: str, kind: str, at_ms: int, unit: Unit) -> None:
        event = replace(events(1, after=self._seq, round_id=round_id)[0], kind=kind, at_ms=at_ms)
        assert list(self._store.commit([replace(unit, events=(event,))])) == [None]
        self._seq += 1


def _first_since(store: SqlStore, since_ms: int) -> int:
    with store.database.reading() as connection:
        found: int = connection.execute(FIRST_BET, {"since_ms": since_ms}).scalar_one()
    return found


def _numbers(store: SqlStore) -> dict[str, list[int]]:
    """The numbers of the bets of each round."""
    found: dict[str, list[int]] = {}
    with store.database.reading() as connection:
        for round_id, number in connection.execute(select(BET.c.round_id, BET.c.number)):
            found.setdefault(round_id, []).append(number)
    return found


def test_it_is_the_first_bet_of_all_rounds_that_ended_since_or_are_open(store: SqlStore) -> None:
    chance = random.Random(4)
    tables = [Table(store, f"t{number}") for number in range(4)]
    ended: dict[str, int | None] = {}
    playing: dict[Table, str] = {}
    for at_ms in range(1, 120):
        table = chance.choice(tables[: 3 if at_ms > 40 else 4])  # one of them rests from then on
        if table in playing:
            ended[playing.pop(table)] = at_ms
            table.ends(at_ms, kind=chance.choice(["RoundSettled", "RoundCancelled"]))
        else:
            playing[table] = table.bets(*chance.sample(["p1", "p2", "p3"], chance.randint(1, 3)))
            ended[playing[table]] = None
    numbers = _numbers(store)
    for since_ms in range(125):
        counted = [id_ for id_, end in ended.items() if end is None or end >= since_ms]
        expected = min(min(numbers[id_]) for id_ in counted)
        assert _first_since(store, since_ms) == expected, since_ms


def test_where_nothing_was_played_since_bets_are_still_to_come(store: SqlStore) -> None:
    assert _first_since(store, 0) == 0
    table = Table(store, "t1")
    table.bets("p1", "p2")
    table.ends(5)
    (numbers,) = _numbers(store).values()
    assert _first_since(store, 5) == min(numbers)
    assert _first_since(store, 6) == max(numbers)


def test_the_eras_before_a_day_are_not_looked_into(store: SqlStore) -> None:
    table = Table(store, "t1")
    crowd = [f"c{number}" for number in range(ERA)]
    for day in (10, 20, 30):
        table.bets("p1", *crowd)
        table.ends(day * DAY_MS)
    eras = Eras()
    with store.database.reading() as connection:
        oldest = [eras.oldest(connection, day * DAY_MS) for day in (10, 12, 22, 32)]
    assert oldest == sorted(oldest)
    assert oldest[0] == 0 < oldest[1] < oldest[2]
    found = SqlFlows(store.database).flows("p1", since_ms=12 * DAY_MS)
    assert [flow.round_id for flow in found] == ["t1-2", "t1-3"]
    page = SqlHistory(store.database).bets_of(
        "p1", since_ms=22 * DAY_MS, until_ms=99 * DAY_MS, limit=9
    )
    assert [played.bet.round_id for played in page] == ["t1-3"]


def test_a_round_that_never_ended_counts_however_old_it_is(store: SqlStore) -> None:
    slow, quick = Table(store, "slow"), Table(store, "quick")
    slow.bets("p1")
    crowd = [f"c{number}" for number in range(ERA)]
    quick.bets(*crowd)
    quick.ends(DAY_MS)
    quick.bets("p1", *crowd)
    quick.ends(9 * DAY_MS)
    flows = SqlFlows(store.database)
    assert [flow.round_id for flow in flows.flows("p1", since_ms=9 * DAY_MS)] == [
        "quick-2",
        "slow-1",
    ]
    slow.ends(9 * DAY_MS + 1)
    again = flows.flows("p1", since_ms=9 * DAY_MS)  # what is remembered stays true
    assert [flow.ended_ms for flow in again] == [9 * DAY_MS, 9 * DAY_MS + 1]


def test_what_is_played_after_a_day_was_looked_for_is_found(store: SqlStore) -> None:
    flows, table = SqlFlows(store.database), Table(store, "t1")
    assert list(flows.flows("p1", since_ms=5 * DAY_MS)) == []
    table.bets("p1")
    table.ends(6 * DAY_MS)
    assert [flow.round_id for flow in flows.flows("p1", since_ms=5 * DAY_MS)] == ["t1-1"]


def test_neither_bets_nor_events_are_scanned(tmp_path: Path) -> None:
    with (
        open_store(f"sqlite:///{tmp_path / 'sabot.db'}") as store,
        store.database.reading() as connection,
    ):
        query = FIRST_BET.compile(dialect=connection.dialect)
        unknown = (0,) * str(query).count("?")
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", unknown)
        steps = [row[3] for row in plan]
    assert {step for step in steps if step.startswith("SCAN")} == {"SCAN table_head"}
    assert any("event_end_of_table" in step for step in steps), steps
