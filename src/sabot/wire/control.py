"""A player's own limits, pauses and figures, and the settings document."""

from __future__ import annotations

from typing import Any, Literal

from sabot.wire.strict import Amount, Body


class WaitingLimit(Body, frozen=True):
    """A looser limit that takes effect later; null removes the limit."""

    value: int | None
    acts_ms: int


class LimitShown(Body, frozen=True):
    """One limit: cents, or minutes for `session_time`."""

    name: str
    value: int | None
    used: int | None  # how much of it is used; null for a limit on each round
    resets_ms: int | None  # when `used` returns to zero; null where nothing is counted
    highest: int
    waiting: WaitingLimit | None


class LockShown(Body, frozen=True):
    """A pause in force."""

    code: str
    until_ms: int


class LimitsShown(Body, frozen=True):
    """All limits and pauses that a player has set for themselves."""

    limits: tuple[LimitShown, ...]
    check_minutes: int | None
    lock: LockShown | None


class SetLimit(Body, frozen=True):
    """A value, or null to remove it. A stricter limit acts at once, a looser one after a day."""

    value: Amount | None


class CoolOff(Body, frozen=True):
    """A pause from playing."""

    span: Literal["24h", "7d", "30d"]


class Exclude(Body, frozen=True):
    """A self-exclusion: this account cannot be used until it is over."""

    span: Literal["6m", "1y", "permanent"]


class SumsShown(Body, frozen=True):
    """Sums in cents."""

    staked: int
    returned: int
    net: int


class SessionShown(Body, frozen=True):
    """The figures of the reality check."""

    at_ms: int  # the server's clock when the figures were sent
    started_ms: int
    minutes: int
    session: SumsShown
    today_began_ms: int  # midnight in the house's time zone
    today_minutes: int
    today: SumsShown
    check_minutes: int | None
    next_check_ms: int | None


class TopUpOffer(Body, frozen=True):
    """Play money that the player can still take today."""

    amount: int
    left_today: int
    resets_ms: int  # when the full amount is available again


class CashierShown(Body, frozen=True):
    """Where money comes from: the operator's own cashier, or play money."""

    link: str | None
    top_up: TopUpOffer | None


class ToppedUp(Body, frozen=True):
    """Play money that the player took."""

    amount: int
    balance: int
    left_today: int


class VoicesShown(Body, frozen=True):
    """Announcements that an operator has recorded: phrases by language."""

    voices: dict[str, tuple[str, ...]]


Patch = dict[str, Any]
"""A merge patch of the settings: fields it names change, and null sets the default."""
