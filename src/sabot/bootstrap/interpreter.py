"""How Python works in a process that runs tables: its collector of garbage, its threads' turns.

Owns those settings and nothing else; whoever starts a process calls it once, when everything that
stays is loaded.

The values of a table are frozen and hold no cycles, so looking for those finds next to nothing, but
a round with thousands of bets makes Python look hundreds of times, and now and then through all of
it while every table stands still. And the writer's thread has little to say to Python, but it says
it between two transactions: while it waits for its turn nothing is written.
"""

from __future__ import annotations

import gc
import sys

YOUNG = 20_000
"""New objects before the young ones are looked through: some milliseconds' work, not more."""

MIDDLE, OLD = 20, 50
"""So many looks at the young ones before the next older ones are looked through too."""

TURN_SECONDS = 0.0005
"""How long a thread computes while another one wants to."""


def set_up_for_tables() -> None:
    """Leave alone what is loaded by now, look through the rest less often, take turns sooner."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    sys.setswitchinterval(TURN_SECONDS)
