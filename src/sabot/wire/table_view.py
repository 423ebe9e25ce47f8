"""A table on the wire: what all clients of one audience see, and what only one player sees.

A view is complete. An update names the fields that changed, each with its complete new value. So a
client that has a view and applies every update since has the current view, only by replacing
fields. An update also says what happened in between, for motion and sound.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from sabot.table.views import HandShown, QuestionShown, SpotShown
from sabot.wire.studio import StudioView


class Status(StrEnum):
    """What the bar in the middle of the screen says (F67–F78)."""

    CLOSED_TABLE = "closed_table"
    WAITING = "waiting"  # for cards, for a dealer, or for a first bet
    PLACE_YOUR_BETS = "place_your_bets"
    LAST_BETS = "last_bets"
    BETS_CLOSED = "bets_closed"
    DEALING = "dealing"
    INSURANCE = "insurance"
    DECISION = "decision"
    DEALER = "dealer"
    RESULT = "result"
    PAUSED = "paused"
    CANCELLED = "cancelled"


class YourStatus(StrEnum):
    """The same bar, for what concerns you alone."""

    NONE = "none"
    BETS_ACCEPTED = "bets_accepted"
    SOME_NOT_ACCEPTED = "some_bets_not_accepted"
    BETS_REJECTED = "bets_rejected"
    WAIT_FOR_NEXT_ROUND = "wait_for_next_round"
    INSUFFICIENT_BALANCE = "insufficient_balance"
    WON = "won"  # more came back than was staked
    RETURNED = "returned"  # something came back, and no more than was staked
    LOST = "lost"
    REFUNDED = "refunded"


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """The running clock: `left_ms` is as of sending, and the server's clock decides."""

    opened_at: int  # the seq that opened it
    length_ms: int
    left_ms: int


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player at the table, by nickname; ids are sent to their owners only."""

    nickname: str
    bot: bool = False
    medal: int = 0  # rounds won in a row at this seat (F157)
    chosen: str = ""  # the last decision at this seat (F150, F168)


class LaidBet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A bet that other players may see, at tables with seats (F126, F129)."""

    seat: int
    nickname: str
    kind: str
    stake: int


class Bead(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, array_like=True):
    """One result on the Bead Plate: letter, winning total, pairs (`p`, `b`, `pb`)."""

    letter: str
    total: int | None = None
    pairs: str = ""


class RoadCell(msgspec.Struct, frozen=True, array_like=True):
    """A cell of the Big Road."""

    row: int
    column: int
    letter: str | None
    ties: int = 0
    pairs: str = ""


class DerivedCell(msgspec.Struct, frozen=True, array_like=True):
    """A cell of a derived road: `R` repeats, `B` breaks."""

    row: int
    column: int
    colour: str


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What the three derived roads would get after this result (F200, F201)."""

    big_eye: str | None
    small: str | None
    cockroach: str | None


class GoodRoadShown(msgspec.Struct, frozen=True, kw_only=True):
    """A pattern that holds; it does not change the odds."""

    pattern: str
    side: str
    depth: int


class Scorecard(msgspec.Struct, frozen=True, kw_only=True):
    """The roads of one shoe, their predictions, patterns and counts."""

    shoe_id: str
    beads: tuple[Bead, ...]
    big_road: tuple[RoadCell, ...]
    big_eye: tuple[DerivedCell, ...]
    small: tuple[DerivedCell, ...]
    cockroach: tuple[DerivedCell, ...]
    ask_player: Asked
    ask_banker: Asked
    good_roads: tuple[GoodRoadShown, ...]
    counts: Mapping[str, int]
    streak: int
    derived_streak: int


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A whole table for one audience; every field is always present."""

    table: str
    name: str
    game: str
    variant: str
    status: Status
    phase: str
    round: str | None
    round_of_shoe: int
    bets_for: str | None  # what chips must name now; null when no chip can be placed
    window: Window | None
    hands: tuple[HandShown, ...]
    outcome: Mapping[str, str | int | bool]
    question: QuestionShown | None
    spots: tuple[SpotShown, ...]
    bets: tuple[LaidBet, ...]
    seats: Mapping[int, tuple[Person, ...]]
    closed_kinds: tuple[str, ...]  # kinds that take no bet in this round
    shoe: str | None
    commitment: str | None
    cards_left: int
    last_hand: bool
    because: str | None  # why the table is paused or the round was cancelled
    scorecard: Scorecard | None
    instruction: tuple[str, ...]  # what the dealer must do next; empty for players
    studio: StudioView | None  # what only staff see; null for players


class Chip(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Chips on one spot that are not a bet yet, and what is wrong with them (F51, F52, F72)."""

    kind: str
    stake: int
    seat: int | None = None
    golden: bool = False
    counts: int = 0  # how much would be taken if betting closed now
    note: str = ""  # why not all of it; empty when all would be taken


class OwnBet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of your bets in this round, with its result."""

    id: str
    kind: str
    stake: int
    seat: int | None = None
    hand: int = 0
    golden: bool = False
    parent: str | None = None
    result: str = ""
    paid: int = 0
    why: tuple[str, ...] = ()


class NotTaken(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Chips of yours that did not become a bet, and why."""

    kind: str
    stake: int
    reason: str
    seat: int | None = None


class You(msgspec.Struct, frozen=True, kw_only=True):
    """Everything at one table that is yours alone, always in full."""

    table: str
    round: str | None
    status: YourStatus
    mode: str | None
    chips: tuple[Chip, ...]
    undo: int  # how many steps Undo can take back
    can_rebet: bool
    wants_deal: bool
    confirming: bool
    seats: tuple[int, ...]
    bets: tuple[OwnBet, ...]
    not_taken: tuple[NotTaken, ...]
    staked: int
    paid: int | None  # once the round is over
    ask: tuple[str, ...]  # your bets that the open question waits for
    you_decide: bool  # the open question is put to your seat
    allowed: int | None = None  # what your own limits leave here; null if your money ends first
