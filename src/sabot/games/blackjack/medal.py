"""The winner medal: how many rounds in a row a player has won in a seat (F157, R30).

A number that follows from the payouts of each round. Whose seat it is and when it is left is known
to the table.
"""

from __future__ import annotations

from collections.abc import Iterable

from sabot.gamekit import Payout, Result
from sabot.games.blackjack.bets import Kind

NO_MEDAL = 0
"""What a newcomer starts with, and what remains when the seat is left."""

HAND_BETS = frozenset({Kind.MAIN.value, Kind.DOUBLE.value, Kind.SPLIT.value})
"""R30: only the main hands count, neither side bets nor insurance nor bets behind."""


def next_medal(medal: int, payouts: Iterable[Payout]) -> int:
    """The medal after a round, from the payouts of the seat's own player in that seat."""
    net = sum(_net(payout) for payout in payouts if payout.bet.kind in HAND_BETS)
    if net == 0:
        return medal  # A push keeps it, and so does a round sat out.
    return medal + 1 if net > 0 else NO_MEDAL


def _net(payout: Payout) -> int:
    """What the player is richer by; a golden chip that wins is used up but was never cash (R29)."""
    if payout.result is Result.PUSH:
        return 0
    if payout.result is Result.WIN and payout.bet.golden:
        return payout.amount
    return payout.amount - payout.bet.stake
