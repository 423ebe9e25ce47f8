"""Acts of the office on every store: written once, with their money, and found again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.conformance.conftest import AnyStore
from tests.units import account, deposit

from sabot.ledger import Transfer, TransferKind
from sabot.service.ports import ActRow, CommitFailure, Unit

GRANTED = ActRow(
    id="chips:g1:granted",
    kind="chips/granted",
    subject="chips:g1",
    player="p1",
    amount=500,
    actor="sonia",
    reason="birthday",
    body=b'{"count":1}',
    at_ms=7,
)
PAYS = Transfer(
    id="chips:g1",
    kind=TransferKind.GRANT,
    debit="promotion:house:EUR",
    credit="golden:p1/g1:EUR",
    amount=500,
)


@pytest.fixture
def desk(store: AnyStore) -> AnyStore:
    store.claim("wallets", "host")
    return store


def one(store: AnyStore, *acts: ActRow, transfers: tuple[Transfer, ...] = ()) -> object:
    unit = Unit(table_id="wallets", epoch=1, after_seq=0, acts=acts, transfers=transfers)
    (failure,) = store.commit([unit])
    return failure


def test_I14_an_act_is_written_with_its_money(desk: AnyStore) -> None:
    assert one(desk, GRANTED, transfers=(PAYS,)) is None
    assert desk.acts.about("chips:g1") == desk.acts.about_player("p1") == [GRANTED]
    assert desk.ledger.balances(["golden:p1/g1:EUR"]) == {"golden:p1/g1:EUR": 500}
    assert (
        desk.acts.about("chips:g2")
        == desk.acts.about_player("p2")
        == desk.acts.about_player("\0")
        == []
    )


def test_the_same_act_again_is_nothing_and_another_under_its_id_a_conflict(desk: AnyStore) -> None:
    for _ in range(2):
        assert one(desk, GRANTED, transfers=(PAYS,)) is None
    assert desk.ledger.balances(["golden:p1/g1:EUR"]) == {"golden:p1/g1:EUR": 500}
    for change in ({"actor": "vera"}, {"at_ms": 8}, {"amount": 1}):
        assert one(desk, replace(GRANTED, **change)) is CommitFailure.CONFLICT
    assert desk.acts.about("chips:g1") == [GRANTED]


def test_an_act_whose_money_is_not_there_is_not_written(desk: AnyStore) -> None:
    assert desk.ledger.post([deposit("p1", 100)]) is None
    takes = replace(PAYS, debit=account("p1"), amount=101)
    assert one(desk, GRANTED, transfers=(takes,)) is CommitFailure.BELOW_FLOOR
    assert desk.acts.about("chips:g1") == []


def test_a_fenced_desk_writes_no_act(desk: AnyStore) -> None:
    desk.claim("wallets", "another host")
    assert one(desk, GRANTED, transfers=(PAYS,)) is CommitFailure.FENCED
    assert desk.acts.about("chips:g1") == []


def test_open_acts_are_those_nothing_has_followed(desk: AnyStore) -> None:
    other = replace(GRANTED, id="chips:g2:granted", subject="chips:g2")
    ended = replace(GRANTED, id="chips:g1:end", kind="chips/expired")
    assert one(desk, GRANTED, other) is None
    assert desk.acts.unanswered("chips/granted") == [GRANTED, other]
    assert one(desk, ended) is None
    assert desk.acts.unanswered("chips/granted") == [other]
    assert desk.acts.unanswered("chips/expired") == []
    assert [fact["id"] for kind, fact in desk.export_rows() if kind == "act"] == [
        "chips:g1:end",
        "chips:g1:granted",
        "chips:g2:granted",
    ]


def test_what_an_actor_did_of_late_is_found(desk: AnyStore) -> None:
    later = replace(GRANTED, id="chips:g2:granted", subject="chips:g2", at_ms=9)
    other = replace(GRANTED, id="chips:g3:granted", subject="chips:g3", actor="marco")
    assert one(desk, GRANTED, later, other) is None
    assert desk.acts.by_actor("sonia", since_ms=7) == [GRANTED, later]
    assert desk.acts.by_actor("sonia", since_ms=8) == [later]
    assert desk.acts.by_actor("vera", since_ms=0) == desk.acts.by_actor("\0", since_ms=0) == []


def test_acts_are_found_by_their_kinds(desk: AnyStore) -> None:
    later = replace(GRANTED, id="chips:g2:granted", subject="chips:g2", at_ms=9)
    ended = replace(GRANTED, id="chips:g1:end", kind="chips/expired")
    assert one(desk, later, GRANTED, ended) is None
    assert desk.acts.of_kinds({"chips/granted"}) == [GRANTED, later]
    assert desk.acts.of_kinds({"chips/granted", "chips/expired"}) == [ended, GRANTED, later]
    assert desk.acts.of_kinds({"set/prepared"}) == desk.acts.of_kinds(frozenset()) == []
