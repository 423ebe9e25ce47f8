"""Sets of cards: how far a set has come, and which step may follow.

Owns the life of a set: prepared, counted, shuffled, sealed, at a table, returned, retired. Pure: a
step is decided here and becomes an act of the office elsewhere (`set_desk.py`). Each step names its
actor, its reason, and the stage before and after it (I14). The person who counts is not the person
who prepared.

A set that has been at a table may be shuffled there and loaded again at once, so that a table with
one deck never waits for the shoe desk. Anywhere else it is counted first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from sabot.cards import Card
from sabot.errors import Refused
from sabot.service.studio.passports import SHOWN_MAX, checked_passport, composition
from sabot.service.studio.refusals import SetRefusal
from sabot.table.staff import card_sets as tables
from sabot.table.staff.refusals import ShoeRefusal


class Stage(StrEnum):
    """How far a set has come."""

    PREPARED = "prepared"
    COUNTED = "counted"
    SHUFFLED = "shuffled"
    SEALED = "sealed"
    AT_TABLE = "at_table"
    RETURNED = "returned"  # it was at a table, and was taken away on record (F270)
    RETIRED = "retired"


class Where(StrEnum):
    """Where a set was shuffled (F94)."""

    SIDE_TABLE = "side_table"
    TABLE = "table"
    MACHINE = "machine"


class StepBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the act of a step says besides its actor, reason and time.

    `cmd` and `wish` are the id of the request and a digest of what it asked for. `missing` and
    `extra` are what a wrong count found: codes, or cards where no codes were read.
    """

    number: int
    after: Stage
    before: Stage | None = None
    cmd: str = ""
    wish: str = ""
    decks: int = 0
    codes: tuple[str, ...] = ()
    test: bool = False
    by_scan: bool = False
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    where: Where | None = None
    seal: str = ""
    table: str = ""
    shoe: str = ""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a set; `deed` is the stage it was meant to lead to."""

    deed: Stage
    actor: str
    reason: str
    at_ms: int
    body: StepBody


class CardSet(msgspec.Struct, frozen=True, kw_only=True):
    """A set of cards, as its steps have left it.

    `table` is where it is, or where it was shuffled for or was last.
    """

    set_id: str
    decks: int = 0
    codes: tuple[str, ...] = ()
    passport: frozenset[str] = frozenset()
    test: bool = False
    stage: Stage = Stage.PREPARED
    table: str = ""
    steps: tuple[Step, ...] = ()

    @property
    def prepared_by(self) -> str:
        """The person who prepared it."""
        return self.steps[0].actor

    @property
    def next_number(self) -> int:
        """The number of its next step."""
        return len(self.steps) + 1


# --- how it goes on -------------------------------------------------------------------------------


def evolve(before: CardSet, step: Step) -> CardSet:
    """The set after a step that was decided."""
    body = step.body
    after = replace(before, stage=body.after, steps=(*before.steps, step))
    match step.deed:
        case Stage.PREPARED:
            passport = frozenset(body.codes)
            return replace(
                after, decks=body.decks, codes=body.codes, passport=passport, test=body.test
            )
        case Stage.SHUFFLED | Stage.AT_TABLE:
            return replace(after, table=body.table)
        case _:
            return after


def prepare(set_id: str, decks: int, codes: Sequence[str], *, test: bool) -> StepBody:
    """Register a set with its passport."""
    passport = checked_passport(set_id, decks, codes)
    return StepBody(number=1, after=Stage.PREPARED, decks=decks, codes=passport, test=test)


def count(
    known: CardSet, actor: str, *, scans: Sequence[str] | None, cards: Mapping[str, int] | None
) -> StepBody:
    """Compare a count with the passport; one that differs is on record too, and opens nothing.

    Either every card was read by a scanner, or the 13 ranks of the 4 suits were counted by hand.
    """
    _check_stage(known, Stage.PREPARED, Stage.COUNTED, Stage.RETURNED)
    if actor == known.prepared_by:
        raise Refused(SetRefusal.SAME_PERSON, set=known.set_id)
    if (scans is None) == (cards is None):
        raise Refused(SetRefusal.COUNT_ONE_WAY, set=known.set_id)
    if scans is not None:
        expected, found = Counter(known.passport), Counter(scans)
    else:
        expected, found = _named(composition(known.passport)), Counter(_counted(cards or {}))
    missing, extra = expected - found, found - expected
    fits = not missing and not extra
    return _next(
        known,
        Stage.COUNTED if fits else Stage.PREPARED,
        by_scan=scans is not None,
        missing=tuple(sorted(missing.elements())[:SHOWN_MAX]),
        extra=tuple(code[:64] for code in sorted(extra.elements())[:SHOWN_MAX]),
    )


def _named(cards: Counter[Card]) -> Counter[str]:
    return Counter({str(card): number for card, number in cards.items()})


def _counted(cards: Mapping[str, int]) -> dict[str, int]:
    return {str(Card.parse(name)): number for name, number in cards.items()}


def shuffle(known: CardSet, where: Where, table: str) -> StepBody:
    """Shuffle a set; at a table it may be loaded there without a seal."""
    if (where is Where.TABLE) and not table:
        raise Refused(SetRefusal.WHICH_TABLE, set=known.set_id)
    again = known.stage is Stage.RETURNED and bool(table) and table == known.table
    if not again:
        _check_stage(known, Stage.COUNTED, Stage.SHUFFLED, Stage.SEALED)
    place = "" if where is Where.SIDE_TABLE else table
    return _next(known, Stage.SHUFFLED, where=where, table=place)


def seal(known: CardSet, number: str) -> StepBody:
    """Seal a shuffled set, so that it may be carried to any table."""
    _check_stage(known, Stage.SHUFFLED)
    return _next(known, Stage.SEALED, seal=number)


def retire(known: CardSet) -> StepBody:
    """Never load it again. At a table, the round in play is finished with it."""
    if known.stage is Stage.RETIRED:
        raise Refused(ShoeRefusal.SET_RETIRED, set=known.set_id)
    return _next(known, Stage.RETIRED, table=known.table)


# --- at a table -----------------------------------------------------------------------------------


def as_table_sees(known: CardSet) -> tables.CardSet:
    """What a table needs to know: whether it may be loaded, and where alone."""
    lying = lies_at(known)
    match known.stage:
        case Stage.RETIRED:
            standing = tables.Standing.RETIRED
        case Stage.SEALED:
            standing = tables.Standing.READY
        case Stage.SHUFFLED if known.table:  # at a table, without a seal: it may not leave it
            standing, lying = tables.Standing.READY, known.table
        case _:
            standing = tables.Standing.NOT_READY
    return tables.CardSet(
        set_id=known.set_id,
        decks=known.decks,
        codes=known.passport,
        standing=standing,
        table=lying,
    )


def take(known: CardSet, table: str, shoe: str) -> StepBody:
    """The set is part of the shoe that is loaded at a table."""
    unsealed = known.stage is Stage.SHUFFLED and known.table == table
    if known.stage is not Stage.SEALED and not unsealed:
        raise Refused(ShoeRefusal.SET_NOT_READY, set_id=known.set_id, stage=known.stage.value)
    return _next(known, Stage.AT_TABLE, table=table, shoe=shoe)


def give_back(known: CardSet, table: str, shoe: str = "") -> StepBody:
    """This set leaves its table, on record: other cards have come (F270), or it is taken away."""
    after = known.stage if known.stage is Stage.RETIRED else Stage.RETURNED
    return _next(known, after, table=table, shoe=shoe)


def lies_at(known: CardSet) -> str:
    """The table where the cards of a set lie, also of a retired set; empty elsewhere."""
    moves = [step for step in known.steps if step.deed in {Stage.AT_TABLE, Stage.RETURNED}]
    there = bool(moves) and moves[-1].deed is Stage.AT_TABLE
    return moves[-1].body.table if there else ""


def _next(known: CardSet, after: Stage, **more: object) -> StepBody:
    body = StepBody(number=known.next_number, before=known.stage, after=after)
    return replace(body, **more)


def _check_stage(known: CardSet, *stages: Stage) -> None:
    if known.stage not in stages:
        raise Refused(SetRefusal.STAGE, set=known.set_id, stage=known.stage.value)
