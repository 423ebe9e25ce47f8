"""Several writers on one database, as two servers would be: the money comes out right."""

import threading
from collections.abc import Callable

from tests.units import account, bet, deposit, escrow, losing, staking

from sabot.adapters.sql import SqlStore, open_store
from sabot.service.ports import CommitFailure

WRITERS = 4
ROUNDS = 12


def all_at_once(count: int, work: Callable[[int], None]) -> None:
    """Run the same work in threads that start together; the first error is ours."""
    errors: list[BaseException] = []
    gate = threading.Barrier(count)

    def run(number: int) -> None:
        gate.wait()
        try:
            work(number)
        except BaseException as error:  # noqa: BLE001 - handed to the test below
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_P16_servers_that_share_players_share_no_cent_twice(url: str) -> None:
    """Each writer's tables take stakes of the same two players and settle them."""
    with open_store(url) as store:
        assert store.ledger.post([deposit("p1", 200), deposit("p2", 200)]) is None
    taken = [0] * WRITERS

    def play(number: int) -> None:
        with open_store(url) as mine:
            taken[number] = rounds_of(mine, f"t{number}")

    all_at_once(WRITERS, play)
    with open_store(url) as store:
        balances = store.ledger.balances([account("p1"), account("p2"), "house:house:EUR"])
        assert min(balances.values()) >= 0
        assert sum(balances.values()) == 400
        assert balances["house:house:EUR"] == sum(taken)
        # 4 writers × 12 rounds × 20 is more than they have: the floor was reached.
        assert sum(taken) > 400 - 40
        outcomes = [row for kind, row in store.export_rows() if kind == "outcome"]
        assert len(outcomes) == len({row["bet"] for row in outcomes}) == sum(taken) // 10


def rounds_of(store: SqlStore, table: str) -> int:
    """Play rounds at one table, as long as the players can; says what they lost."""
    epoch, seq, lost = store.claim(table, table).epoch, 0, 0
    for number in range(ROUNDS):
        name = f"{table}-{number}"
        # In both orders, so that writers meet each other halfway.
        players = ("p1", "p2") if number % 2 else ("p2", "p1")
        rows = [bet(player, 10, round_id=name) for player in players]
        (failure,) = store.commit([staking(table, seq, rows, epoch=epoch)])
        if failure is not None:
            assert failure is CommitFailure.BELOW_FLOOR
            continue
        assert list(store.commit([losing(table, seq + 1, rows, epoch=epoch)])) == [None]
        assert store.ledger.balances([escrow(name)]) == {escrow(name): 0}
        seq, lost = seq + 2, lost + 20
    return lost


def test_two_owners_of_one_table_never_both_write(url: str) -> None:
    with open_store(url) as store:
        store.claim("t1", "nobody")
        assert store.ledger.post([deposit("p1", 1_000)]) is None
    written = [0] * WRITERS

    def own(number: int) -> None:
        with open_store(url) as mine:
            for attempt in range(ROUNDS):
                head = mine.claim("t1", f"owner-{number}")
                row = bet("p1", 1, round_id=f"r{number}-{attempt}")
                unit = staking("t1", head.seq, [row], epoch=head.epoch)
                (failure,) = mine.commit([unit])
                assert failure in {None, CommitFailure.FENCED}
                written[number] += failure is None

    all_at_once(WRITERS, own)
    with open_store(url) as store:
        head = store.claim("t1", "auditor")
        assert head.epoch == 1 + WRITERS * ROUNDS + 1
        assert head.seq == sum(written) == len(list(store.events.read("t1", after=0)))
        assert store.ledger.balances([account("p1")]) == {account("p1"): 1_000 - sum(written)}


def test_one_store_serves_many_threads(url: str) -> None:
    with open_store(url) as store:
        assert store.ledger.post([deposit("p1", 10_000)]) is None

        def play(number: int) -> None:
            assert rounds_alone(store, f"t{number}") == ROUNDS
            assert store.ledger.balances([account("p1")])[account("p1")] >= 0

        all_at_once(WRITERS, play)
        assert store.ledger.balances([account("p1")]) == {
            account("p1"): 10_000 - 3 * WRITERS * ROUNDS
        }


def rounds_alone(store: SqlStore, table: str) -> int:
    """Take a stake a round; says how many."""
    epoch = store.claim(table, table).epoch
    for seq in range(ROUNDS):
        unit = staking(table, seq, [bet("p1", 3, round_id=f"{table}-{seq}")], epoch=epoch)
        assert list(store.commit([unit])) == [None]
        assert len(list(store.events.read(table, after=0))) == seq + 1
    return ROUNDS
