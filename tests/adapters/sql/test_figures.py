"""The figures of both databases: added up once, whatever happens, and equal to the books."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import select
from tests.units import bet, deposit, escrow, losing, posted, refund_of, staking
from typer.testing import CliRunner

from sabot.adapters.sql import SqlStore, open_store
from sabot.adapters.sql.readers.figures import SqlFigures
from sabot.adapters.sql.schema_reports import PLAYER_DAY, REPORTED, ROUND_HOUR
from sabot.adapters.sql.writer import figures as subject
from sabot.adapters.sql.writer.figures import SqlFiguresWriter
from sabot.cli.app import app
from sabot.ledger import Transfer, TransferKind
from sabot.service.ports import BetRow, OutcomeRow, Unit
from sabot.service.reports.facts import Ended, Mark, Owner, Sum
from sabot.service.reports.ports import FoundRound, Place, Wanted

HOUSE = Owner("", "EUR")
EVER = Wanted(since_ms=0, until_ms=10_000)


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    with open_store(url) as opened:
        yield opened


def of_round(unit: Unit, round_id: str, *kinds: str) -> Unit:
    """A unit whose events are of these kinds; the moment of each is its number."""
    events = tuple(
        replace(event, round_id=round_id, kind=kind, at_ms=event.seq)
        for event, kind in zip(unit.events, kinds, strict=True)
    )
    return replace(unit, events=events)


def lost(table: str, after: int, name: str, rows: list[BetRow]) -> Unit:
    """Every bet of a round loses: one transfer to the house, as the product makes it."""
    share = Transfer(
        id=f"{name}:house:EUR",
        kind=TransferKind.LOSS,
        debit=escrow(name),
        credit="house:house:EUR",
        amount=sum(row.stake for row in rows),
        round=name,
    )
    return replace(losing(table, after, rows), transfers=(share,))


def play(store: SqlStore, table: str, rounds: int, *, cancel: frozenset[int] = frozenset()) -> None:
    """At a table both players lose a bet a round, or get it back; a round has two events."""
    store.claim(table, "host")
    assert posted(store, [deposit("p1", 100, number=len(table)), deposit("p2", 100)]) is None
    for number in range(1, rounds + 1):
        name = f"{table}-{number}"
        rows = [bet(player, 2, round_id=name) for player in ("p1", "p2")]
        after = 2 * (number - 1)
        units = [of_round(staking(table, after, rows), name, "RoundOpened")]
        over = lost(table, after + 1, name, rows)
        if number in cancel:
            over = replace(
                over,
                outcomes=tuple(OutcomeRow(bet=row.id, result="refunded", amount=2) for row in rows),
                transfers=tuple(refund_of(row) for row in rows),
            )
        kind = "RoundCancelled" if number in cancel else "RoundSettled"
        units.append(of_round(over, name, kind))
        assert store.commit(units) == [None, None]


def read_all(store: SqlStore) -> None:
    writer = SqlFiguresWriter(store.database)
    for table in writer.behind():
        while writer.advance(table):
            pass


def names(found: list[FoundRound]) -> list[str]:
    return [one.facts.round_id for one in found]


def test_rounds_are_listed_newest_first_with_their_money(store: SqlStore) -> None:
    play(store, "t1", 3, cancel=frozenset({2}))
    read_all(store)
    figures = SqlFigures(store.database)
    found = [*figures.rounds(EVER, limit=10)]
    assert names(found) == ["t1-3", "t1-2", "t1-1"]
    assert [one.facts.ended for one in found] == [Ended.SETTLED, Ended.CANCELLED, Ended.SETTLED]
    assert found[0].parts[HOUSE].sum == Sum(bets=2, staked=4, paid=0)
    assert found[1].parts[HOUSE].sum == Sum(bets=2, staked=4, paid=4)
    assert (found[0].facts.opened_ms, found[0].facts.ended_ms) == (5, 6)
    assert figures.count(EVER) == 3
    page = figures.rounds(EVER, limit=1, before=Place(found[0].facts.ended_ms, "t1-3"))
    assert names([*page]) == ["t1-2"]


def test_what_can_be_asked_for(store: SqlStore) -> None:
    play(store, "t1", 2, cancel=frozenset({1}))
    read_all(store)
    figures = SqlFigures(store.database)

    def found(**more: object) -> list[str]:
        return names([*figures.rounds(replace(EVER, **more), limit=10)])

    assert found(ended=Ended.CANCELLED) == ["t1-1"]
    assert found(player="p1") == ["t1-2", "t1-1"]
    assert found(since_ms=4) == ["t1-2"]
    assert found(until_ms=4) == ["t1-1"]
    for nothing in (
        {"player": "p3"},
        {"table": "t2"},
        {"table": "a\0b"},
        {"game": "brag"},
        {"mark": Mark.INCIDENT},
        {"operator": "acme"},
    ):
        assert found(**nothing) == []
        assert figures.count(replace(EVER, **nothing)) == 0
    assert found(operator="") == ["t1-2", "t1-1"]


def test_a_cancelled_round_is_in_no_sum_and_the_sums_are_those_of_the_books(
    store: SqlStore,
) -> None:
    play(store, "t1", 3, cancel=frozenset({2}))
    read_all(store)
    figures = SqlFigures(store.database)
    hours = {hour.owner: hour for hour in figures.hours(since_ms=0, until_ms=1)}
    assert hours[HOUSE].sum == Sum(bets=4, staked=8, paid=0)
    assert hours[HOUSE].rounds == 2
    assert figures.players(since_ms=0, until_ms=1) == 2
    (line,) = figures.beside_books()
    assert (line.currency, line.figures, line.books) == ("EUR", 8, 8)


def test_a_process_that_is_too_late_adds_nothing_twice(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(store, "t1", 2)
    late = SqlFiguresWriter(store.database)
    whole = subject._whole

    def overtaken(*args: Any) -> Iterator[Any]:
        monkeypatch.setattr(subject, "_whole", whole)
        read_all(store)  # another process, between reading and writing
        yield from whole(*args)

    monkeypatch.setattr(subject, "_whole", overtaken)
    assert not late.advance("t1")
    (line,) = SqlFigures(store.database).beside_books()
    assert (line.figures, line.books) == (8, 8)


def test_a_round_longer_than_a_stretch_is_read_whole(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "STRETCH", 1)
    play(store, "t1", 3)
    read_all(store)
    assert SqlFigures(store.database).count(EVER) == 3
    with store.database.reading() as connection:
        assert connection.execute(select(REPORTED.c.seq)).scalar_one() == 6


def test_rounds_that_end_later_are_added(store: SqlStore) -> None:
    play(store, "t1", 1)
    read_all(store)
    rows = [bet("p1", 3, round_id="t1-2")]
    opened = of_round(staking("t1", 2, rows), "t1-2", "RoundOpened")
    assert store.commit([opened]) == [None]
    read_all(store)
    assert SqlFigures(store.database).count(EVER) == 1
    assert store.commit([of_round(lost("t1", 3, "t1-2", rows), "t1-2", "RoundSettled")]) == [None]
    read_all(store)
    (line,) = SqlFigures(store.database).beside_books()
    assert (line.figures, line.books) == (7, 7)
    with store.database.reading() as connection:
        days = connection.execute(select(PLAYER_DAY.c.player, PLAYER_DAY.c.staked)).all()
    assert {tuple(row) for row in days} == {("p1", 5), ("p2", 2)}


def test_sabot_figures_finds_an_edited_sum_and_makes_it_anew(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    with open_store(f"sqlite:///{file}") as store:
        play(store, "t1", 2)
        read_all(store)
        with store.database.writing() as connection:
            connection.execute(ROUND_HOUR.update().values(staked=ROUND_HOUR.c.staked + 1))
    run = CliRunner()
    odd = run.invoke(app, ["figures", "--database", str(file)])
    assert (odd.exit_code, odd.output[:1]) == (1, "✗")
    again = run.invoke(app, ["figures", "--database", str(file), "--again"])
    assert again.exit_code == 0, again.output
    assert "✓ EUR  2 rounds  figures 0.08  books 0.08" in again.output
