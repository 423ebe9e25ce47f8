"""The SQL store and the memory store, given the same batches, answer and keep the same.

Batches are drawn with few names and small amounts, so that they run into each other: stale epochs,
repeated ids with the same and with other contents, empty purses, half-settled rounds. A seed that
fails is named and draws the same batches again.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace
from tests.conformance.conftest import AnyStore, Fresh
from tests.conformance.stores import facts
from tests.units import (
    bet,
    command,
    deposit,
    events,
    loss_of,
    outcome,
    refund_of,
    stakes,
    wallet_op,
)

from sabot.adapters.memory import MemoryStore
from sabot.errors import Corrupt
from sabot.service.ports import BetRow, CommandRow, Unit, WalletOpRow, WalletOpState

SEEDS = 120
TABLES = ("t1", "t2", "t3")
PLAYERS = ("p1", "p2")
STATES = tuple(WalletOpState)


class Chance:
    """Draws steps; where their heads are gets filled in when they are run."""

    def __init__(self, seed: int) -> None:
        self.draw = Random(seed)

    def batches(self) -> list[list[Unit]]:
        """Some batches of some steps."""
        sizes = [self.draw.randint(1, 4) for _ in range(self.draw.randint(3, 10))]
        return [[self.step() for _ in range(size)] for size in sizes]

    def step(self) -> Unit:
        """A step that may collide with any other."""
        draw = self.draw
        taken = [self.bet() for _ in range(draw.choice((0, 0, 1, 2)))]
        settled = draw.choice(([], [], [], [], taken, [self.bet()]))
        back = draw.choice((refund_of, loss_of))
        return Unit(
            table_id=draw.choice(TABLES),
            epoch=draw.choice((0,) * 9 + (-1,)),  # how far behind the owner is
            after_seq=draw.choice((0,) * 9 + (1,)),  # how far off the head is
            events=events(draw.randint(0, 2), after=0),
            stakes=stakes(taken),
            outcomes=tuple(outcome(row, back.__name__) for row in settled),
            transfers=tuple(map(back, settled[: draw.choice((9, 9, 9, 0))])),
            commands=tuple(self.command() for _ in range(draw.choice((0, 0, 0, 1, 2)))),
            wallet_ops=tuple(self.op() for _ in range(draw.choice((0, 0, 0, 1, 2)))),
            shoe_secrets=tuple(("s1", draw.choice((b"a", b"a", b"b"))) for _ in self.seldom()),
            snapshot=draw.choice((None, None, b"snapshot")),
        )

    def bet(self) -> BetRow:
        """One of few, mostly with the same stake each time."""
        draw = self.draw
        kind, round_id = draw.choice(("PLAYER", "TIE")), draw.choice(("r1", "r2", "r3"))
        stake = draw.choice((20,) * 9 + (30,))
        return bet(draw.choice(PLAYERS), stake, round_id=round_id, kind=kind)

    def command(self) -> CommandRow:
        """One of few, mostly with the same body each time."""
        cmd_id = f"c{self.draw.randint(1, 12)}"
        return command(self.draw.choice(PLAYERS), cmd_id, body=self.draw.choice("aaab"))

    def op(self) -> WalletOpRow:
        """One of few, mostly about the same thing."""
        name = f"o{self.draw.randint(1, 4)}"
        return wallet_op(name, self.draw.choice(STATES), amount=self.draw.choice((5,) * 9 + (6,)))

    def seldom(self) -> range:
        """Nothing, or once."""
        return range(self.draw.choice((0, 0, 0, 0, 1)))


class Runner:
    """Runs batches on one store as their owners would."""

    def __init__(self, store: AnyStore) -> None:
        self.store = store
        self.epochs = {table: store.claim(table, "host").epoch for table in TABLES}
        self.seqs = dict.fromkeys(TABLES, 0)
        assert store.ledger.post([deposit(player, 50) for player in PLAYERS]) is None

    def run(self, batch: Sequence[Unit]) -> list[object]:
        """What came of a batch: a failure or none for each unit, or what stopped them all."""
        placed = self._placed(batch)
        try:
            failures = list(self.store.commit(placed))
        except Corrupt as error:
            return [error.code, error.data]
        for unit, failure in zip(placed, failures, strict=True):
            if failure is None:
                self.seqs[unit.table_id] = unit.after_seq + len(unit.events)
        return [*failures]

    def _placed(self, batch: Sequence[Unit]) -> list[Unit]:
        """Units of one table follow one another, as if none of them failed."""
        seqs = dict(self.seqs)
        placed = []
        for unit in batch:
            after = seqs[unit.table_id] + unit.after_seq
            written = events(len(unit.events), after=after)
            epoch = self.epochs[unit.table_id] + unit.epoch
            placed.append(replace(unit, epoch=epoch, after_seq=after, events=written))
            seqs[unit.table_id] = after + len(written)
        return placed

    def facts(self) -> list[object]:
        """Everything that is kept, and what the next owner gets."""
        kept = facts(self.store)
        heads = [self.store.claim(table, "heir") for table in TABLES]
        return [*kept, self.store.shoes.secret("s1"), *heads]


@pytest.mark.parametrize("first", range(0, SEEDS, 20))
def test_every_store_agrees_with_the_one_in_memory(fresh: Fresh, first: int) -> None:
    for seed in range(first, first + 20):
        model, subject = Runner(MemoryStore()), Runner(fresh())
        for batch in Chance(seed).batches():
            assert subject.run(batch) == model.run(batch), f"seed {seed}"
        assert subject.facts() == model.facts(), f"seed {seed}"


def test_the_batches_are_worth_running() -> None:
    answers: Counter[str] = Counter()
    for seed in range(SEEDS):
        runner = Runner(MemoryStore())
        for batch in Chance(seed).batches():
            answers.update(str(answer) for answer in runner.run(batch))
    for answer in (
        *("None", "fenced", "conflict", "below_floor"),
        *("round/escrow_not_empty", "outcome/without_bet"),
    ):
        assert answers[answer] >= 10, answers
