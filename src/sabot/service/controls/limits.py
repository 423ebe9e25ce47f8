"""A player's own limits and pauses, and how they may change.

Owns one rule in two halves: what is stricter acts at once, what is looser acts a day later and can
be withdrawn until then; and a pause is never shortened. Pure: every function takes the moment and
returns new controls or refuses. Knows no money that was spent.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from sabot.errors import Refused
from sabot.service.controls.refusals import ControlRefusal

DAY_MS = 86_400_000

LOOSER_AFTER_MS = DAY_MS
"""How long a raised or removed limit waits before it acts."""

AMOUNT_MAX = 10**12
MINUTES_OF_A_DAY = 24 * 60
CHECK_MINUTES = range(5, 241)
"""The intervals a reality check may have."""

FOR_EVER_MS = 2**53 - 1
"""The end of what has none: a moment no clock reaches, and every reader can hold."""


class Limit(StrEnum):
    """What may be limited: cents, and minutes of a day for `SESSION_TIME`."""

    STAKE_PER_ROUND = "stake_per_round"
    STAKE_PER_DAY = "stake_per_day"
    LOSS_PER_DAY = "loss_per_day"
    LOSS_PER_WEEK = "loss_per_week"
    LOSS_PER_MONTH = "loss_per_month"
    SESSION_TIME = "session_time"

    @property
    def code(self) -> ControlRefusal:
        """What is said where it binds."""
        return ControlRefusal(f"control/{self.value}")

    @property
    def highest(self) -> int:
        """The largest value that limits anything."""
        return MINUTES_OF_A_DAY if self is Limit.SESSION_TIME else AMOUNT_MAX


class Pause(StrEnum):
    """How long a player may shut themselves out."""

    DAY = "24h"
    WEEK = "7d"
    MONTH = "30d"
    HALF_YEAR = "6m"
    YEAR = "1y"
    FOR_EVER = "permanent"

    @property
    def excludes(self) -> bool:
        """Whether it is a self-exclusion; the shorter ones are a cool-off."""
        return self in {Pause.HALF_YEAR, Pause.YEAR, Pause.FOR_EVER}

    def end(self, now_ms: int) -> int:
        """When it is over.

        >>> Pause.DAY.end(5)
        86400005
        """
        days = PAUSE_DAYS.get(self)
        return FOR_EVER_MS if days is None else now_ms + days * DAY_MS


# No six months have more than 184 days and no year more than 366: no player is let in early.
PAUSE_DAYS: Mapping[Pause, int] = MappingProxyType(
    {Pause.DAY: 1, Pause.WEEK: 7, Pause.MONTH: 30, Pause.HALF_YEAR: 184, Pause.YEAR: 366}
)


class Pending(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A looser limit that waits; no value removes the limit."""

    value: int | None
    asked_ms: int
    acts_ms: int


class Lock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pause that was begun."""

    code: ControlRefusal
    since_ms: int
    until_ms: int


class Bar(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exclusion by another side; `number` counts those of one side, over ones included."""

    number: int
    since_ms: int
    until_ms: int
    actor: str
    reason: str


class Controls(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything a player has set, and by whom else they are kept out, as it is stored."""

    limits: dict[Limit, int] = {}
    pending: dict[Limit, Pending] = {}
    check_minutes: int | None = None
    lock: Lock | None = None
    bars: dict[str, Bar] = {}  # the last of each side: an operator, or the house

    @property
    def binds(self) -> bool:
        """Whether anything is set that could refuse a bet or keep the player out."""
        return bool(self.limits or self.pending or self.lock or self.bars)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is set, so that no moment and no bet can matter."""
        return not (self.binds or self.check_minutes)


def in_force(controls: Controls, now_ms: int) -> Controls:
    """The controls of this moment: what waited long enough has become a limit."""
    ripe = {limit: p for limit, p in controls.pending.items() if now_ms >= p.acts_ms}
    if not ripe:
        return controls
    limits = _with(controls.limits, {limit: pending.value for limit, pending in ripe.items()})
    waiting = {limit: p for limit, p in controls.pending.items() if limit not in ripe}
    return replace(controls, limits=limits, pending=waiting)


def _with(limits: Mapping[Limit, int], changed: Mapping[Limit, int | None]) -> dict[Limit, int]:
    together = {**limits, **changed}
    return {limit: value for limit, value in together.items() if value is not None}


def set_limit(controls: Controls, limit: Limit, value: int | None, *, now_ms: int) -> Controls:
    """Set, change or remove a limit; the newest wish replaces the one that waits."""
    if value is not None and not 1 <= value <= limit.highest:
        raise Refused(
            ControlRefusal.OUT_OF_RANGE, limit=limit.value, lowest=1, highest=limit.highest
        )
    controls = withdrawn(in_force(controls, now_ms), limit)
    held = controls.limits.get(limit)
    if value == held:
        return controls
    if held is None or (value is not None and value < held):
        return replace(controls, limits=_with(controls.limits, {limit: value}))
    waits = Pending(value=value, asked_ms=now_ms, acts_ms=now_ms + LOOSER_AFTER_MS)
    return replace(controls, pending={**controls.pending, limit: waits})


def withdraw(controls: Controls, limit: Limit, *, now_ms: int) -> Controls:
    """Take back a wish that waits; the limit stays as it is."""
    controls = in_force(controls, now_ms)
    if limit not in controls.pending:
        raise Refused(ControlRefusal.NOTHING_PENDING, limit=limit.value)
    return withdrawn(controls, limit)


def withdrawn(controls: Controls, limit: Limit) -> Controls:
    """The controls without a wish that waits for this limit."""
    left = {other: p for other, p in controls.pending.items() if other is not limit}
    return replace(controls, pending=left)


def set_check(controls: Controls, minutes: int | None) -> Controls:
    """How often the reality check comes; a reminder, so every change acts at once."""
    if minutes is not None and minutes not in CHECK_MINUTES:
        lowest, highest = CHECK_MINUTES[0], CHECK_MINUTES[-1]
        raise Refused(
            ControlRefusal.OUT_OF_RANGE, limit="reality_check", lowest=lowest, highest=highest
        )
    return replace(controls, check_minutes=minutes)


def pause(controls: Controls, span: Pause, *, now_ms: int) -> Controls:
    """Begin a cool-off or a self-exclusion; one that ends earlier than what runs is refused."""
    running = lock_at(controls, now_ms)
    until = span.end(now_ms)
    code = ControlRefusal.EXCLUDED if span.excludes else ControlRefusal.COOL_OFF
    if running is not None:
        softer = running.code == ControlRefusal.EXCLUDED and code == ControlRefusal.COOL_OFF
        if softer or until <= running.until_ms:
            raise Refused(
                ControlRefusal.NOT_SHORTER, running=running.code, until_ms=running.until_ms
            )
    return replace(controls, lock=Lock(code=code, since_ms=now_ms, until_ms=until))


def lock_at(controls: Controls, now_ms: int) -> Lock | None:
    """The pause that runs at this moment."""
    lock = controls.lock
    return lock if lock is not None and now_ms < lock.until_ms else None
