"""Live tables in the simulated world: crashes, rivals, bad disks and lines, and people who deal."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable

import pytest
from tests.simulation.checks import violations
from tests.simulation.live_world import LiveWorld

SEEDS = int(os.environ.get("SABOT_LIVE_SEEDS", "100"))
ROUNDS = 20
SHARES = 4


@pytest.mark.parametrize("share", range(SHARES))
def test_I1_to_I15_hold_at_live_tables_whatever_happens_to_the_process(
    share: int, record_property: Callable[[str, object], None]
) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(share, SEEDS, SHARES):
        world = LiveWorld(seed)
        world.run(ROUNDS)
        found = violations(world)
        assert not found, (seed, found[:5])
        for config in world.configs:
            kinds.update(event.kind for event in world.store.events.read(config.table_id, after=0))
        world.end()
    record_property("counted", f"{kinds['RoundSettled']} rounds settled by people")
    assert kinds["RoundSettled"] > 3 * kinds["RoundCancelled"] > 0
    assert kinds["DealerSignedOff"] > 0
    assert kinds["IncidentRecorded"] > 0
