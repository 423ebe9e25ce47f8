"""How often Python looks for cycles of garbage in a process that runs tables.

Owns that setting and nothing else; whoever starts a process calls it once, when everything that
stays is loaded. The values of a table are frozen and hold no cycles, so looking finds next to
nothing, but a round with thousands of bets makes Python look hundreds of times, and now and then
through all of it while every table stands still.
"""

from __future__ import annotations

import gc

YOUNG = 20_000
"""New objects before the young ones are looked through: some milliseconds' work, not more."""

MIDDLE, OLD = 20, 50
"""So many looks at the young ones before the next older ones are looked through too."""


def look_less_often() -> None:
    """Leave alone what is loaded by now, and look through the rest less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
