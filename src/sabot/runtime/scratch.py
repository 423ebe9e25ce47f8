"""The scratch table of one batch: what has been decided so far, and nothing stored yet.

Owns the state that the decided events lead to and the rows they become, and can go back to where
it stood before a command that was refused half-way. Knows no command: `Batch` decides with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from sabot.ledger import Transfer
from sabot.runtime.debits import Debits, Key, Step
from sabot.service.money.postings import NOTHING, Postings, postings_of
from sabot.service.ports import (
    ActRow,
    CommandRow,
    OutcomeRow,
    Stakes,
    StoredEvent,
    Unit,
    WalletOpRow,
)
from sabot.service.proof.heads import head_mac
from sabot.service.storage.sealing import sealed_body
from sabot.service.tables.envelopes import Envelope, Reply
from sabot.service.tables.staged_chips import Felt
from sabot.service.tables.staged_chips import Mark as FeltMark
from sabot.service.wallets.details import NOWHERE, Place
from sabot.service.wallets.signatures import signed
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.authority import ActorKind
from sabot.table.decide import decide
from sabot.table.draft import Draft, Inputs
from sabot.table.record import codec
from sabot.table.state import Round, TableState
from sabot.table.verdicts import Means

if TYPE_CHECKING:
    from sabot.runtime.engine import TableEngine

Answers = dict[Key, tuple[bytes, Reply]]


def _is_chips(command: c.Command) -> bool:
    return type(command) in c.ONLY_CHIPS


class Work(msgspec.Struct, kw_only=True):
    """A decided batch that is not stored yet.

    Some replies may be `OnHold`: then it `holds` their commands. `released` answers commands that
    an earlier batch held.
    """

    envelopes: Sequence[Envelope]
    replies: list[Reply]
    unit: Unit
    events: list[e.Event]
    state: TableState
    felt: Felt
    answers: Answers
    head_hash: bytes
    debits: Debits
    holds: bool
    released: Mapping[Key, Reply]

    @property
    def only_bets(self) -> bool:
        """Whether all it changes are chips and bets: more of those can be decided on top of it."""
        unit = self.unit
        others = unit.outcomes or unit.wallet_ops or unit.shoe_secrets or unit.snapshot
        if others or self.holds or self.released:
            return False
        return all(type(event) is e.BetsAccepted for event in self.events)


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Where a batch stood before a command."""

    state: TableState
    hash: bytes
    felt: FeltMark
    snapshot: bytes | None
    stored: int
    stakes: int
    transfers: int
    outcomes: int
    wallet_ops: int
    acts: int
    steps: Mapping[Key, Step]
    released: Mapping[Key, tuple[Envelope, bool]]


class ScratchTable:
    """A table as a batch has it so far."""

    def __init__(self, engine: TableEngine, wall_ms: int, *, after: Work | None = None) -> None:
        self.engine = engine
        self.wall_ms = wall_ms
        self.state, self.hash = engine.state, engine.head_hash
        felt = engine.felt
        if after is not None:
            self.state, self.hash, felt = after.state, after.head_hash, after.felt
        self.felt = felt.scratch()
        self._after_seq = self.state.seq
        self.answers: Answers = {}
        self.events: list[e.Event] = []
        self.stored: list[StoredEvent] = []
        self.stakes: list[Stakes] = []
        self.transfers: list[Transfer] = []
        self.outcomes: list[OutcomeRow] = []
        self.commands: list[CommandRow] = []
        self.secrets: list[tuple[str, bytes]] = []
        self.acts: list[ActRow] = []
        self.snapshot: bytes | None = None
        self.debits = engine.debits.scratch()
        self.wallet_ops: list[WalletOpRow] = []
        self.holds = False
        self.released: Mapping[Key, tuple[Envelope, bool]] = {}

    def mark(self) -> Mark:
        """Where the batch stands."""
        return Mark(
            state=self.state,
            hash=self.hash,
            felt=self.felt.mark(),
            snapshot=self.snapshot,
            stored=len(self.stored),
            stakes=len(self.stakes),
            transfers=len(self.transfers),
            outcomes=len(self.outcomes),
            wallet_ops=len(self.wallet_ops),
            acts=len(self.acts),
            steps=self.debits.steps,
            released=self.released,
        )

    def back_to(self, mark: Mark) -> None:
        """A command of several steps was refused at a later one: the earlier did not happen."""
        self.state, self.hash, self.snapshot = mark.state, mark.hash, mark.snapshot
        self.felt.back_to(mark.felt)
        moved, taken = self.transfers[mark.transfers :], self.stakes[mark.stakes :]
        self.engine.funds.release(moved, taken)
        self.engine.funds.asked(self.wallet_ops[mark.wallet_ops :])
        self.engine.sets.dropped(self.acts[mark.acts :])
        del self.acts[mark.acts :]
        del self.stored[mark.stored :], self.events[mark.stored :]
        del self.stakes[mark.stakes :], self.transfers[mark.transfers :]
        del self.outcomes[mark.outcomes :], self.wallet_ops[mark.wallet_ops :]
        self.debits.steps, self.released = mark.steps, mark.released

    def happened(self, since: Mark) -> bool:
        """Whether anything was decided since then."""
        return len(self.stored) > since.stored

    def draft(
        self,
        actor: str,
        command: c.Command,
        *,
        means: Means | None = None,
        promised: str = "",
        kind: ActorKind = ActorKind.PLAYER,
        console: str = "",
    ) -> Draft:
        """What a command would lead to, with these means or those of the table."""
        engine, felt = self.engine, self.felt
        inputs = Inputs(
            actor=actor,
            salt=engine.seals.salt,
            stages=felt.stages,
            stage=felt.stage_for(self.state, actor, command) if _is_chips(command) else None,
            last=felt.last_of(actor),
            means=engine.means if means is None else means,
            layout_of=engine.layouts.layout_of,
            promised=promised,
            check_eyes=engine.check_eyes,
            kind=kind,
            console=console,
            set_of=engine.sets.card_set,
            wall_ms=self.wall_ms,
        )
        return decide(self.state, command, inputs)

    def keep(self, draft: Draft) -> None:
        """What was decided has happened, as far as this batch is concerned."""
        before = self.state.round
        self.state = draft.state
        for event in draft.events:
            # The last events of a round belong to it, though the table is free by then.
            self._record(event, self.state.round or before)
        if draft.moved is not None:
            self.felt.lay(draft.moved)

    def _record(self, event: e.Event, current: Round | None) -> None:
        kind = codec.kind_of(event)
        version = codec.version_of(kind)
        seq = self._after_seq + len(self.stored) + 1
        body = sealed_body(event, self.engine.seals, table_id=self.state.table_id, seq=seq)
        self.hash = codec.chained(self.hash, seq=seq, kind=kind, version=version, body=body)
        round_id = "" if current is None else current.round_id
        self.stored.append(
            StoredEvent(
                seq=seq,
                round_id=round_id,
                kind=kind,
                version=version,
                body=body,
                hash=self.hash,
                at_ms=self.wall_ms,
            )
        )
        self.events.append(event)
        bets = {} if current is None else current.bets
        place = NOWHERE
        if current is not None and isinstance(event, e.RoundSettled | e.RoundCancelled):
            place = self.place(current)
        if isinstance(event, e.ShoeLoaded) and (event.sets or event.taken_away):
            self.acts += self.engine.sets.loaded(
                event.sets, table=self.state.table_id, shoe=event.shoe_id, actor=event.actor
            )
        posted = postings_of(event, round_id, bets, self.engine.directory, place)
        if posted is not NOTHING:
            self._post(posted)
        self.felt.saw(event, self.state)

    def _mac(self) -> str:
        """The proof of the head that these events lead to; none when nothing has happened."""
        if not self.stored:
            return ""
        table, seq = self.state.table_id, self.stored[-1].seq
        return head_mac(table, seq=seq, chain=self.hash, seals=self.engine.seals)

    def place(self, current: Round) -> Place:
        """Where a round is played, as operators are told."""
        variant = current.config.variant.id
        return Place(game=self.state.game.id, variant=variant, table=self.state.table_id)

    def _post(self, posted: Postings) -> None:
        self.engine.funds.hold(posted.transfers, posted.stakes)
        self.stakes += posted.stakes
        self.transfers += posted.transfers
        self.outcomes += posted.outcomes
        self.wallet_ops += (replace(op, at_ms=self.wall_ms) for op in posted.wallet_ops)

    def work(
        self, envelopes: Sequence[Envelope], replies: list[Reply], released: Mapping[Key, Reply]
    ) -> Work:
        """Everything decided, as one unit."""
        engine = self.engine
        unit = Unit(
            table_id=engine.state.table_id,
            epoch=engine.epoch,
            after_seq=self._after_seq,
            events=tuple(self.stored),
            stakes=tuple(self.stakes),
            transfers=tuple(self.transfers),
            outcomes=tuple(self.outcomes),
            commands=tuple(self.commands),
            wallet_ops=tuple([signed(op, engine.seals) for op in self.wallet_ops]),
            shoe_secrets=tuple(self.secrets),
            snapshot=self.snapshot,
            acts=tuple(self.acts),
            mac=self._mac(),
        )
        return Work(
            envelopes=envelopes,
            replies=replies,
            unit=unit,
            events=self.events,
            state=self.state,
            felt=self.felt,
            answers=self.answers,
            head_hash=self.hash,
            debits=self.debits,
            holds=self.holds,
            released=released,
        )
