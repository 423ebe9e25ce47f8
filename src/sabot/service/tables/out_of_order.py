"""A table that cannot be run: what is wrong with it.

A table is out of order when its stored data cannot be read or contradicts itself. It is listed as
closed, takes no command and writes nothing; all other tables go on.
"""

from __future__ import annotations

import msgspec

from sabot.errors import SabotError

UNFORESEEN = "unforeseen"
"""What is wrong where our own code did not foresee it."""

REASON_MAX = 500


class OutOfOrder(msgspec.Struct, frozen=True, kw_only=True):
    """Which table is out of order, the code of what was found, and a sentence for the staff."""

    table_id: str
    code: str
    reason: str


def out_of_order(table_id: str, error: Exception) -> OutOfOrder:
    """The record of a fault."""
    code = error.code if isinstance(error, SabotError) else UNFORESEEN
    reason = str(error) if isinstance(error, SabotError) else repr(error)
    return OutOfOrder(table_id=table_id, code=code, reason=reason[:REASON_MAX])
