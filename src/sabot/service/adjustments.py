"""Manual credits: proposed by one member of staff, decided by another (P6, F254).

A player whose round was cut short may have won it; support credits that by hand. A proposal names
the player, the amount, the round and the reason. Approved, the adjustment account pays the player.
For an operator's player the credit goes on to the operator's wallet and is repeated for ever like
every other credit. Who may decide is the business of `four_eyes`.
"""

from __future__ import annotations

import msgspec

from sabot.errors import Refused
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.service.four_eyes import Effect, FourEyes, Matter, Proposal, Verdict
from sabot.service.players import Directory, Player
from sabot.service.ports import WalletOpRow, WalletOpState

ADJUSTMENT = "adjustment"
"""The kind of a wallet operation that brings a manual credit."""

AMOUNT_MAX = 10_000_000
"""Cents that one credit may bring, whoever approves it."""


class CreditBody(msgspec.Struct, frozen=True, kw_only=True):
    """What a proposal says beyond who and how much."""

    currency: Currency
    round: str


class Adjustment(msgspec.Struct, frozen=True, kw_only=True):
    """A manual credit as it stands."""

    id: str
    player: str
    amount: int
    round_id: str
    proposed_by: str
    reason: str
    proposed_at_ms: int
    verdict: Verdict = Verdict.PROPOSED
    decided_by: str = ""
    decided_because: str = ""
    decided_at_ms: int = 0


_body = msgspec.json.Decoder(CreditBody).decode


class Adjustments:
    """Proposes and decides manual credits."""

    def __init__(
        self, four_eyes: FourEyes, directory: Directory, *, amount_max: int = AMOUNT_MAX
    ) -> None:
        self._four_eyes = four_eyes
        self._directory = directory
        self._amount_max = amount_max

    async def propose(
        self, adjustment: str, *, actor: str, player: str, amount: int, round_id: str, reason: str
    ) -> Adjustment:
        """Ask for a credit; the same id and the same contents are the same proposal."""
        if not 0 < amount <= self._amount_max:
            raise Refused("adjustment/amount", amount=amount, maximum=self._amount_max)
        if not round_id.strip():
            raise Refused("adjustment/round", round=round_id)
        who = self._directory.player(player)
        proposed = await self._four_eyes.propose(
            Matter.CREDIT,
            adjustment,
            actor=actor,
            reason=reason,
            player=player,
            amount=amount,
            body=CreditBody(currency=who.currency, round=round_id),
        )
        return _adjustment(proposed)

    async def approve(self, adjustment: str, *, actor: str, reason: str) -> Adjustment:
        """Pay what a colleague has proposed."""
        approved = await self._four_eyes.approve(
            Matter.CREDIT, adjustment, actor=actor, reason=reason, carry_out=self._payment
        )
        return _adjustment(approved)

    async def decline(self, adjustment: str, *, actor: str, reason: str) -> Adjustment:
        """Pay nothing."""
        declined = await self._four_eyes.decline(
            Matter.CREDIT, adjustment, actor=actor, reason=reason
        )
        return _adjustment(declined)

    def find(self, adjustment: str) -> Adjustment:
        """A manual credit as the disk has it."""
        return _adjustment(self._four_eyes.find(Matter.CREDIT, adjustment))

    def waiting(self) -> tuple[Adjustment, ...]:
        """The proposals that are not decided."""
        return tuple(_adjustment(one) for one in self._four_eyes.waiting(Matter.CREDIT))

    def _payment(self, approved: Proposal) -> Effect:
        player = self._directory.player(approved.player)
        transfer = Transfer(
            id=approved.subject,
            kind=TransferKind.ADJUSTMENT,
            debit=str(Account(AccountKind.ADJUSTMENT, "house", player.currency)),
            credit=player.account,
            amount=approved.amount,
        )
        return Effect(transfers=[transfer], rows=_wallet_rows(approved, player))


def _wallet_rows(approved: Proposal, player: Player) -> list[WalletOpRow]:
    """For a player whose money is elsewhere: the credit that brings it there."""
    if player.operator is None:
        return []
    return [
        WalletOpRow(
            id=approved.subject,
            operator=player.operator,
            player=player.player_id,
            kind=ADJUSTMENT,
            amount=approved.amount,
            round_id=approved.subject,
            state=WalletOpState.OWED,
            at_ms=approved.decided_at_ms,
        )
    ]


def _adjustment(one: Proposal) -> Adjustment:
    return Adjustment(
        id=one.id,
        player=one.player,
        amount=one.amount,
        round_id=_body(one.body).round,
        proposed_by=one.proposed_by,
        reason=one.reason,
        proposed_at_ms=one.proposed_at_ms,
        verdict=one.verdict,
        decided_by=one.decided_by,
        decided_because=one.decided_because,
        decided_at_ms=one.decided_at_ms,
    )
