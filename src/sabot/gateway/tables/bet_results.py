"""What a bet came to, as clients are told: its result, and the cents that came back.

Knows nothing of the round but its payouts and refunds. A golden chip that is refunded comes back as
a chip, so it brings no cents.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from sabot.gamekit import Bet
from sabot.table import events as e


def result_of(bet: Bet, payouts: Mapping[str, e.Paid], refunded: Container[str]) -> tuple[str, int]:
    """The result of a bet and what it brought; empty and 0 while the round runs."""
    if bet.id in refunded:
        return "refunded", 0 if bet.golden else bet.stake
    paid = payouts.get(bet.id)
    return ("", 0) if paid is None else (paid.result, paid.amount)
