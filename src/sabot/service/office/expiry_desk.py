"""Where two people decide that a wallet operation has expired, or that it has not (P8, F256).

A credit is repeated for ever unless people decide otherwise. After ninety days and a notice one
member of staff proposes to give an operation up, and another approves: it is repeated no more, and
a credit moves from the operator's clearing account to the expired account. The same two steps put
it back: the operation is open again, and a new transfer that names the first moves the money back.
An operation that was put back does not expire again.
"""

from __future__ import annotations

import logging
from enum import StrEnum

import msgspec

from sabot.errors import Refused, SabotError
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.service.money.postings import REFUND, RESULT
from sabot.service.office.acts import Act
from sabot.service.office.adjustments import ADJUSTMENT
from sabot.service.office.four_eyes import FourEyes, Matter, Proposal
from sabot.service.office.notices import Notices, due_ms
from sabot.service.office.office import Effect, Office
from sabot.service.office.refusals import ExpiryRefusal
from sabot.service.players.directory import Directory
from sabot.service.ports import ActRow, WalletOpRow, WalletOpState, WalletOpStore
from sabot.service.wallets.desk import WalletDesk

log = logging.getLogger("sabot.expiry")

CREDITS = frozenset({RESULT, REFUND, ADJUSTMENT})
REPEATED = frozenset({WalletOpState.OWED, WalletOpState.CANCELLING})
"""States in which the desk repeats an operation until it is acknowledged."""


class Step(StrEnum):
    """What is proposed about an operation."""

    EXPIRE = "expire"
    RESTORE = "restore"


class ExpiryBody(msgspec.Struct, frozen=True, kw_only=True):
    """What a proposal is about."""

    operation: str
    step: Step


class GivenUp(msgspec.Struct, frozen=True, kw_only=True):
    """The evidence for an operation that was given up, and the proposal it follows from."""

    since_ms: int
    announced_ms: int
    proposal: str


class Restored(msgspec.Struct, frozen=True, kw_only=True):
    """The proposal that an operation was put back by."""

    proposal: str


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """An operation that staff were told is about to expire."""

    operation: WalletOpRow
    announced_at_ms: int
    due_at_ms: int

    @property
    def player(self) -> str:
        """Whose money it is."""
        return self.operation.player


_body = msgspec.json.Decoder(ExpiryBody).decode


def body_of(proposal: Proposal) -> ExpiryBody:
    """What a proposal is about."""
    return _body(proposal.body)


class ExpiryDesk:
    """Proposals and decisions about wallet operations."""

    def __init__(
        self,
        office: Office,
        four_eyes: FourEyes,
        desk: WalletDesk,
        *,
        directory: Directory,
        notices: Notices,
        wallet_ops: WalletOpStore,
    ) -> None:
        self._office = office
        self._four_eyes = four_eyes
        self._desk = desk
        self._directory = directory
        self._notices = notices
        self._wallet_ops = wallet_ops

    # --- reading ----------------------------------------------------------------------------------

    def announced(self) -> tuple[Announced, ...]:
        """The operations that staff were told about and that are still open."""
        given = self._notices.given()
        open_ = self._wallet_ops.unfinished()
        return tuple(
            Announced(
                operation=row,
                announced_at_ms=given[row.id],
                due_at_ms=due_ms(row.at_ms, given[row.id]),
            )
            for row in open_
            if row.id in given
        )

    def waiting(self) -> tuple[Proposal, ...]:
        """The proposals that are not decided."""
        return self._four_eyes.waiting(Matter.EXPIRY)

    def find(self, name: str) -> Proposal:
        """A proposal as the disk has it."""
        return self._four_eyes.find(Matter.EXPIRY, name)

    # --- deciding ---------------------------------------------------------------------------------

    async def propose(
        self, name: str, *, operation: str, step: Step, actor: str, reason: str
    ) -> Proposal:
        """Ask for a decision; what could not be carried out now is refused now."""
        row = self._row(operation)
        self._check(row, step)
        return await self._four_eyes.propose(
            Matter.EXPIRY,
            name,
            actor=actor,
            reason=reason,
            player=row.player,
            amount=row.amount,
            body=ExpiryBody(operation=operation, step=step),
        )

    async def approve(self, name: str, *, actor: str, reason: str) -> Proposal:
        """Give an operation up, or put it back."""
        try:
            return await self._four_eyes.approve(
                Matter.EXPIRY, name, actor=actor, reason=reason, carry_out=self._carry_out
            )
        except BaseException:
            self._go_on(name)
            raise

    async def decline(self, name: str, *, actor: str, reason: str) -> Proposal:
        """Let everything be as it is."""
        return await self._four_eyes.decline(Matter.EXPIRY, name, actor=actor, reason=reason)

    def _go_on(self, name: str) -> None:
        """Repeat what is open on the disk: an approval that failed may have given it up here."""
        try:
            row = self._row(body_of(self.find(name)).operation)
        except SabotError as error:  # no such proposal, or a disk that cannot be read
            log.warning("proposal=%s: %s", name, error.code)
            return
        if row.state in REPEATED:
            self._desk.recover([row])

    def _row(self, operation: str) -> WalletOpRow:
        row = self._wallet_ops.find(operation)
        if row is None:
            raise Refused(ExpiryRefusal.UNKNOWN, operation=operation)
        if not self._desk.believes(row):
            raise Refused(ExpiryRefusal.WALLET_OP_IN_DOUBT, operation=operation)
        return row

    def _check(self, row: WalletOpRow, step: Step) -> int:
        """Refuse what may not be done now; the date of the notice, if one is needed."""
        if step is Step.RESTORE:
            if row.state is not WalletOpState.EXPIRED:
                raise Refused(ExpiryRefusal.NOT_EXPIRED, operation=row.id)
            return 0
        if row.state not in REPEATED:
            raise Refused(ExpiryRefusal.NOT_OPEN, operation=row.id)
        if any(act.kind == Act.WALLET_RESTORED for act in self._office.act_store.about(row.id)):
            raise Refused(ExpiryRefusal.RESTORED, operation=row.id)
        given_ms = self._notices.given().get(row.id)
        self._notices.check_due(since_ms=row.at_ms, given_ms=given_ms)
        return given_ms or 0

    # --- carrying out -----------------------------------------------------------------------------

    def _carry_out(self, approved: Proposal) -> Effect:
        body = body_of(approved)
        row = self._row(body.operation)
        given_ms = self._check(row, body.step)
        if body.step is Step.RESTORE:
            return self._restored(row, approved)
        return self._given_up(row, approved, given_ms)

    def _given_up(self, row: WalletOpRow, approved: Proposal, given_ms: int) -> Effect:
        evidence = GivenUp(since_ms=row.at_ms, announced_ms=given_ms, proposal=approved.subject)
        act = self._act(Act.WALLET_EXPIRED, f"{row.id}:expired", row, approved, evidence)
        transfers = self._transfers(row, act)
        if not self._desk.give_up(row.id):
            raise Refused(ExpiryRefusal.NOT_OPEN, operation=row.id)  # acknowledged a moment ago
        ended = msgspec.structs.replace(row, state=WalletOpState.EXPIRED)
        return Effect(acts=[act], transfers=transfers, rows=[ended])

    def _restored(self, row: WalletOpRow, approved: Proposal) -> Effect:
        back = Restored(proposal=approved.subject)
        act = self._act(Act.WALLET_RESTORED, f"{row.id}:restored", row, approved, back)
        transfers = [
            msgspec.structs.replace(
                moved, debit=moved.credit, credit=moved.debit, reverses=f"{row.id}:expired"
            )
            for moved in self._transfers(row, act)
        ]
        state = WalletOpState.OWED if row.kind in CREDITS else WalletOpState.CANCELLING
        again = msgspec.structs.replace(row, state=state)
        return Effect(acts=[act], transfers=transfers, rows=[again])

    def _act(
        self, kind: Act, act_id: str, row: WalletOpRow, approved: Proposal, body: msgspec.Struct
    ) -> ActRow:
        return self._office.act(
            kind,
            act_id,
            subject=row.id,
            player=row.player,
            amount=row.amount,
            actor=approved.decided_by,
            reason=approved.decided_because,
            body=body,
        )

    def _transfers(self, row: WalletOpRow, act: ActRow) -> list[Transfer]:
        """A bet that could not be taken back is in no ledger, and nothing is no transfer."""
        if row.kind not in CREDITS or not row.amount:
            return []
        player = self._directory.player(row.player)
        return [
            Transfer(
                id=act.id,
                kind=TransferKind.EXPIRY,
                debit=player.account,
                credit=str(Account(AccountKind.EXPIRED, "house", player.currency)),
                amount=row.amount,
            )
        ]
