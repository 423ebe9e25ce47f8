"""What a player may still stake by their own limits, and which limit says so.

Pure: limits, what is spent and the moment go in, cents and a code come out. What is at risk counts
as lost until its round ends, so no run of bad luck in open rounds can pass a limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from sabot.service.controls.bars import kept_out
from sabot.service.controls.limits import Controls, Limit, in_force
from sabot.service.controls.refusals import ControlRefusal, FrozenRefusal

MINUTE_MS = 60_000


class Spent(msgspec.Struct, frozen=True, kw_only=True):
    """What counts against the limits now; losses are below zero for a player who is winning."""

    staked_today: int = 0
    lost_today: int = 0
    lost_this_week: int = 0
    lost_this_month: int = 0
    at_risk: int = 0  # open rounds, stakes under way, chips on other felts
    in_round: int = 0  # what the round in question holds already
    played_ms: int = 0  # today


class Allowance(NamedTuple):
    """How many cents may still be staked, and the code of the limit that says so."""

    cents: int
    code: ControlRefusal | FrozenRefusal


def locked(controls: Controls, spent: Spent, now_ms: int) -> ControlRefusal | None:
    """Why no bet at all may be made now: excluded, cooling off, or the day's time is used up."""
    lock = kept_out(controls, now_ms)
    if lock is not None:
        return lock.code
    minutes = in_force(controls, now_ms).limits.get(Limit.SESSION_TIME)
    if minutes is not None and spent.played_ms >= minutes * MINUTE_MS:
        return Limit.SESSION_TIME.code
    return None


def allowance(controls: Controls, spent: Spent, now_ms: int) -> Allowance | None:
    """The tightest of the player's limits; None where none is set.

    >>> limits = {Limit.STAKE_PER_DAY: 1000, Limit.LOSS_PER_DAY: 600}
    >>> allowance(Controls(limits=limits), Spent(staked_today=700, lost_today=200), 0)
    Allowance(cents=300, code=<ControlRefusal.STAKE_PER_DAY: 'control/stake_per_day'>)
    """
    code = locked(controls, spent, now_ms)
    if code is not None:
        return Allowance(0, code)
    # Of equal ones the first is said: the order of `Limit`.
    return min(_left(in_force(controls, now_ms), spent), key=lambda left: left.cents, default=None)


def _left(controls: Controls, spent: Spent) -> Iterator[Allowance]:
    used = {
        Limit.STAKE_PER_ROUND: spent.in_round,
        Limit.STAKE_PER_DAY: spent.staked_today + spent.at_risk,
        Limit.LOSS_PER_DAY: spent.lost_today + spent.at_risk,
        Limit.LOSS_PER_WEEK: spent.lost_this_week + spent.at_risk,
        Limit.LOSS_PER_MONTH: spent.lost_this_month + spent.at_risk,
    }
    for limit, amount in used.items():
        held = controls.limits.get(limit)
        if held is not None:
            yield Allowance(max(0, held - amount), limit.code)
