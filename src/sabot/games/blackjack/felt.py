"""A player's chips before the round: which of them leave together.

Whether chips may lie where they lie is judged by `gamekit.eligibility`; this is only about what
else moves when one spot is cleared.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sabot.gamekit import Placement
from sabot.gamekit.layout import Change
from sabot.gamekit.layout import restake as restake_alone
from sabot.games.blackjack.bets import SIDE_BETS, Kind


def restake(layout: Sequence[Placement], spot: Placement) -> Change:
    """Set what lies on a spot; a seat's side bets leave together with its main bet (F45).

    >>> from sabot.money import Cents
    >>> main = Placement(kind="main", stake=Cents(1000), seat=1)
    >>> pairs = Placement(kind="perfect_pairs", stake=Cents(500), seat=1)
    >>> restake([main, pairs], replace(main, stake=Cents(0))).after
    ()
    """
    change = restake_alone(layout, spot)
    seats = {chip.seat for chip in change.after if chip.kind == Kind.MAIN}
    if spot.kind != Kind.MAIN or spot.seat in seats:
        return change
    left = (chip for chip in change.after if chip.kind not in SIDE_BETS or chip.seat != spot.seat)
    return replace(change, after=tuple(left))
