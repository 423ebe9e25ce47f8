"""Deposits: money from outside needs an act that asks for it, like every other posting (I14)."""

from __future__ import annotations

from sabot.ledger import Transfer
from sabot.service.office.acts import Act, act_of
from sabot.service.ports import ActRow
from sabot.table.authority import HOUSE


def asked_for(
    deposit: Transfer, *, player: str, reason: str, at_ms: int, actor: str = HOUSE
) -> ActRow:
    """The act that goes with a deposit: its subject is the transfer."""
    return act_of(
        Act.DEPOSIT_MADE,
        f"{deposit.id}:made",
        subject=deposit.id,
        player=player,
        amount=deposit.amount,
        actor=actor,
        reason=reason,
        at_ms=at_ms,
    )
