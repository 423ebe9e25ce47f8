"""HTTP bodies of the shoe desk, and of the devices of the studio."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from sabot.wire.strict import NO_NUL, Body, Id, Words
from sabot.wire.studio import ShoeAtTable

SetId = Annotated[str, Meta(min_length=1, max_length=12, pattern=r"^[A-Za-z0-9][A-Za-z0-9-]*$")]
Code = Annotated[str, Meta(min_length=1, max_length=64, pattern=NO_NUL)]
TableId = Annotated[str, Meta(min_length=1, max_length=64, pattern=NO_NUL)]
Because = Annotated[str, Meta(min_length=1, max_length=200, pattern=NO_NUL)]


# --- sets of cards --------------------------------------------------------------------------------


class PrepareSet(Body, frozen=True):
    """A new set. `passport` is a printer's list as text; without it we number test cards."""

    id: Id
    set: SetId
    decks: Annotated[int, Meta(ge=1, le=8)]
    reason: Words
    passport: Annotated[str, Meta(max_length=50_000, pattern=NO_NUL)] | None = None


class CountSet(Body, frozen=True):
    """A count by a second person: every code that was read, or how many of each card there are."""

    id: Id
    reason: Words
    scans: Annotated[tuple[Code, ...], Meta(max_length=1_000)] | None = None
    cards: dict[str, Annotated[int, Meta(ge=0, le=1_000)]] | None = None


class ShuffleSet(Body, frozen=True):
    """A shuffle: on a side table, at a table, or by a machine; `table` if it is done for one."""

    id: Id
    reason: Words
    where: Literal["side_table", "table", "machine"]
    table: TableId | None = None


class SealSet(Body, frozen=True):
    """A seal, with the number that is printed on it."""

    id: Id
    reason: Words
    seal: Annotated[str, Meta(min_length=1, max_length=64, pattern=NO_NUL)]


class TakeSetAway(Body, frozen=True):
    """The set leaves its table, which does not deal from it any more."""

    id: Id
    reason: Words


class RetireSet(Body, frozen=True):
    """The set is never loaded again."""

    id: Id
    reason: Words


class SetStep(Body, frozen=True):
    """What was done to a set, and by whom. `missing` and `extra` are what a wrong count found."""

    number: int
    deed: str
    actor: str
    by: str  # the actor's name, as colleagues know it
    reason: str
    at_ms: int
    before: str | None
    after: str
    by_scan: bool
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    where: str | None
    seal: str
    table: str
    shoe: str


class CardSetShown(Body, frozen=True):
    """A set as it stands; `table` is where its cards lie now.

    `ready_at` is the one table where it may be loaded without a seal, and `ready` says that it may
    be loaded at every table.
    """

    set: str
    decks: int
    stage: str
    test: bool
    ready: bool
    ready_at: str | None
    table: str | None
    prepared_by: str
    steps: tuple[SetStep, ...]


class TableNeed(Body, frozen=True):
    """A live table: which cards it takes, and which it has.

    `cut_card` is how many cards usually lie behind the cut card; a person may put it between
    `cut_card_least` and `cut_card_most`. Without `passports` any cards may be loaded.
    """

    table: str
    name: str
    variant: str
    decks: int
    cut_card: int
    cut_card_least: int
    cut_card_most: int
    burn: bool
    passports: bool
    shoe: ShoeAtTable | None


class CardSets(Body, frozen=True):
    """Every set, those in doubt apart, what the live tables need, and the reasons of a change."""

    sets: tuple[CardSetShown, ...]
    in_doubt: tuple[str, ...]
    tables: tuple[TableNeed, ...]
    change_reasons: tuple[str, ...]


class CardSetOpened(Body, frozen=True):
    """One set with its passport: the code of each card."""

    card_set: CardSetShown
    passport: tuple[str, ...]


# --- devices --------------------------------------------------------------------------------------


class AddDevice(Body, frozen=True):
    """Let a device in at one table; `position` is for a scanner that reads one position alone."""

    table: TableId
    device: Literal["scanner", "console", "camera"]
    reason: Because
    position: Annotated[str, Meta(max_length=32, pattern=NO_NUL)] = ""


class RemoveDevice(Body, frozen=True):
    """Keep a device out for good."""

    reason: Because


class DeviceShown(Body, frozen=True):
    """A device that may sign in."""

    name: str
    table: str
    device: str
    position: str
    added_at_ms: int


class DeviceAdded(Body, frozen=True):
    """A new device, with its token, which is told here and never again."""

    device: DeviceShown
    token: str


class Devices(Body, frozen=True):
    """Every device that may sign in."""

    devices: tuple[DeviceShown, ...]
