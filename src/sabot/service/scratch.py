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
from sabot.service.debits import Debits, Key, Out, Step
from sabot.service.envelopes import Envelope, Reply
from sabot.service.felt import Felt
from sabot.service.felt import Mark as FeltMark
from sabot.service.ports import (
    CommandRow,
    OutcomeRow,
    Stakes,
    StoredEvent,
    Unit,
    WalletOpRow,
)
from sabot.service.postings import NOTHING, Postings, postings_of
from sabot.service.sealing import sealed_body
from sabot.service.wallet_details import NOWHERE, Place
from sabot.table import codec
from sabot.table import commands as c
from sabot.table import events as e
from sabot.table.decide import decide
from sabot.table.draft import Draft, Inputs
from sabot.table.state import Round, TableState

if TYPE_CHECKING:
    from sabot.service.engine import TableEngine

Answers = dict[Key, tuple[bytes, Reply]]


class Work(msgspec.Struct, kw_only=True):
    """A decided batch that is not stored yet.

    The replies of commands on hold are not to be given: `held` names those commands, and
    `released` answers some that were held before.
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
    held: frozenset[Key]
    released: Mapping[Key, Reply]

    @property
    def only_bets(self) -> bool:
        """Whether all it changes are chips and bets: more of those can be decided on top of it."""
        unit = self.unit
        others = unit.outcomes or unit.wallet_ops or unit.shoe_secrets or unit.snapshot
        if others or self.held or self.released:
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
        self.snapshot: bytes | None = None
        self.debits = engine.debits.scratch()
        self.wallet_ops: list[WalletOpRow] = []
        self.held: set[Key] = set()
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
        funds: Mapping[str, int] | None = None,
        out: Out | None = None,
        promised: str = "",
    ) -> Draft:
        """What a command would lead to, with these funds or those of the table."""
        inputs = Inputs(
            actor=actor,
            salt=self.engine.seals.salt,
            stages=self.felt.stages,
            funds=self.engine.table_funds if funds is None else funds,
            golden=self.engine.golden_funds,
            out=out or {},
            short=self.engine.shortfalls,
            locked=self.engine.locks,
            promised=promised,
            check_eyes=self.engine.check_eyes,
        )
        return decide(self.state, command, inputs)

    def keep(self, draft: Draft) -> None:
        """What was decided has happened, as far as this batch is concerned."""
        before = self.state.round
        self.state = draft.state
        for event in draft.events:
            # The last events of a round belong to it, though the table is free by then.
            self._record(event, self.state.round or before)

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
        posted = postings_of(event, round_id, bets, self.engine.directory, place)
        if posted is not NOTHING:
            self._post(posted)
        self.felt.saw(event, self.state)

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
            wallet_ops=tuple(self.wallet_ops),
            shoe_secrets=tuple(self.secrets),
            snapshot=self.snapshot,
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
            held=frozenset(self.held),
            released=released,
        )
