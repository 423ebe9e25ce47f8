"""The way out for a table that is out of order: two people give back every stake of its round.

Owns that one decision (ADR 0037). The log of the table cannot be followed, but its head can be
continued: the events of a cancelled round are appended to it, with the refunds and the act of the
decision, in one transaction. Nothing is repaired here. The table stays closed until its rows are
restored; then it is followed up to the cancelled round, rests switched off, and gets new cards when
a shift manager switches it on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

import msgspec

from sabot.errors import Corrupt, Refused
from sabot.gamekit import Bet
from sabot.service.money.postings import postings_of
from sabot.service.office.four_eyes import FourEyes, Matter, Proposal
from sabot.service.office.office import Effect
from sabot.service.office.refusals import VoidRefusal
from sabot.service.players.directory import Directory
from sabot.service.players.history import StakedBet
from sabot.service.ports import EventStore, Head, Seals, StoredEvent, Unit, UnitStore
from sabot.service.proof.checks import TABLE_IN_DOUBT
from sabot.service.proof.heads import head_mac
from sabot.service.storage.claiming import in_a_thread
from sabot.service.storage.sealing import sealed_body
from sabot.service.tables.out_of_order import OutOfOrder
from sabot.table import events as e
from sabot.table.record import codec
from sabot.table.staff.refusals import CancelRefusal

ROUND_EVENTS_MAX = 5_000
"""How far back the beginning of a round is looked for."""

_bet = msgspec.json.Decoder(Bet).decode


class BetsInRound(Protocol):
    """Reads the bets of all players of a round."""

    def all_bets_in(self, round_id: str) -> Sequence[StakedBet]:
        """The bets of one round, by id."""


class VoidBody(msgspec.Struct, frozen=True, kw_only=True):
    """Which round is voided."""

    table: str
    round: str


_body = msgspec.json.Decoder(VoidBody).decode


class VoidDesk:
    """Proposals to void the round of a table that is out of order, and their decisions."""

    def __init__(
        self,
        four_eyes: FourEyes,
        units: UnitStore,
        events: EventStore,
        *,
        bets: BetsInRound,
        directory: Directory,
        seals: Seals,
        owner: str,
        faults: Mapping[str, OutOfOrder],
    ) -> None:
        self._four_eyes = four_eyes
        self._units = units
        self._events = events
        self._bets = bets
        self._directory = directory
        self._seals = seals
        self._owner = owner
        self._faults = faults

    async def propose(self, name: str, *, table: str, actor: str, reason: str) -> Proposal:
        """Ask to void the round in play; the same id and the same contents are the same."""
        self._check_closed(table)
        last = self._last_event(table, await self._claimed(table))
        bets = self._open_bets(last.round_id)
        self._check_unseen(table, last, actor)
        return await self._four_eyes.propose(
            Matter.VOID,
            name,
            actor=actor,
            reason=reason,
            amount=sum(bet.stake for bet in bets),
            body=VoidBody(table=table, round=last.round_id),
        )

    async def approve(self, name: str, *, actor: str, reason: str) -> Proposal:
        """Give every stake back, once."""
        standing = self.find(name)
        table = body_of(standing).table
        self._four_eyes.check_eyes(standing.proposed_by, actor)
        self._check_closed(table)
        head = await self._claimed(table)
        return await self._four_eyes.approve(
            Matter.VOID, name, actor=actor, reason=reason, carry_out=partial(self._voided, head)
        )

    async def decline(self, name: str, *, actor: str, reason: str) -> Proposal:
        """Leave the stakes in escrow until the table is mended."""
        return await self._four_eyes.decline(Matter.VOID, name, actor=actor, reason=reason)

    def find(self, name: str) -> Proposal:
        """A proposal as the disk has it."""
        return self._four_eyes.find(Matter.VOID, name)

    def waiting(self) -> tuple[Proposal, ...]:
        """The proposals that are not decided."""
        return self._four_eyes.waiting(Matter.VOID)

    # --- what may be voided -----------------------------------------------------------------------

    def _check_closed(self, table: str) -> None:
        """A table that runs has its own way to cancel a round."""
        if table not in self._faults:
            raise Refused(VoidRefusal.TABLE_RUNS, table=table)

    async def _claimed(self, table: str) -> Head:
        """Where the table stands on disk; no other owner may go on from there."""
        claim = partial(self._units.claim_again, table, self._owner, self._seals)
        try:
            head = await in_a_thread(claim)
        except Corrupt as error:  # the house did not write what stands there
            raise Refused(VoidRefusal.HEAD_DAMAGED, table=table) from error
        if head is None and self._faults[table].code == TABLE_IN_DOUBT:
            raise Refused(
                VoidRefusal.HEAD_DAMAGED, table=table
            )  # it was not even claimed at the start
        if head is None:
            raise Refused(VoidRefusal.OWNER_CHANGED, table=table)
        return head

    def _last_event(self, table: str, head: Head) -> StoredEvent:
        """The event at the head; where head and events do not agree nothing can be appended."""
        rows = [*self._events.read(table, after=head.seq - 1)]
        if len(rows) != 1 or (rows[0].seq, rows[0].hash) != (head.seq, head.hash):
            raise Refused(VoidRefusal.HEAD_DAMAGED, table=table)
        return rows[0]

    def _open_bets(self, round_id: str) -> tuple[Bet, ...]:
        staked = self._bets.all_bets_in(round_id) if round_id else ()
        rows = [one.bet for one in staked if one.result is None]
        if not rows:
            raise Refused(VoidRefusal.NO_BETS, round=round_id)
        try:
            return tuple(_bet(row.body) for row in rows)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise Refused(VoidRefusal.BET_UNREADABLE, round=round_id) from None

    def _check_unseen(self, table: str, last: StoredEvent, actor: str) -> None:
        """P13: a person who has seen the hidden cards of this round has no say in it."""
        rows = self._events.read(table, after=max(0, last.seq - ROUND_EVENTS_MAX))
        for row in rows:
            if row.round_id == last.round_id and row.kind == e.HiddenCardsSeen.__name__:
                try:
                    seen = codec.decode(row.kind, row.version, row.body)
                except Corrupt:
                    continue
                if isinstance(seen, e.HiddenCardsSeen) and seen.actor == actor:
                    raise Refused(CancelRefusal.SEEN, round_id=last.round_id, actor=actor)

    # --- carrying it out --------------------------------------------------------------------------

    def _voided(self, head: Head, approved: Proposal) -> Effect:
        """The end of the round, appended to the head that this house has just claimed."""
        body = body_of(approved)
        last = self._last_event(body.table, head)
        if last.round_id != body.round:
            raise Refused(VoidRefusal.OTHER_ROUND, round=last.round_id)
        self._check_unseen(body.table, last, approved.decided_by)
        bets = {bet.id: bet for bet in self._open_bets(body.round)}
        ended = e.RoundCancelled(
            round_id=body.round,
            actor=approved.decided_by,
            reason=approved.decided_because,
            refunds=tuple(bets),
            proposed_by=approved.proposed_by,
        )
        posted = postings_of(ended, body.round, bets, self._directory)
        rows = self._appended(body, head, approved, ended)
        unit = Unit(
            table_id=body.table,
            epoch=head.epoch,
            after_seq=head.seq,
            events=rows,
            outcomes=tuple(posted.outcomes),
            mac=head_mac(body.table, seq=rows[-1].seq, chain=rows[-1].hash, seals=self._seals),
        )
        at_ms = approved.decided_at_ms
        owed = [msgspec.structs.replace(row, at_ms=at_ms) for row in posted.wallet_ops]
        return Effect(transfers=posted.transfers, rows=owed, unit=unit)

    def _appended(
        self, body: VoidBody, head: Head, approved: Proposal, ended: e.RoundCancelled
    ) -> tuple[StoredEvent, ...]:
        """Proposed, cancelled, switched off: these cards were not watched (F96)."""
        proposed = e.CancelProposed(
            actor=approved.proposed_by, round_id=body.round, reason=approved.reason
        )
        off = e.TableSwitchedOff(actor=approved.decided_by, reason=approved.decided_because)
        chain, rows = head.hash, []
        for seq, event in enumerate((proposed, ended, off), start=head.seq + 1):
            kind = codec.kind_of(event)
            version = codec.version_of(kind)
            text = sealed_body(event, self._seals, table_id=body.table, seq=seq)
            chain = codec.chained(chain, seq=seq, kind=kind, version=version, body=text)
            rows.append(
                StoredEvent(
                    seq=seq,
                    round_id=body.round,
                    kind=kind,
                    version=version,
                    body=text,
                    hash=chain,
                    at_ms=approved.decided_at_ms,
                )
            )
        return tuple(rows)


def body_of(proposal: Proposal) -> VoidBody:
    """What a proposal is about."""
    return _body(proposal.body)
