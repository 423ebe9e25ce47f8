"""The faults of the memory store: what the disk holds after each, and who is told what."""

import pytest
from tests.units import account, bet, command, deposit, escrow, losing, staking

from sabot.adapters.memory import Fault, MemoryStore, Unsynced
from sabot.errors import Corrupt, Unavailable
from sabot.service.ports import CommitFailure, Unit


class Plan:
    """Faults for the writes to come; none when it runs out."""

    def __init__(self) -> None:
        self.faults: list[Fault | None] = []
        self.asked: list[str] = []

    def __call__(self, write: str) -> Fault | None:
        self.asked.append(write)
        return self.faults.pop(0) if self.faults else None


@pytest.fixture
def plan() -> Plan:
    return Plan()


@pytest.fixture
def store(plan: Plan) -> MemoryStore:
    """One table, one player with 100."""
    made = MemoryStore(faults=plan, wall_ms=lambda: 77)
    made.claim("t1", "host")
    assert made.ledger.post([deposit("p1", 100)]) is None
    return made


STEP = staking("t1", 0, [bet("p1", 5)])


def standing(store: MemoryStore) -> tuple[int, int]:
    """The number of the last event, and what the player has."""
    return len(list(store.events.read("t1", after=0))), store.ledger.balances([account("p1")])[
        account("p1")
    ]


@pytest.mark.parametrize(
    ("fault", "code", "after"),
    [
        (Fault.FAILED, "store/failed", (0, 100)),
        (Fault.FULL, "store/full", (0, 100)),
        (Fault.WRITE_LOST, "store/outcome_unknown", (0, 100)),
        (Fault.ANSWER_LOST, "store/outcome_unknown", (1, 95)),
    ],
)
def test_a_fault_says_what_the_sql_stores_say(
    store: MemoryStore, plan: Plan, fault: Fault, code: str, after: tuple[int, int]
) -> None:
    plan.faults = [fault]
    with pytest.raises(Unavailable, match=code):
        store.commit([STEP])
    assert standing(store) == after
    store.disk.crash()
    assert standing(store) == after


def test_I4_asking_again_after_a_lost_answer_tells_what_happened(
    store: MemoryStore, plan: Plan
) -> None:
    plan.faults = [Fault.ANSWER_LOST]
    with pytest.raises(Unavailable):
        store.commit([STEP])
    assert list(store.commit([STEP])) == [CommitFailure.FENCED]
    assert store.claim("t1", "host").seq == 1


@pytest.mark.parametrize(
    ("unsynced", "after"), [(Unsynced.LOST, (0, 100)), (Unsynced.KEPT, (1, 95))]
)
def test_what_was_not_synchronised_is_decided_by_the_crash(
    store: MemoryStore, plan: Plan, unsynced: Unsynced, after: tuple[int, int]
) -> None:
    plan.faults = [Fault.NOT_SYNCED]
    with pytest.raises(Unavailable, match="store/io_error"):
        store.commit([STEP])
    for use in (
        lambda: store.commit([STEP]),
        lambda: store.claim("t1", "host"),
        lambda: store.ledger.post([]),
        lambda: standing(store),
        lambda: store.answers.answer("p1", "c1"),
        store.wallet_ops.unfinished,
        lambda: store.shoes.secret("s1"),
        lambda: list(store.export_rows()),
    ):
        with pytest.raises(Unavailable, match="store/io_error"):
            use()
    store.disk.crash(unsynced)
    assert standing(store) == after
    head = store.claim("t1", "heir")
    assert (head.epoch, head.seq) == (2, after[0])


def test_a_crash_loses_nothing_that_was_acknowledged(store: MemoryStore) -> None:
    assert list(store.commit([STEP])) == [None]
    store.disk.crash()
    assert standing(store) == (1, 95)
    assert store.ledger.balances([escrow("r1")]) == {escrow("r1"): 5}


@pytest.mark.parametrize("fault", [Fault.WRITE_LOST, Fault.NOT_SYNCED])
def test_a_lost_write_leaves_no_trace_of_any_kind(
    store: MemoryStore, plan: Plan, fault: Fault
) -> None:
    rows = [bet("p1", 5)]
    before = list(store.export_rows())
    plan.faults = [fault]
    with pytest.raises(Unavailable):
        store.commit([staking("t1", 0, rows), losing("t1", 1, rows)])
    store.disk.crash()
    assert list(store.export_rows()) == before
    assert list(store.commit([staking("t1", 0, rows), losing("t1", 1, rows)])) == [None, None]


def test_claims_and_posts_fail_as_well(store: MemoryStore, plan: Plan) -> None:
    plan.faults = [Fault.ANSWER_LOST, Fault.WRITE_LOST, Fault.ANSWER_LOST]
    with pytest.raises(Unavailable):
        store.claim("t1", "heir")
    for _ in range(2):
        with pytest.raises(Unavailable):
            store.ledger.post([deposit("p2", 5)])
    assert store.ledger.post([deposit("p2", 5)]) is None
    assert store.ledger.balances([account("p2")]) == {account("p2"): 5}
    assert store.claim("t1", "heir").epoch == 3
    assert plan.asked == ["claim", "post", "claim", "post", "post", "post", "claim"]


def test_a_refused_unit_asks_no_less_of_the_disk(store: MemoryStore, plan: Plan) -> None:
    poor = staking("t1", 0, [bet("p1", 101)])
    plan.faults = [Fault.ANSWER_LOST]
    with pytest.raises(Unavailable, match="store/outcome_unknown"):
        store.commit([poor])
    assert list(store.commit([poor])) == [CommitFailure.BELOW_FLOOR]
    assert standing(store) == (0, 100)


def test_corruption_is_found_before_any_fault(store: MemoryStore, plan: Plan) -> None:
    plan.faults = [None, Fault.ANSWER_LOST]
    rows = [bet("p1", 5)]
    assert list(store.commit([staking("t1", 0, rows)])) == [None]
    before = list(store.export_rows())
    unpaid = losing("t1", 1, rows)
    with pytest.raises(Corrupt):
        store.commit([Unit(table_id="t1", epoch=1, after_seq=1, outcomes=unpaid.outcomes)])
    assert list(store.export_rows()) == before


def test_the_claim_is_dated_by_the_clock_it_was_given(store: MemoryStore) -> None:
    (head,) = [row for kind, row in store.export_rows() if kind == "head"]
    assert head["claimed_at_ms"] == 77


def test_answers_survive_a_crash(store: MemoryStore) -> None:
    unit = Unit(table_id="t1", epoch=1, after_seq=0, commands=(command("p1", "c1"),))
    assert list(store.commit([unit])) == [None]
    store.disk.crash()
    assert store.answers.answer("p1", "c1") == command("p1", "c1")
