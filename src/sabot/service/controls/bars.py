"""Exclusions by others: by the player's operator, or by the house.

Owns one rule: each side begins, changes and lifts its own exclusion, and neither touches the
other's. A player is kept out as long as any of them runs, or their own. Pure, like the player's own
limits.
"""

from __future__ import annotations

from msgspec.structs import replace

from sabot.errors import Refused
from sabot.service.controls.limits import Bar, Controls, Lock, lock_at
from sabot.service.controls.refusals import ControlRefusal, ExclusionRefusal

KEPT_OUT = frozenset({ControlRefusal.EXCLUDED, ControlRefusal.BARRED, ControlRefusal.IN_DOUBT})
"""Reasons for which a player is not let in at all, not even to look at their history."""

HOUSE = "house"
"""The side of staff who belong to no operator; no operator is called this."""


def bar_of(controls: Controls, by: str, now_ms: int) -> Bar | None:
    """The exclusion of one side that runs at this moment."""
    bar = controls.bars.get(by)
    return bar if bar is not None and now_ms < bar.until_ms else None


def excluded(
    controls: Controls, by: str, *, until_ms: int, actor: str, reason: str, now_ms: int
) -> Controls:
    """Begin an exclusion, or give it another end; the same again changes nothing."""
    running = bar_of(controls, by, now_ms)
    if running is not None and (running.until_ms, running.reason) == (until_ms, reason):
        return controls
    if until_ms <= now_ms:
        raise Refused(ExclusionRefusal.UNTIL, until_ms=until_ms)
    last = controls.bars.get(by)
    bar = Bar(
        number=1 if last is None else last.number + 1,
        since_ms=now_ms,
        until_ms=until_ms,
        actor=actor,
        reason=reason,
    )
    return replace(controls, bars={**controls.bars, by: bar})


def readmitted(controls: Controls, by: str, *, now_ms: int) -> Controls:
    """Lift the exclusion of one side; what others began goes on, the player's own first of all."""
    running = bar_of(controls, by, now_ms)
    if running is None:
        raise Refused(ExclusionRefusal.NONE)
    return replace(controls, bars={**controls.bars, by: replace(running, until_ms=now_ms)})


def kept_out(controls: Controls, now_ms: int) -> Lock | None:
    """Why the player is out: their own exclusion, that of others, their own cool-off."""
    own = lock_at(controls, now_ms)
    if own is not None and own.code == ControlRefusal.EXCLUDED:
        return own
    running = [bar for by in controls.bars if (bar := bar_of(controls, by, now_ms)) is not None]
    if not running:
        return own
    longest = max(running, key=lambda bar: bar.until_ms)
    return Lock(code=ControlRefusal.BARRED, since_ms=longest.since_ms, until_ms=longest.until_ms)
