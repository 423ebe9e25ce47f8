"""`python -m tests.simulation SEED …`: play seeds again, and say what happened in each."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tests.simulation.seeds import played


def main(arguments: Sequence[str]) -> int:
    """Play each seed; one that fails ends it, with everything that is known about it."""
    rounds = int(os.environ.get("SABOT_ROUNDS", "50"))
    for seed in map(int, arguments):
        world = played(seed, rounds=rounds)
        tables = " ".join(config.table_id for config in world.configs)
        sys.stdout.write(f"seed {seed}: {world.rounds} rounds at {tables}, {world.log_hash()}\n")
        for fault, times in sorted(world.luck.fired.items()):
            sys.stdout.write(f"  {fault} {times}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
