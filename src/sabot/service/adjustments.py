"""Manual credits, four eyes: one of the staff proposes, another approves or declines (P6, F254).

A player whose round was cut short may have won it; support credits that by hand. A proposal names
the player, the amount, the round and the reason, and moves nothing. Approved, the adjustment
account pays the player, once, in the transaction that writes the approval. For an operator's player
the credit goes on to the operator's wallet and is repeated for ever like every other one.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sabot.errors import Refused
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.money import Currency
from sabot.service.acts import Act
from sabot.service.office import Office, checked_id, same_wish
from sabot.service.players import Directory, Player
from sabot.service.ports import ActRow, CommitFailure, WalletOpRow, WalletOpState

ADJUSTMENT = "adjustment"
"""The kind of a wallet operation that brings a manual credit."""

AMOUNT_MAX = 10_000_000
"""Cents that one credit may bring, whoever approves it."""


class Verdict(StrEnum):
    """How far a proposal has come."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    DECLINED = "declined"
    EXPIRED = "expired"


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


_VERDICTS = {
    Act.CREDIT_APPROVED: Verdict.APPROVED,
    Act.CREDIT_DECLINED: Verdict.DECLINED,
    Act.CREDIT_EXPIRED: Verdict.EXPIRED,
}

_body = msgspec.json.Decoder(CreditBody).decode


class Adjustments:
    """Proposes and decides manual credits."""

    def __init__(
        self, office: Office, directory: Directory, *, amount_max: int = AMOUNT_MAX
    ) -> None:
        self._office = office
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
        subject = _subject(adjustment)
        act = self._office.act(
            Act.CREDIT_PROPOSED,
            f"{subject}:proposed",
            subject=subject,
            player=player,
            amount=amount,
            actor=actor,
            reason=reason,
            body=CreditBody(currency=who.currency, round=round_id),
        )
        known = self._proposal(subject)
        if known is None and await self._office.record(act) is not None:
            known = self._proposal(subject)  # somebody was quicker with the same id
        if known is not None and not same_wish(known, act):
            raise Refused("adjustment/other_body", adjustment=adjustment)
        return self.find(adjustment)

    async def approve(self, adjustment: str, *, actor: str, reason: str) -> Adjustment:
        """Pay what somebody else has proposed."""
        return await self._decide(Act.CREDIT_APPROVED, adjustment, actor, reason)

    async def decline(self, adjustment: str, *, actor: str, reason: str) -> Adjustment:
        """Pay nothing; somebody else than the proposer says so."""
        return await self._decide(Act.CREDIT_DECLINED, adjustment, actor, reason)

    def find(self, adjustment: str) -> Adjustment:
        """A manual credit as the disk has it."""
        subject = _subject(adjustment)
        acts = {act.kind: act for act in self._office.store.acts(subject)}
        proposed = acts.pop(Act.CREDIT_PROPOSED, None)
        if proposed is None:
            raise Refused("adjustment/unknown", adjustment=adjustment)
        return _adjustment(proposed, next(iter(acts.values()), None))

    def waiting(self) -> tuple[Adjustment, ...]:
        """The proposals nobody has decided."""
        acts = self._office.store.open_acts(Act.CREDIT_PROPOSED)
        return tuple(_adjustment(act, None) for act in acts)

    def _proposal(self, subject: str) -> ActRow | None:
        acts = self._office.store.acts(subject)
        return next((act for act in acts if act.kind == Act.CREDIT_PROPOSED), None)

    async def _decide(self, kind: Act, adjustment: str, actor: str, reason: str) -> Adjustment:
        subject = _subject(adjustment)
        standing = self.find(adjustment)
        if actor == standing.proposed_by:
            raise Refused("adjustment/own", adjustment=adjustment)
        act = self._office.act(
            kind,
            f"{subject}:decided",
            subject=subject,
            player=standing.player,
            amount=standing.amount,
            actor=actor,
            reason=reason,
        )
        if standing.verdict is Verdict.PROPOSED:
            transfers, rows = self._payment(kind, standing, act.at_ms)
            failure = await self._office.record(act, transfers=transfers, rows=rows)
            if failure not in (None, CommitFailure.CONFLICT):
                raise Refused("adjustment/not_posted", adjustment=adjustment)
            standing = self.find(adjustment)
        elif standing.verdict is Verdict.APPROVED:
            self._office.take_up_in_doubt()
        told = (standing.verdict, standing.decided_by, standing.decided_because)
        if told != (_VERDICTS[kind], actor, reason):
            raise Refused("adjustment/decided", adjustment=adjustment, verdict=standing.verdict)
        return standing

    def _payment(
        self, kind: Act, standing: Adjustment, at_ms: int
    ) -> tuple[list[Transfer], list[WalletOpRow]]:
        if kind is not Act.CREDIT_APPROVED:
            return [], []
        player = self._directory.player(standing.player)
        transfer = Transfer(
            id=_subject(standing.id),
            kind=TransferKind.ADJUSTMENT,
            debit=str(Account(AccountKind.ADJUSTMENT, "house", player.currency)),
            credit=player.account,
            amount=standing.amount,
        )
        return [transfer], _wallet_rows(standing, player, at_ms)


def _wallet_rows(standing: Adjustment, player: Player, at_ms: int) -> list[WalletOpRow]:
    """For a player whose money is elsewhere: the credit that brings it there."""
    if player.operator is None:
        return []
    subject = _subject(standing.id)
    return [
        WalletOpRow(
            id=subject,
            operator=player.operator,
            player=player.player_id,
            kind=ADJUSTMENT,
            amount=standing.amount,
            round_id=subject,
            state=WalletOpState.OWED,
            at_ms=at_ms,
        )
    ]


def _subject(adjustment: str) -> str:
    return f"credit:{checked_id(adjustment)}"


def _adjustment(proposed: ActRow, decided: ActRow | None) -> Adjustment:
    standing = Adjustment(
        id=proposed.subject.removeprefix("credit:"),
        player=proposed.player,
        amount=proposed.amount,
        round_id=_body(proposed.body).round,
        proposed_by=proposed.actor,
        reason=proposed.reason,
        proposed_at_ms=proposed.at_ms,
    )
    if decided is None:
        return standing
    return msgspec.structs.replace(
        standing,
        verdict=_VERDICTS[Act(decided.kind)],
        decided_by=decided.actor,
        decided_because=decided.reason,
        decided_at_ms=decided.at_ms,
    )
