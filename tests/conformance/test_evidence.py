"""What a start compares: every store shows the same evidence, and it fits (ADR 0034)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.conformance.conftest import AnyStore
from tests.conformance.stores import one, opened
from tests.seals import SEALS, keyring
from tests.units import account, bet, deposit, losing, posted, staking

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.controls import MemoryControls
from sabot.adapters.memory.evidence import MemoryEvidence
from sabot.adapters.memory.store import HOUSE_ID
from sabot.adapters.sql.readers.controls import SqlControls
from sabot.adapters.sql.readers.evidence import SqlEvidence
from sabot.service.controls.limits import Controls, Limit
from sabot.service.controls.ports import ControlChange
from sabot.service.money.deposits import asked_for
from sabot.service.ports import Unit
from sabot.service.proof.checks import About, Evidence, examined
from sabot.service.proof.log import house_of
from sabot.service.proof.seals import Extent, HouseSeal, extent_of, noted, seal_of, signed_line


def evidence_of(store: AnyStore) -> Evidence:
    return MemoryEvidence(store) if isinstance(store, MemoryStore) else SqlEvidence(store.database)


def change(store: AnyStore) -> None:
    controls = (
        MemoryControls(store) if isinstance(store, MemoryStore) else SqlControls(store.database)
    )
    after = Controls(limits={Limit.STAKE_PER_DAY: 500})
    made = ControlChange(
        player_id="p1",
        revision=1,
        kind="stake_per_day",
        actor="p1",
        at_ms=7,
        before=Controls(),
        after=after,
    )
    assert controls.save(made)


def busy(store: AnyStore) -> Evidence:
    """A store with claims, deposits, a round and controls."""
    for table in ("t2", "t1", "t1"):
        store.claim(table, "host")
    assert posted(store, [deposit("p1", 100), deposit("p2", 100)]) is None
    row = bet("p1", 5)
    units = [replace(staking("t1", 0, [row]), epoch=2), replace(losing("t1", 1, [row]), epoch=2)]
    assert list(store.commit(units)) == [None, None]
    change(store)
    return evidence_of(store)


def test_20_4_what_a_store_wrote_is_on_record_and_adds_up(store: AnyStore) -> None:
    evidence = busy(store)
    found = examined(evidence, SEALS)
    assert found.doubts == ()
    assert (found.log.house, house_of(evidence.house_log(until=1))) == (HOUSE_ID, HOUSE_ID)
    assert {name: claim.epoch for name, claim in found.log.claims.items()} == {"t1": 2, "t2": 1}
    assert [*found.log.controls] == ["p1"]
    assert sorted(found.log.acts) == ["deposit:p1:1:made", "deposit:p2:1:made"]
    assert sorted(one.id for one in evidence.outside()) == ["deposit:p1:1", "deposit:p2:1"]
    head = evidence.heads()["t1"]
    assert (head.epoch, head.seq) == (2, 2)
    assert evidence.chain_at("t1", 2) == head.hash
    assert evidence.chain_at("t1", 3) is None


def test_20_4_other_keys_believe_nothing(store: AnyStore) -> None:
    found = examined(busy(store), keyring(2))
    assert len(found.log.broken) == len(evidence_of(store).house_log())
    assert {one.subject for one in found.doubts if one.about is About.CONTROL} == {"p1"}


def test_20_4_a_deposit_without_an_act_is_in_doubt(store: AnyStore) -> None:
    opened(store, "t1")
    found = examined(evidence_of(store), SEALS)
    assert {(one.about, one.subject, one.player) for one in found.doubts} == {
        (About.TRANSFER, "deposit:p1:1", "p1"),
        (About.TRANSFER, "deposit:p2:1", "p2"),
    }
    assert found.accounts == {account("p1"), account("p2")}


def test_20_4_a_deposit_again_writes_no_second_act(store: AnyStore) -> None:
    given = deposit("p1", 100)
    for at_ms in (1, 2):
        act = asked_for(given, player="p1", reason="a test", at_ms=at_ms)
        assert store.ledger.post([given], [act]) is None
    assert [act.at_ms for act in store.acts.about_player("p1")] == [1]
    assert len(evidence_of(store).house_log()) == 2, "the house, and the act"


@pytest.mark.parametrize("wrong", ["amount", "player"])
def test_20_4_an_act_about_something_else_does_not_help(store: AnyStore, wrong: str) -> None:
    given = deposit("p1", 100)
    act = asked_for(given, player="p1", reason="a test", at_ms=1)
    other = replace(act, amount=99) if wrong == "amount" else replace(act, player="p2")
    assert store.ledger.post([given], [other]) is None
    assert [one.subject for one in examined(evidence_of(store), SEALS).doubts] == [given.id]


def test_20_4_nothing_of_a_unit_that_failed_is_on_record(store: AnyStore) -> None:
    store.claim("t1", "host")
    before = len(evidence_of(store).house_log())
    act = asked_for(deposit("p1", 1), player="p1", reason="a test", at_ms=1)
    assert one(store, Unit(table_id="t1", epoch=9, after_seq=0, acts=(act,))) is not None
    assert len(evidence_of(store).house_log()) == before
    assert one(store, Unit(table_id="t1", epoch=1, after_seq=0, acts=(act,))) is None
    assert one(store, Unit(table_id="t1", epoch=1, after_seq=0, acts=(act,))) is None
    assert len(evidence_of(store).house_log()) == before + 1, "once, however often it is written"


def extent(evidence: Evidence, *seals: HouseSeal, house: str = HOUSE_ID) -> Extent:
    """How a database stands to seals that were noted one after the other."""
    found = extent_of(evidence, house, [signed_line(one, SEALS) for one in seals], SEALS)
    assert found is not None
    return found


def test_20_9_a_seal_is_extended_by_what_comes_after_it(store: AnyStore) -> None:
    evidence = busy(store)
    first = seal_of(evidence, HOUSE_ID, at_ms=1)
    assert extent(evidence, first) == Extent()
    store.claim("t2", "heir")
    known = dict(first.tables)
    later = seal_of(evidence, HOUSE_ID, at_ms=2, since=known)
    assert (later.whole, later.tables) == (False, {}), "only what has moved"
    lines = [signed_line(first, SEALS), signed_line(later, SEALS), b'{"type":"house-se']
    last = noted(lines, SEALS)
    assert last is not None
    assert (last.log, last.tables) == (later.log, first.tables)
    assert extent_of(evidence, HOUSE_ID, lines, SEALS) == Extent()
    assert noted(lines, keyring(2)) is None, "other keys"
    ahead = replace(last, log=(last.log[0] + 1, last.log[1]))
    assert extent(evidence, last, house="another").older == "", "the chain says which house it is"
    assert extent(evidence, ahead, house="another").older
    assert extent(evidence, ahead).older
    rewritten = replace(last, tables={**last.tables, "t1": (2, "00" * 32)})
    assert extent(evidence, rewritten) == Extent(
        damaged={"t1": "event 2 of t1 is missing or another one"}
    )
