"""Histories of accidents: seeded, replayable, each ending with money that adds up.

`make test` plays a share of the seeds; `make soak` plays them all (SABOT_SEEDS, SABOT_ROUNDS).
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from tests.simulation.invariants import violations
from tests.simulation.world import World

SEEDS = int(os.environ.get("SABOT_SEEDS", "40"))
ROUNDS = int(os.environ.get("SABOT_ROUNDS", "50"))
SHARES = 4

# Every kind of accident must have happened somewhere in a run, or the run proves little.
ACCIDENTS = frozenset(
    {
        "disk/failed",
        "disk/write_lost",
        "disk/answer_lost",
        "manager/CancelRound",
        "manager/Pause",
        "manager/Resume",
        "network/answer_lost",
        "network/duplicated",
        "network/late",
        "network/request_lost",
        "owner/rival",
        "process/crash",
        "scanner/trouble",
    }
)


@pytest.mark.parametrize("share", range(SHARES))
def test_whatever_happens_the_money_adds_up(share: int) -> None:
    fired: Counter[str] = Counter()
    rounds = 0
    for seed in range(share, SEEDS, SHARES):
        world = World(seed)
        world.run(ROUNDS)
        found = violations(world.store)
        assert not found, f"seed {seed}: {found[:5]}"
        fired += world.fired
        rounds += world.rounds
    never = ACCIDENTS - fired.keys()
    assert not never, f"in {rounds} rounds never happened: {sorted(never)}"


def test_the_same_seed_is_the_same_history() -> None:
    first, again, other = World(7), World(7), World(8)
    for world in (first, again, other):
        world.run(20)
    assert first.log_hash() == again.log_hash()
    assert first.log_hash() != other.log_hash()
