"""One suite for every reader of a player's bets: newest first, between two times, page by page."""

import pytest
from msgspec.structs import replace
from tests.conformance.conftest import AnyStore
from tests.units import bet, deposit, losing, refund_of, staking

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.history import MemoryHistory
from sabot.adapters.sql.readers.history import SqlHistory
from sabot.service.players.history import BetsOfRounds, History, PlayedBet, StakedBet
from sabot.service.ports import OutcomeRow, Unit

EVER = 10_000


@pytest.fixture
def history(store: AnyStore) -> MemoryHistory | SqlHistory:
    return MemoryHistory(store) if isinstance(store, MemoryStore) else SqlHistory(store.database)


def _play(store: AnyStore, rounds: int) -> None:
    """At `t1` both players lose a bet a round; round n ends at the moment 2n."""
    store.claim("t1", "host")
    assert store.ledger.post([deposit("p1", 100), deposit("p2", 100)]) is None
    for number in range(1, rounds + 1):
        rows = [bet(player, 1, round_id=f"t1-{number}") for player in ("p1", "p2")]
        after = 2 * (number - 1)
        units = [_of_round(staking("t1", after, rows), "BetsClosed")]
        units.append(_of_round(losing("t1", after + 1, rows), "RoundSettled"))
        assert store.commit(units) == [None, None]


def _of_round(unit: Unit, kind: str) -> Unit:
    name = unit.outcomes[0].bet if unit.outcomes else unit.stakes[0].round_id
    events = [
        replace(event, round_id=name.partition("/")[0], kind=kind, at_ms=event.seq)
        for event in unit.events
    ]
    return replace(unit, events=tuple(events))


def _rounds(played: list[PlayedBet]) -> list[str]:
    return [one.bet.round_id for one in played]


def test_the_newest_bet_comes_first_with_what_became_of_it(
    store: AnyStore, history: History
) -> None:
    _play(store, 3)
    found = list(history.bets_of("p1", since_ms=0, until_ms=EVER, limit=10))
    assert _rounds(found) == ["t1-3", "t1-2", "t1-1"]
    assert found[0] == PlayedBet(
        bet=bet("p1", 1, round_id="t1-3"), result="lose", amount=0, ended_ms=6
    )


def test_a_history_is_between_two_times_the_first_included(
    store: AnyStore, history: History
) -> None:
    _play(store, 4)
    assert _rounds(list(history.bets_of("p1", since_ms=4, until_ms=8, limit=10))) == [
        "t1-3",
        "t1-2",
    ]


def test_pages_follow_one_another_without_a_gap(store: AnyStore, history: History) -> None:
    _play(store, 5)
    pages, before = [], None
    while page := history.bets_of("p2", since_ms=0, until_ms=EVER, limit=2, before=before):
        pages.append(_rounds(list(page)))
        before = page[-1].place
    assert pages == [["t1-5", "t1-4"], ["t1-3", "t1-2"], ["t1-1"]]


def test_bets_of_one_round_stand_by_id_and_pages_may_part_them(
    store: AnyStore, history: History
) -> None:
    store.claim("t1", "host")
    assert store.ledger.post([deposit("p1", 100)]) is None
    rows = [bet("p1", 1, round_id="t1-1", kind=kind) for kind in ("BANKER", "PLAYER", "TIE")]
    back = replace(
        losing("t1", 1, rows),
        outcomes=tuple(OutcomeRow(bet=row.id, result="refunded", amount=1) for row in rows),
        transfers=tuple(refund_of(row) for row in rows),
    )
    units = [_of_round(staking("t1", 0, rows), "BetsClosed"), _of_round(back, "RoundCancelled")]
    assert store.commit(units) == [None, None]
    first = history.bets_of("p1", since_ms=0, until_ms=EVER, limit=2)
    rest = history.bets_of("p1", since_ms=0, until_ms=EVER, limit=2, before=first[-1].place)
    assert [one.bet.kind for one in (*first, *rest)] == ["TIE", "PLAYER", "BANKER"]
    assert {(one.result, one.amount) for one in (*first, *rest)} == {("refunded", 1)}


def test_bets_of_an_open_round_and_of_others_are_in_no_history(
    store: AnyStore, history: History
) -> None:
    _play(store, 1)
    rows = [bet("p1", 1, round_id="t1-2")]
    assert store.commit([_of_round(staking("t1", 2, rows), "BetsClosed")]) == [None]
    found = history.bets_of("p1", since_ms=0, until_ms=EVER, limit=10)
    assert [one.bet.id for one in found] == ["t1-1/p1/PLAYER"]
    for nobody in ("p3", "a\0b"):
        assert list(history.bets_of(nobody, since_ms=0, until_ms=EVER, limit=10)) == []


def test_the_bets_of_a_player_in_a_round_are_found_with_what_became_of_them(
    store: AnyStore, history: BetsOfRounds
) -> None:
    _play(store, 2)
    open_one = bet("p1", 2, round_id="t1-3")
    assert store.commit([_of_round(staking("t1", 4, [open_one]), "BetsClosed")]) == [None]
    lost = StakedBet(bet=bet("p1", 1, round_id="t1-2"), result="lose", amount=0)
    assert list(history.bets_in("t1-2", "p1")) == [lost]
    assert list(history.bets_in("t1-3", "p1")) == [StakedBet(bet=open_one, result=None, amount=0)]
    for round_id, player in (("t1-2", "p3"), ("t1-9", "p1"), ("t1", "p1"), ("\0", "p1")):
        assert list(history.bets_in(round_id, player)) == []
