"""How often Python collects cyclic garbage in a process that runs tables.

Owns that setting and nothing else. A process calls it once at its start, after loading everything
that stays. The values of a table are frozen and hold no cycles, so the collector finds next to
nothing. But a round with thousands of bets makes it run hundreds of times, now and then over all
objects, and every table stands still while it runs.
"""

from __future__ import annotations

import gc

YOUNG = 20_000
"""New objects before the youngest generation is collected: a few milliseconds of work."""

MIDDLE, OLD = 20, 50
"""Collections of one generation before the next older one is collected too."""


def look_less_often() -> None:
    """Exempt everything loaded so far, and collect the rest less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
