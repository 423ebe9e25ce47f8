"""Codes of brag alone."""

from __future__ import annotations

from sabot.errors import Code, For


class BragRefusal(Code):
    """Bets that no round of brag can hold."""

    SPOT_TWICE = "bet/spot_twice", For.HOUSE
    PLAY_AFTER_BLIND = "bet/play_after_blind", For.HOUSE
    UNLIKE_ANTE = "bet/unlike_ante", For.HOUSE
