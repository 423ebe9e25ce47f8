"""Codes of the ledger."""

from __future__ import annotations

from sabot.errors import Code, For


class LedgerRefusal(Code):
    """What no account may come to."""

    BELOW_FLOOR = "account/below_floor", For.HOUSE
