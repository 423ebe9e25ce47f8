"""Why players are refused by their own limits, or kept out by others."""

from __future__ import annotations

from sabot.errors import Code, For


class ControlRefusal(Code):
    """Limits and pauses; where several hold, the first in this order is told."""

    IN_DOUBT = "control/in_doubt", For.PLAYER
    EXCLUDED = "control/excluded", For.PLAYER
    BARRED = "control/barred", For.PLAYER
    COOL_OFF = "control/cool_off", For.PLAYER
    SESSION_TIME = "control/session_time", For.PLAYER
    STAKE_PER_ROUND = "control/stake_per_round", For.PLAYER
    STAKE_PER_DAY = "control/stake_per_day", For.PLAYER
    LOSS_PER_DAY = "control/loss_per_day", For.PLAYER
    LOSS_PER_WEEK = "control/loss_per_week", For.PLAYER
    LOSS_PER_MONTH = "control/loss_per_month", For.PLAYER
    REALITY_CHECK = "control/reality_check", For.PLAYER
    NOTHING_PENDING = "control/nothing_pending", For.PLAYER
    NOT_SHORTER = "control/not_shorter", For.PLAYER
    OUT_OF_RANGE = "control/out_of_range", For.PLAYER
    BUSY = "control/busy", For.PLAYER
    NAME = "control/name", For.PLAYER


class FrozenRefusal(Code):
    """An account whose numbers are not those on record."""

    IN_DOUBT = "account/in_doubt", For.PLAYER, For.OFFICE


class ExclusionRefusal(Code):
    """Exclusions by an operator or by the house."""

    UNTIL = "exclusion/until", For.OFFICE
    NONE = "exclusion/none", For.OFFICE


LOCKED = (
    ControlRefusal.IN_DOUBT,
    ControlRefusal.EXCLUDED,
    ControlRefusal.BARRED,
    ControlRefusal.COOL_OFF,
    ControlRefusal.SESSION_TIME,
    FrozenRefusal.IN_DOUBT,
    ControlRefusal.REALITY_CHECK,
)
"""Why a player makes no bet at all now: of several the first is told."""

LIMITS = (
    ControlRefusal.STAKE_PER_ROUND,
    ControlRefusal.STAKE_PER_DAY,
    ControlRefusal.LOSS_PER_DAY,
    ControlRefusal.LOSS_PER_WEEK,
    ControlRefusal.LOSS_PER_MONTH,
)
"""What ends a player's money before the balance does: of equal ones the first is told."""
