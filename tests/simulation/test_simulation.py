"""Histories of accidents: seeded, replayable, each ending with money that adds up.

`make test` plays 2,000 seeds of 50 rounds; SABOT_SEEDS and SABOT_ROUNDS change that, and `make
soak` plays more of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import msgspec
import pytest
from tests.simulation.checks import violations
from tests.simulation.seeds import Tally, played, replayable

SEEDS = int(os.environ.get("SABOT_SEEDS", "2000"))
ROUNDS = int(os.environ.get("SABOT_ROUNDS", "50"))
BLOCK = 50
"""Seeds of one test: small enough to share out evenly, large enough for every fault to happen."""

Record = Callable[[str, object], None]


@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_I1_to_I15_whatever_happens_everything_adds_up(first: int, record_property: Record) -> None:
    tally = Tally()
    tally.play(range(first, min(first + BLOCK, SEEDS)), rounds=ROUNDS)
    record_property("counted", f"simulation from seed {first}: {tally}")
    if tally.rounds >= BLOCK * 50:
        assert not tally.never, f"in {tally.rounds} rounds never happened: {tally.never}"


def test_the_same_seed_is_the_same_history() -> None:
    first, again, other = (played(seed, rounds=20) for seed in (10, 10, 11))
    assert first.log_hash() == again.log_hash()
    assert first.luck.fired == again.luck.fired
    assert first.log_hash() != other.log_hash()


def test_a_seed_that_fails_says_how_to_play_it_again() -> None:
    with pytest.raises(AssertionError) as failure, replayable(7, rounds=50):
        raise AssertionError
    assert failure.value.__notes__ == ["seed 7: SABOT_ROUNDS=50 python -m tests.simulation 7"]


def test_I4_an_answer_that_the_disk_does_not_know_is_found() -> None:
    world = played(8, rounds=10)
    stored = (key for key in world.told.replies if world.store.answers.answer(*key) is not None)
    key = next(stored)
    world.told.replies[key] = msgspec.structs.replace(world.told.replies[key], code="untrue")
    assert len(violations(world)) == 1


def test_I7_a_picture_that_is_not_in_the_log_is_found() -> None:
    world = played(8, rounds=10)
    table_id, seq, events = world.shown[-1]
    world.shown[-1] = (table_id, seq + 1, events)
    assert violations(world)


def test_I2_a_cent_that_came_from_nowhere_is_found() -> None:
    world = played(8, rounds=10)
    world.store.facts.held["player:ada:EUR"] += 1
    assert violations(world)
