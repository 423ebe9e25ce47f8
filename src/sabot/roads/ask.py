"""Ask Player and Ask Banker: what the derived roads would say next (F200, F201, R22).

The three small symbols on each button are the predicted marks. A prediction says what a road
would show, not what the cards will do. How long a preview stays on screen is the client's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sabot.roads.derived import GAPS, Colour, DerivedName, next_colours
from sabot.roads.results import PLAYER, Side
from sabot.roads.runs import Runs

Symbols: TypeAlias = tuple[Colour | None, Colour | None, Colour | None]
"""Big Eye, Small, Cockroach, left to right; None where a road would stay empty."""

NO_SYMBOLS: Symbols = (None, None, None)

_BIG_EYE = GAPS[DerivedName.BIG_EYE]
_SMALL = GAPS[DerivedName.SMALL]
_COCKROACH = GAPS[DerivedName.COCKROACH]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Both buttons; for each road the two answers exist together and are opposite (R22)."""

    player: Symbols = NO_SYMBOLS
    banker: Symbols = NO_SYMBOLS

    def of(self, side: Side) -> Symbols:
        """The symbols of one button."""
        return self.player if side is PLAYER else self.banker


def ask(runs: Runs) -> Ask:
    """The symbols of both buttons.

    >>> from sabot.roads.results import Outcome
    >>> runs = Runs()
    >>> _ = runs.add(Outcome.BANKER), runs.add(Outcome.PLAYER)
    >>> ask(runs).banker
    (<Colour.RED: 'R'>, None, None)
    """
    big_eye = next_colours(runs, gap=_BIG_EYE)
    small = next_colours(runs, gap=_SMALL)
    cockroach = next_colours(runs, gap=_COCKROACH)
    going_on: Symbols = (big_eye.going_on, small.going_on, cockroach.going_on)
    turning: Symbols = (big_eye.turning, small.turning, cockroach.turning)
    if runs.continues(PLAYER):
        return Ask(player=going_on, banker=turning)
    return Ask(player=turning, banker=going_on)
