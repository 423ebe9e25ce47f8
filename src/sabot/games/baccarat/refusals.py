"""Codes of baccarat alone."""

from __future__ import annotations

from sabot.errors import Code, For


class ReserveRefusal(Code):
    """Reserve cards that lie for the next round."""

    WRONG_NUMBER = "reserve/wrong_number", For.HOUSE
    IMPOSSIBLE = "reserve/impossible", For.HOUSE
