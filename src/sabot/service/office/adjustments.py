"""Manual credits: proposed by one member of staff, decided by another (P6, F254).

A player whose round was cut short may have won it; support credits that by hand. A proposal names
the player, the amount, the round and the reason. Approved, the adjustment account pays the player.
For an operator's player the credit goes on to the operator's wallet and is repeated for ever like
every other credit. The rule for the second person is in `four_eyes`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec

from sabot.errors import Refused
from sabot.games import variants
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import PUSH, Cents, Currency, Odds, payout
from sabot.service.identity.roles import Role
from sabot.service.office.acts import Act
from sabot.service.office.ceilings import CeilingDesk
from sabot.service.office.four_eyes import FourEyes, Matter, Proposal, Verdict
from sabot.service.office.office import Effect
from sabot.service.office.refusals import AdjustmentRefusal
from sabot.service.players.directory import Directory, Player
from sabot.service.players.history import BetsOfRounds
from sabot.service.ports import WalletOpRow, WalletOpState
from sabot.service.wallets.details import Details, written

ADJUSTMENT = "adjustment"
"""The kind of a wallet operation that brings a manual credit."""


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
        self,
        four_eyes: FourEyes,
        directory: Directory,
        *,
        bets: BetsOfRounds,
        ceilings: CeilingDesk,
        is_annulled: Callable[[str], bool] = lambda _round: False,
    ) -> None:
        self._is_annulled = is_annulled
        self._four_eyes = four_eyes
        self._directory = directory
        self._bets = bets
        self._ceilings = ceilings

    async def propose(
        self,
        adjustment: str,
        *,
        actor: str,
        player: str,
        amount: int,
        round_id: str,
        reason: str,
        role: Role = Role.OPERATOR,
    ) -> Adjustment:
        """Ask for a credit; the same id and the same contents are the same proposal."""
        if amount <= 0:
            raise Refused(AdjustmentRefusal.AMOUNT, amount=amount)
        who = self._directory.player(player)

        def check() -> None:
            self._check_round(round_id, player, amount)
            self._ceilings.check(role, "credit_proposed", amount)
            used = self._ceilings.used(actor, Act.CREDIT_PROPOSED)
            self._ceilings.check(role, "credit_proposed_a_day", amount, used=used)

        proposed = await self._four_eyes.propose(
            Matter.CREDIT,
            adjustment,
            actor=actor,
            reason=reason,
            player=player,
            amount=amount,
            body=CreditBody(currency=who.currency, round=round_id),
            check=check,
        )
        return _adjustment(proposed)

    def _check_round(self, round_id: str, player: str, amount: int) -> None:
        """A credit is for a round that the player bet in, and at most what could have been won.

        What the round paid and what was credited for it before are taken off. A round without an
        outcome may still pay by itself, and staff may know its cards.
        """
        staked = self._bets.bets_in(round_id, player)
        if not staked:
            raise Refused(AdjustmentRefusal.ROUND, round=round_id, player=player)
        if any(one.result is None for one in staked):
            raise Refused(AdjustmentRefusal.ROUND_OPEN, round=round_id)
        if self._is_annulled(round_id):
            raise Refused(AdjustmentRefusal.ANNULLED, round=round_id)
        best = sum(payout(Cents(one.bet.stake), _best_odds(one.bet.kind)) for one in staked)
        had = sum(one.amount for one in staked) + self._credited(round_id, player)
        if amount > best - had:
            raise Refused(AdjustmentRefusal.TOO_MUCH, amount=amount, left=max(0, best - had))

    def _credited(self, round_id: str, player: str) -> int:
        """What was approved for this round, or waits for a decision."""
        proposals = self._four_eyes.about(Matter.CREDIT, player)
        counting = (one for one in proposals if one.verdict in (Verdict.PROPOSED, Verdict.APPROVED))
        return sum(one.amount for one in counting if _body(one.body).round == round_id)

    async def approve(
        self, adjustment: str, *, actor: str, reason: str, role: Role = Role.OPERATOR
    ) -> Adjustment:
        """Pay what a colleague has proposed."""
        amount = self.find(adjustment).amount

        def check() -> None:
            used = self._ceilings.used(actor, Act.CREDIT_APPROVED)
            self._ceilings.check(role, "credit_approved_a_day", amount, used=used)

        approved = await self._four_eyes.approve(
            Matter.CREDIT,
            adjustment,
            actor=actor,
            reason=reason,
            carry_out=self._payment,
            check=check,
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


@cache
def _best_odds(kind: str) -> Odds:
    """The best that a kind of bet pays in any variant; what comes on top of it included."""
    best = PUSH
    for _, variant in variants().values():
        spec = variant.bets.get(kind)
        if spec is not None:
            on_top = max(variant.bonuses.get(kind, {}).values(), default=PUSH)
            best = max(best, max(spec.pays.values(), default=PUSH) + on_top)
    return best


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
            details=written(Details(about=_body(approved.body).round)),
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
