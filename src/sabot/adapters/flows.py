"""Bets, outcomes and ends of rounds, put together as flows, wherever the rows were read.

Owns the one reading of them, so that the memory store and the SQL store cannot disagree.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import NamedTuple

from sabot.ledger import Account, AccountKind
from sabot.service.money.flows import Flow
from sabot.service.money.postings import REFUNDED


class BetFlow(NamedTuple):
    """One bet of a player: where its stake came from, and what became of it if it is over."""

    round_id: str
    bet: str
    stake: int
    debit: str
    result: str | None
    amount: int | None
    ended_ms: int | None


def flows_from(
    player: str, rows: Iterable[BetFlow], *, since_ms: int, annulled: Container[str]
) -> list[Flow]:
    """The rounds that ended since a moment, and all that are open, by id.

    A round that was annulled has cost and brought nothing.
    """
    rounds: dict[str, list[BetFlow]] = {}
    for row in rows:
        if row.round_id in annulled:
            continue
        if row.ended_ms is None or row.ended_ms >= since_ms:
            rounds.setdefault(row.round_id, []).append(row)
    return [
        Flow(
            player=player,
            round_id=round_id,
            staked={row.bet: row.stake for row in bets if not _golden(row)},
            returned=sum(_returned(row) for row in bets),
            ended_ms=bets[0].ended_ms,
        )
        for round_id, bets in sorted(rounds.items())
    ]


def _golden(row: BetFlow) -> bool:
    return Account.parse(row.debit).kind is AccountKind.GOLDEN


def _returned(row: BetFlow) -> int:
    """R29: a golden chip that is refunded goes back to its own account, not to the player's."""
    refunded_chip = row.result == REFUNDED and _golden(row)
    return 0 if row.amount is None or refunded_chip else row.amount
