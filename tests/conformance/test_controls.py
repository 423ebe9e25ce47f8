"""One suite for every store of own limits and every reader of flows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.conformance.conftest import AnyStore
from tests.service.controls.moments import Moment, Past
from tests.units import (
    account,
    bet,
    deposit,
    escrow,
    events,
    outcome,
    posted,
    refund_of,
    stakes,
    win_of,
)

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.controls import MemoryControls
from sabot.adapters.memory.flows import MemoryFlows
from sabot.adapters.sql.readers.controls import SqlControls
from sabot.adapters.sql.readers.flows import SqlFlows
from sabot.ledger import Transfer, TransferKind
from sabot.service.controls.desk import ControlDesk
from sabot.service.controls.limits import Bar, Controls, Limit, Pause, pause, set_limit
from sabot.service.controls.ports import ControlChange, ControlStore, FlowReader
from sabot.service.controls.sessions import PlaySession
from sabot.service.money.flows import Flow
from sabot.service.office.acts import Act, act_of
from sabot.service.ports import BetRow, Unit

DAILY = Controls(limits={Limit.LOSS_PER_DAY: 500})
ODD = "a\0b"


@pytest.fixture
def controls(store: AnyStore) -> ControlStore:
    return MemoryControls(store) if isinstance(store, MemoryStore) else SqlControls(store.database)


@pytest.fixture
def flows(store: AnyStore) -> FlowReader:
    return MemoryFlows(store) if isinstance(store, MemoryStore) else SqlFlows(store.database)


def change(
    revision: int, after: Controls, *, before: Controls | None = None, player: str = "ada"
) -> ControlChange:
    return ControlChange(
        player_id=player,
        revision=revision,
        kind="loss_per_day",
        actor=player,
        at_ms=revision,
        before=before or Controls(),
        after=after,
    )


def test_who_never_set_anything_has_no_controls(controls: ControlStore) -> None:
    assert controls.find("ada") == controls.find(ODD) == (0, Controls())
    assert list(controls.changes("ada")) == []


def test_controls_come_back_as_they_were(controls: ControlStore) -> None:
    full = set_limit(DAILY, Limit.LOSS_PER_DAY, None, now_ms=7)
    full = pause(set_limit(full, Limit.SESSION_TIME, 90, now_ms=7), Pause.FOR_EVER, now_ms=8)
    full = replace(full, check_minutes=30)
    assert controls.save(change(1, DAILY))
    assert controls.save(change(2, full, before=DAILY))
    assert controls.find("ada") == (2, full)
    assert list(controls.changes("ada")) == [change(1, DAILY), change(2, full, before=DAILY)]
    assert controls.find("bob") == (0, Controls())


@pytest.mark.parametrize("revision", [1, 3])
def test_a_change_that_does_not_follow_is_not_kept(controls: ControlStore, revision: int) -> None:
    controls.save(change(1, DAILY))
    assert not controls.save(change(revision, Controls(), before=DAILY))
    assert controls.find("ada") == (1, DAILY)
    assert len(controls.changes("ada")) == 1
    assert not controls.save(change(2, DAILY, player="bob"))


def test_a_session_is_written_again_as_it_lasts(controls: ControlStore) -> None:
    first = PlaySession(session_id="s1", player_id="ada", started_ms=10, seen_ms=10)
    other = PlaySession(session_id="s2", player_id="ada", started_ms=5, seen_ms=15)
    for sessions in ([first, other], [replace(first, seen_ms=40)]):
        controls.keep_sessions(sessions)
    longer = replace(first, seen_ms=40)
    assert list(controls.sessions("ada", since_ms=0)) == [other, longer]
    assert list(controls.sessions("ada", since_ms=16)) == [longer]
    assert list(controls.sessions("bob", since_ms=0)) == []


# --- flows ----------------------------------------------------------------------------------------


def staked(store: AnyStore, *rows: BetRow, after: int, golden: bool = False) -> None:
    unit = Unit(
        table_id="t1",
        epoch=1,
        after_seq=after,
        events=events(1, after=after, round_id=rows[0].round_id),
        stakes=stakes(rows, source="golden:p1:EUR" if golden else None),
    )
    assert list(store.commit([unit])) == [None]


def ended(store: AnyStore, kind: str, row: BetRow, unit: Unit, *, after: int, at_ms: int) -> None:
    end = replace(events(1, after=after, round_id=row.round_id)[0], kind=kind, at_ms=at_ms)
    whole = replace(unit, table_id="t1", epoch=1, after_seq=after, events=(end,))
    assert list(store.commit([whole])) == [None]


def unit(*transfers: Transfer) -> Unit:
    return Unit(table_id="t1", epoch=1, after_seq=0, transfers=transfers)


def test_flows_are_a_players_rounds_with_their_ends(store: AnyStore, flows: FlowReader) -> None:
    store.claim("t1", "host")
    posted(store, [deposit("p1", 100), deposit("p2", 100)])
    won, lost, open_ = (bet("p1", n, round_id=f"t1-{n}") for n in (5, 7, 9))
    other = bet("p2", 11, round_id="t1-5")
    staked(store, won, other, after=0)
    settled = replace(
        unit(*win_of(won), replace(win_of(other)[1], id="back", amount=11)),
        outcomes=(outcome(won, "win", 10), outcome(other, "push", 11)),
    )
    ended(store, "RoundSettled", won, settled, after=1, at_ms=2_000)
    staked(store, lost, after=2)
    refunded = replace(unit(refund_of(lost)), outcomes=(outcome(lost, "refunded", 7),))
    ended(store, "RoundCancelled", lost, refunded, after=3, at_ms=3_000)
    staked(store, open_, after=4)
    first = Flow(player="p1", round_id="t1-5", staked={won.id: 5}, returned=10, ended_ms=2_000)
    second = Flow(player="p1", round_id="t1-7", staked={lost.id: 7}, returned=7, ended_ms=3_000)
    third = Flow(player="p1", round_id="t1-9", staked={open_.id: 9})
    assert list(flows.flows("p1", since_ms=0)) == [first, second, third]
    assert list(flows.flows("p1", since_ms=2_001)) == [second, third]
    assert list(flows.flows("p1", since_ms=9_000)) == [third]
    assert list(flows.flows("nobody", since_ms=0)) == list(flows.flows(ODD, since_ms=0)) == []


def test_R29_a_golden_chip_is_staked_for_nothing(store: AnyStore, flows: FlowReader) -> None:
    store.claim("t1", "host")
    chips = replace(
        deposit("p1", 50), kind=TransferKind.GRANT, debit="promotion:house:EUR",
        credit="golden:p1:EUR",
    )  # fmt: skip
    posted(store, [chips])
    golden, wins = bet("p1", 20, round_id="t1-1"), bet("p1", 10, round_id="t1-2")
    staked(store, golden, after=0, golden=True)
    back = replace(refund_of(golden), credit="golden:p1:EUR")
    ended(
        store,
        "RoundCancelled",
        golden,
        replace(unit(back), outcomes=(outcome(golden, "refunded", 20),)),
        after=1,
        at_ms=5,
    )
    staked(store, wins, after=2, golden=True)
    used = Transfer(
        id="used", kind=TransferKind.LOSS, debit=escrow("t1-2"), credit="promotion:house:EUR",
        amount=10,
    )  # fmt: skip
    house, paid = (replace(t, amount=15) for t in win_of(wins))
    won = replace(unit(house, paid, used), outcomes=(outcome(wins, "win", 15),))
    ended(store, "RoundSettled", wins, won, after=3, at_ms=6)
    assert list(flows.flows("p1", since_ms=0)) == [
        Flow(player="p1", round_id="t1-1", ended_ms=5),
        Flow(player="p1", round_id="t1-2", returned=15, ended_ms=6),
    ]
    assert store.ledger.balances([account("p1")]) == {account("p1"): 15}


def test_a_session_that_ends_earlier_than_it_began_has_taken_no_time(
    controls: ControlStore,
) -> None:
    """A wall clock is set back now and then."""
    clock = Moment()
    desk = ControlDesk(controls, Past(), clock)
    desk.began("ada", "s1")
    began_ms = clock.now_ms
    clock.now_ms -= 2_000
    desk.ended("s1")
    [kept] = controls.sessions("ada", since_ms=0)
    assert (kept.started_ms, kept.seen_ms) == (began_ms, began_ms)


def test_I14_a_change_is_kept_with_its_acts_or_not_at_all(
    store: AnyStore, controls: ControlStore
) -> None:
    bar = Bar(number=1, since_ms=7, until_ms=99, actor="marta", reason="a test")
    after = Controls(bars={"acme": bar})
    change = ControlChange(
        player_id="acme:7",
        revision=1,
        kind="excluded",
        actor="marta",
        at_ms=7,
        before=Controls(),
        after=after,
    )
    act = act_of(
        Act.EXCLUSION_BEGUN, "x:1:begun", subject="x:1", player="acme:7", actor="m", reason="r",
        at_ms=7,
    )  # fmt: skip
    other = replace(act, id="x:2:begun", subject="x:2")
    assert controls.save(change, [act, other])
    assert controls.find("acme:7") == (1, after)
    assert list(store.acts.about_player("acme:7")) == [act, other]
    late = replace(act, id="x:3:begun", subject="x:3")
    assert not controls.save(change, [late])  # somebody else was quicker
    assert list(store.acts.about("x:3")) == []
