"""One table's events in their order: checks the chain, and passes each event to its judge.

Owns what is true of every event (numbers, epochs, hashes, the round it belongs to) and the state
that the parts share. The parts register the events they judge; an event without a judge is only
counted. A round with an impossible event is reported once, and its later events are not judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from hashlib import sha256
from typing import TypeVar

import msgspec

from sabot.cards import Card
from sabot.errors import Malformed, SabotError
from sabot.gamekit import AnyGame, Ask, Bet
from sabot.lab.audit.due import Due, order_of
from sabot.lab.audit.eyes import Pair
from sabot.lab.audit.findings import Check, Findings
from sabot.lab.audit.lines import EventLine
from sabot.lab.audit.rulebooks import Rulebook
from sabot.lab.audit.shoes import Shoe
from sabot.table import events as e
from sabot.table.config import AnyConfig
from sabot.table.record import codec

IMPOSSIBLE = (
    *(SabotError, ArithmeticError, AssertionError, AttributeError),
    *(LookupError, TypeError, ValueError),
)
"""Exceptions that an impossible log can cause; each becomes a finding."""


class Stage(Enum):
    """How far a round has come."""

    BETTING = auto()
    CLOSED = auto()
    JUDGED = auto()
    PLAY = auto()
    OVER = auto()


class Question:
    """The open window, and the bets it waits for where all players are asked."""

    __slots__ = ("ask", "decision_id", "waiting")

    def __init__(self, decision_id: str, ask: Ask, waiting: set[str]) -> None:
        self.decision_id = decision_id
        self.ask = ask
        self.waiting = waiting


class Round:
    """One round as the events tell it."""

    __slots__ = (
        "bets",
        "cancel_by",
        "config",
        "dealt",
        "numbers",
        "of_player",
        "play",
        "question",
        "questions",
        "removed",
        "round_id",
        "round_of_shoe",
        "rulebook",
        "sealed",
        "seats",
        "seen_by",
        "spoiled",
        "stage",
        "steps",
    )

    def __init__(self, event: e.RoundOpened, config: AnyConfig, rulebook: Rulebook) -> None:
        self.round_id = event.round_id
        self.round_of_shoe = event.round_of_shoe
        self.config = config
        self.rulebook = rulebook
        self.stage = Stage.BETTING
        self.bets: dict[str, Bet] = {}
        self.of_player: dict[str, list[Bet]] = {}
        self.seats: frozenset[int] = frozenset()
        self.play: object = None
        self.dealt: list[tuple[str, str, str]] = []  # position, card, code
        self.numbers: list[int] = []  # the place in the shoe of each dealt card
        self.removed = 0  # cards that left the shoe and lie nowhere (P12)
        self.sealed: dict[str, str] = {}  # position → commitment of a card not turned yet
        self.steps: list[tuple[str, str, Card | None]] = []
        self.question: Question | None = None
        self.questions = 0
        self.spoiled = False
        self.cancel_by: str | None = None
        self.seen_by: set[str] = set()

    @property
    def taken(self) -> tuple[Bet, ...]:
        """Every stake of the round, in the order in which it was taken."""
        return tuple(self.bets.values())

    @property
    def out(self) -> int:
        """How many cards left the shoe in this round."""
        return len(self.dealt) + self.removed

    @property
    def card_twice(self) -> bool:
        """Whether one card lies in two places, as halfway through two corrections (F243)."""
        return len({code for _, _, code in self.dealt}) < len(self.dealt)


E = TypeVar("E", bound=e.Event)
Handler = Callable[["TableAudit", E], None]
HANDLERS: dict[type[e.Event], Callable[[TableAudit, e.Event], None]] = {}


def judges(kind: type[E]) -> Callable[[Handler[E]], Handler[E]]:
    """Register the judge of a kind of event."""

    def register(handler: Handler[E]) -> Handler[E]:
        HANDLERS[kind] = handler  # type: ignore[assignment]
        return handler

    return register


def _only_counted(_table: TableAudit, _event: e.Event) -> None:
    """This kind of event has no judge."""


class Misplaced(Exception):
    """An event that cannot stand here; it is reported and changes nothing."""


class TableAudit:
    """Follows one table from its first event to its last."""

    __slots__ = (
        "at_ms",
        "config",
        "counts",
        "dealer",
        "due",
        "early_at",
        "epoch",
        "findings",
        "game",
        "handing_over",
        "hash",
        "incidents",
        "kinds_off",
        "loads",
        "missed",
        "number",
        "off",
        "pairs",
        "paused",
        "proposal",
        "round",
        "rounds",
        "rulebook",
        "seats",
        "seq",
        "shoe",
        "shoes",
        "table_id",
        "video",
    )

    def __init__(self, table_id: str, number: int, due: Due, findings: Findings) -> None:
        self.table_id = table_id
        self.number = number
        self.due = due
        self.findings = findings
        self.seq = 0
        self.epoch = 1
        self.hash = codec.GENESIS
        self.game: AnyGame | None = None
        self.config: AnyConfig | None = None
        self.rulebook: Rulebook | None = None
        self.kinds_off: frozenset[str] = frozenset()
        self.seats: dict[int, list[str]] = {}
        self.missed: dict[int, int] = {}  # rounds in a row that a held seat got no hand
        self.round: Round | None = None
        self.rounds = 0
        self.shoe: Shoe | None = None
        self.shoes: dict[str, Shoe] = {}  # by name: the newest
        self.loads: list[Shoe] = []
        self.early_at = 0  # the event that recorded a card read too early (P12)
        self.off = False
        self.paused = False
        # Actor, position, code (of a sealed card: the commitment), card.
        self.proposal: tuple[str, str, str, str] | None = None
        self.counts = Counts()
        self.at_ms = 0  # the label of the event that is judged
        self.pairs: list[Pair] = []
        self.dealer = ""  # the dealer in charge, at a live table
        self.handing_over = False
        self.incidents: set[int] = set()  # those that no manager has closed
        self.video = True

    def paired(self, proposer: str, decider: str) -> None:
        """Note the two accounts behind this event; `run.py` checks that they are independent."""
        self.pairs.append(Pair(proposer, decider, self.at_ms, self.table_id, self.seq))

    def wrong(self, check: Check, where: str, *, expected: object, found: object) -> None:
        """Report what is not as it must be at this event."""
        self.findings.report(
            check, where, expected=expected, found=found, table=self.table_id, seq=self.seq
        )

    @property
    def order(self) -> int:
        """Where the postings of this event stand."""
        return order_of(table=self.number, seq=self.seq, place=0)

    def feed(self, lines: Sequence[EventLine]) -> None:
        """The next events."""
        self.counts.events += len(lines)
        for line in lines:
            body = line.body.encode()
            self._chain(line, body)
            self.at_ms = line.at_ms
            try:
                event = _decoded(line.kind, line.version, body)
            except SabotError as error:
                self.wrong(Check.WHOLE, line.kind, expected="a readable event", found=error)
                self._spoil()
                continue
            before = self.round
            self._judge(event)
            after = self.round
            if line.round_id != ("" if after is None else after.round_id):
                self._check_round_id(line, before)

    def _judge(self, event: e.Event) -> None:
        try:
            HANDLERS.get(type(event), _only_counted)(self, event)
        except Misplaced:
            pass
        except IMPOSSIBLE as error:
            found = error if isinstance(error, SabotError) else repr(error)
            kind = type(event).__name__
            self.wrong(Check.I11, kind, expected="what the rules allow", found=found)
            self._spoil()

    def _spoil(self) -> None:
        if self.round is not None:
            self.round.spoiled = True

    def _chain(self, line: EventLine, body: bytes) -> None:
        """I9: the next number, no older epoch, and the hash over everything before."""
        seq, before = line.seq, self.seq
        self.seq = seq
        if seq != before + 1:
            self.wrong(Check.I9, "seq", expected=before + 1, found=seq)
        if line.epoch != self.epoch:
            if line.epoch < self.epoch:
                self.wrong(Check.I9, "epoch", expected=f"at least {self.epoch}", found=line.epoch)
            self.epoch = line.epoch
        # Written from docs/export.md, not taken from the server's own code.
        header = f"{seq}:{line.kind}:{line.version}:{len(body)}:".encode()
        self.hash = made = sha256(self.hash + header + body).digest()
        if line.hash != made.hex():
            self.wrong(Check.I9, f"hash of {line.kind}", expected=made.hex(), found=line.hash)
            # The next events were chained to the recorded hash.
            self.hash = _bytes(line.hash) or made

    def _check_round_id(self, line: EventLine, before: Round | None) -> None:
        """An event carries the round it belongs to; a round that ends carries it or none."""
        after = self.round
        if before is None or after is not None or line.round_id != before.round_id:
            expected = "" if after is None else after.round_id
            self.wrong(Check.I7, "round_id of the event", expected=expected, found=line.round_id)

    # --- what the parts need ----------------------------------------------------------------------

    def in_stage(self, *stages: Stage, check: Check = Check.I11) -> Round:
        """The round, which must be at one of these stages and not stand still."""
        current = self.round
        if current is not None and current.stage in stages and not self.paused:
            return current
        names = " or ".join(stage.name.lower() for stage in stages)
        self.wrong(check, "the phase", expected=names, found=self.phase_name)
        raise Misplaced

    @property
    def phase_name(self) -> str:
        """Where the table is, in a word."""
        if self.paused:
            return "paused"
        return "no round" if self.round is None else self.round.stage.name.lower()

    @property
    def settings(self) -> AnyConfig:
        """The settings in force."""
        current = self.round
        if current is not None and current.stage is not Stage.OVER:
            return current.config
        if self.config is None:
            self.wrong(Check.I11, "the settings", expected="a configured table", found="none yet")
            raise Misplaced
        return self.config

    @property
    def rules_of_game(self) -> AnyGame:
        """The game that is played here."""
        assert self.game is not None, "a table is configured before anything is played"
        return self.game

    def seats_of(self, player: str) -> frozenset[int]:
        """Where a player sits."""
        return frozenset(seat for seat, players in self.seats.items() if player in players)


@dataclass(slots=True)
class Counts:
    """How much was checked."""

    bets: int = 0
    cancelled: int = 0
    cards: int = 0
    decisions: int = 0
    disclosed: int = 0
    events: int = 0
    judged: int = 0
    payouts: int = 0
    rounds: int = 0
    staff: int = 0


_TODAYS: Mapping[tuple[str, int], Callable[[bytes], e.Event]] = {
    (name, codec.version_of(name)): msgspec.json.Decoder(kind).decode
    for name, kind in codec.KINDS.items()
}


def _decoded(kind: str, version: int, body: bytes) -> e.Event:
    """An event as today's code knows it; the codec upcasts versions before today's."""
    todays = _TODAYS.get((kind, version))
    if todays is None:
        return codec.decode(kind, version, body)
    try:
        return todays(body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed("event/unreadable", kind=kind, reason=str(error)) from None


def _bytes(digits: str) -> bytes | None:
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return None


def looked_at(counts: Counts) -> Mapping[Check, int]:
    """The counts of one table, check by check."""
    return {
        Check.I6: counts.payouts,
        Check.I8: counts.bets + counts.cards,
        Check.I9: counts.events,
        Check.I11: counts.decisions,
        Check.I12: counts.cards,
        Check.I13: counts.judged,
        Check.I14: counts.staff,
        Check.I15: counts.cancelled,
        Check.P15: counts.rounds,
        Check.FAIR: counts.disclosed,
    }
