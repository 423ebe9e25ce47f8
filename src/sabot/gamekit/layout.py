"""A player's chips on the felt before they are bets: one placement per spot, changed step by step.

Every change remembers what lay there before, so that Undo walks back one step at a time (F34),
whether the step was a chip, a Double or a Rebet. Which placements may stand is judged by
`eligibility`; a game whose spots are tied together (Blind Play and Ante) has its own `place`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from sabot.gamekit.eligibility import Placement, Reason
from sabot.money import Cents

Layout = tuple[Placement, ...]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One step: what Undo goes back to, what lies there now, and what to say.

    `returned` is a golden chip that went back to the rack.
    """

    before: Layout
    after: Layout
    notice: Reason | None = None
    returned: Placement | None = None


def place(layout: Sequence[Placement], chip: Placement) -> Change:
    """Add a chip to its spot; golden chips and cash never join (F181).

    >>> ten = Placement(kind="tie", stake=Cents(1000))
    >>> place(place([], ten).after, ten).after[0].stake
    2000
    """
    before = tuple(layout)
    for index, spot in enumerate(before):
        if _same_spot(spot, chip) and not spot.golden:
            joined = replace(spot, stake=Cents(spot.stake + chip.stake))
            return Change(before=before, after=(*before[:index], joined, *before[index + 1 :]))
    return Change(before=before, after=(*before, chip))


def restake(layout: Sequence[Placement], spot: Placement) -> Change:
    """Set what lies on a spot, zero to clear it; the order of the others stays."""
    before = tuple(layout)
    kept = (spot if _same_spot(other, spot) else other for other in before)
    after = tuple(other for other in kept if other.stake)
    if spot.stake and spot not in after:
        after = (*after, spot)
    return Change(before=before, after=after)


def _same_spot(one: Placement, other: Placement) -> bool:
    return (one.kind, one.seat, one.golden) == (other.kind, other.seat, other.golden)
