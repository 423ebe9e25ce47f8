"""The desk that annuls a settled round: two shift managers undo what it paid and what it cost (P9).

A round with a known result is settled, whatever happened to the table (R17). When people find
afterwards that it was no fair round, its money is reversed here (ADR 0065): by new transfers, in
the transaction of the decision, once for each round. The log of the table and the settlement stay
as they are, so a history shows both.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Protocol

import msgspec

from sabot.errors import Refused
from sabot.ledger import Account, AccountKind, Transfer, TransferKind
from sabot.service.money.funds import FundsBook
from sabot.service.money.postings import REFUNDED, RESULT
from sabot.service.office.acts import Act
from sabot.service.office.adjustments import ADJUSTMENT, CreditBody
from sabot.service.office.annulled import (
    AnnulBody,
    AnnulledBody,
    PlayerLine,
    ReturnedBody,
    UsedChip,
    act_id_of,
    lines_of,
    subject_of,
)
from sabot.service.office.four_eyes import FourEyes, Matter, Proposal, Verdict
from sabot.service.office.golden import GoldenRack
from sabot.service.office.office import Effect, Office
from sabot.service.office.refusals import AnnulRefusal
from sabot.service.players.directory import Directory
from sabot.service.players.history import StakedBet
from sabot.service.ports import ActRow, WalletOpRow, WalletOpState
from sabot.service.wallets.details import Details, written

SHOWN_MAX = 100
"""Annulled rounds in the list of staff; a malfunction is rare."""


class BetsInRound(Protocol):
    """Reads the bets of all players of a round."""

    def all_bets_in(self, round_id: str) -> Sequence[StakedBet]:
        """The bets of one round, by id."""


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was annulled: one act for each player, and those of their golden chips."""

    round_id: str
    acts: tuple[ActRow, ...]
    chips: tuple[ActRow, ...]


_proposed = msgspec.json.Decoder(AnnulBody).decode
_credit = msgspec.json.Decoder(CreditBody).decode


class AnnulmentDesk:
    """Proposals to annul a settled round, and their decisions."""

    def __init__(
        self,
        office: Office,
        four_eyes: FourEyes,
        *,
        bets: BetsInRound,
        directory: Directory,
        funds: FundsBook,
        rack: GoldenRack,
        in_doubt: Container[str] = (),
        recount: Callable[[str], None] = lambda _player: None,
    ) -> None:
        """`recount` is told of each player whose limits count the round no more."""
        self._office = office
        self._four_eyes = four_eyes
        self._bets = bets
        self._directory = directory
        self._funds = funds
        self._rack = rack
        self._in_doubt = in_doubt
        self._recount = recount

    async def propose(self, name: str, *, round_id: str, actor: str, reason: str) -> Proposal:
        """Ask to annul a round; the same id and the same contents are the same proposal."""
        amount = sum(abs(one.paid - one.staked) for one in self.lines(round_id))
        return await self._four_eyes.propose(
            Matter.ANNUL,
            name,
            actor=actor,
            reason=reason,
            amount=amount,
            body=AnnulBody(round=round_id),
            check=lambda: self._check(round_id, name),
        )

    async def approve(self, name: str, *, actor: str, reason: str) -> Proposal:
        """Reverse the money of the round, once."""
        round_id = round_of(self.find(name))
        players = {one.bet.player for one in self._bets.all_bets_in(round_id)}
        try:
            return await self._four_eyes.approve(
                Matter.ANNUL,
                name,
                actor=actor,
                reason=reason,
                carry_out=self._reversed,
                check=lambda: self._check(round_id, name),
            )
        finally:  # it may be stored without an answer (I4)
            for player in players:
                self._recount(player)

    async def decline(self, name: str, *, actor: str, reason: str) -> Proposal:
        """Leave the round as it was settled."""
        return await self._four_eyes.decline(Matter.ANNUL, name, actor=actor, reason=reason)

    def find(self, name: str) -> Proposal:
        """A proposal as the disk has it."""
        return self._four_eyes.find(Matter.ANNUL, name)

    def waiting(self) -> tuple[Proposal, ...]:
        """The proposals that are not decided."""
        return self._four_eyes.waiting(Matter.ANNUL)

    def preview(self, round_id: str) -> list[PlayerLine]:
        """What an annulment would mean; what could not be proposed now is refused."""
        self._check(round_id, "")
        return self.lines(round_id)

    def lines(self, round_id: str) -> list[PlayerLine]:
        """What an annulment would mean for each player now."""
        try:
            return lines_of(
                self._bets.all_bets_in(round_id),
                self._directory,
                held=self._funds.free,
                is_alive=self._rack.is_alive,
            )
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise Refused(AnnulRefusal.BET_UNREADABLE, round=round_id) from None

    def done(self, round_id: str) -> Done | None:
        """What the annulment of a round has done; None for a round that stands."""
        acts = self._office.acts(subject_of(round_id))
        chips = self._office.acts(_chips(round_id))
        return Done(round_id=round_id, acts=(*acts,), chips=(*chips,)) if acts else None

    def all_done(self) -> list[Done]:
        """The rounds that were annulled, the newest first."""
        acts = self._office.open_acts(Act.ROUND_ANNULLED)
        rounds = {act.subject.removeprefix(subject_of("")): act.at_ms for act in acts}
        newest = sorted(rounds, key=lambda round_id: (-rounds[round_id], round_id))
        return [one for one in map(self.done, newest[:SHOWN_MAX]) if one is not None]

    # --- what may be annulled ---------------------------------------------------------------------

    def _check(self, round_id: str, name: str) -> None:
        bets = self._bets.all_bets_in(round_id)
        if not bets:
            raise Refused(AnnulRefusal.NO_BETS, round=round_id)
        if any(one.result is None for one in bets):
            raise Refused(AnnulRefusal.ROUND_OPEN, round=round_id)
        if any(one.result == REFUNDED for one in bets):
            raise Refused(AnnulRefusal.CANCELLED, round=round_id)
        others = (one for one in self.waiting() if one.id != name)
        if self.done(round_id) is not None or any(round_of(one) == round_id for one in others):
            raise Refused(AnnulRefusal.AGAIN, round=round_id)
        for player in sorted({one.bet.player for one in bets}):
            self._check_player(round_id, player)

    def _check_player(self, round_id: str, player: str) -> None:
        """The books of the round are what it paid, and no person has changed that."""
        if player in self._in_doubt:
            raise Refused(AnnulRefusal.IN_DOUBT, round=round_id, player=player)
        credited = (
            one
            for one in self._four_eyes.about(Matter.CREDIT, player)
            if one.verdict in (Verdict.PROPOSED, Verdict.APPROVED)
        )
        if any(_credit(one.body).round == round_id for one in credited):
            raise Refused(AnnulRefusal.CREDITED, round=round_id, player=player)
        kinds = {act.kind for act in self._office.acts(f"{round_id}/{player}:{RESULT}")}
        if Act.WALLET_EXPIRED in kinds and Act.WALLET_RESTORED not in kinds:
            # Two people gave up what the round owes this player's operator.
            raise Refused(AnnulRefusal.GIVEN_UP, round=round_id, player=player)

    # --- carrying it out --------------------------------------------------------------------------

    def _reversed(self, approved: Proposal) -> Effect:
        round_id = round_of(approved)
        acts: list[ActRow] = []
        transfers: list[Transfer] = []
        rows: list[WalletOpRow] = []
        for line in self.lines(round_id):
            acts.append(self._act(line, round_id, approved))
            transfers += _money(line, round_id)
            rows += _owed(line, round_id, at_ms=approved.decided_at_ms)
            for chip in line.chips:
                back = self._chip_back(line, chip, round_id, approved)
                acts.append(back)
                transfers.append(_chip_moved(line, chip, back))
        return Effect(acts=acts, transfers=transfers, rows=rows)

    def _act(self, line: PlayerLine, round_id: str, approved: Proposal) -> ActRow:
        return self._office.act(
            Act.ROUND_ANNULLED,
            act_id_of(round_id, line.player.player_id),
            subject=subject_of(round_id),
            player=line.player.player_id,
            amount=abs(line.change),
            actor=approved.decided_by,
            reason=approved.decided_because,
            body=AnnulledBody(
                round=round_id,
                proposal=approved.subject,
                currency=line.player.currency,
                staked=line.staked,
                paid=line.paid,
                uncollected=line.uncollected,
                theirs=line.theirs,
            ),
        )

    def _chip_back(
        self, line: PlayerLine, chip: UsedChip, round_id: str, approved: Proposal
    ) -> ActRow:
        return self._office.act(
            Act.CHIPS_RETURNED,
            f"{act_id_of(round_id, line.player.player_id)}:{chip.bet}",
            subject=_chips(round_id),
            player=line.player.player_id,
            amount=chip.value,
            actor=approved.decided_by,
            reason=approved.decided_because,
            body=ReturnedBody(round=round_id, bet=chip.bet),
        )


def round_of(proposal: Proposal) -> str:
    """The round that a proposal is about."""
    return _proposed(proposal.body).round


def _chips(round_id: str) -> str:
    """What the acts of golden chips that came back are about."""
    return f"{subject_of(round_id)}:chips"


def _money(line: PlayerLine, round_id: str) -> list[Transfer]:
    """The house gives back, or takes: it paid the round's wins and kept its losses."""
    if not line.change:
        return []
    house = str(Account(AccountKind.HOUSE, "house", line.player.currency))
    gains = line.change > 0
    transfer = Transfer(
        id=act_id_of(round_id, line.player.player_id),
        kind=TransferKind.ANNULMENT,
        debit=house if gains else line.player.account,
        credit=line.player.account if gains else house,
        amount=abs(line.change),
        reverses=round_id,
    )
    return [transfer]


def _chip_moved(line: PlayerLine, chip: UsedChip, act: ActRow) -> Transfer:
    return Transfer(
        id=act.id,
        kind=TransferKind.ANNULMENT,
        debit=str(Account(AccountKind.PROMOTION, "house", line.player.currency)),
        credit=line.player.golden_of(chip.grant),
        amount=chip.value,
        reverses=f"{chip.bet}:chip",
    )


def _owed(line: PlayerLine, round_id: str, *, at_ms: int) -> list[WalletOpRow]:
    """For a player whose money is elsewhere: the credit that brings it there."""
    if line.player.operator is None or line.change <= 0:
        return []
    name = act_id_of(round_id, line.player.player_id)
    credit = WalletOpRow(
        id=name,
        operator=line.player.operator,
        player=line.player.player_id,
        kind=ADJUSTMENT,
        amount=line.change,
        round_id=name,
        state=WalletOpState.OWED,
        details=written(Details(about=round_id)),
        at_ms=at_ms,
    )
    return [credit]
