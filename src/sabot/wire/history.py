"""History: the rounds of a day, a round with the player's own bets, its replay, a shoe's proof."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.table.views import HandShown
from sabot.wire.messages import Snapshot, Update
from sabot.wire.strict import Body
from sabot.wire.table_info import TableInfo
from sabot.wire.table_view import NotTaken, Scorecard, You


class RoundLine(Body, frozen=True):
    """A round in a list: stakes in cash and golden chips, and what came back."""

    round: str
    table: str
    status: str  # open, settled, cancelled, annulled: settled, and void after all
    ended_at_ms: int | None
    bets: int
    staked: int
    golden: int
    returned: int | None  # once it is over


class HistoryDay(Body, frozen=True):
    """The rounds that ended on one day (UTC), newest first."""

    day: str
    rounds: tuple[RoundLine, ...]


class History(Body, frozen=True):
    """A page of the history; `next` is where the older page begins."""

    days: tuple[HistoryDay, ...]
    open: tuple[RoundLine, ...]
    next: str | None


class ChipsLine(Body, frozen=True):
    """Golden chips of one grant; no games mean all of them."""

    count: int
    value: int
    games: tuple[str, ...]
    tables: tuple[str, ...]
    expires_at_ms: int


class AccountLine(Body, frozen=True):
    """Money or golden chips that moved outside rounds, because staff decided it or they expired.

    `kind`: `credit`, `chips_granted`, `chips_expired`, `payment_expired`, `payment_restored`,
    `annulment` (the amount that a round brought is below zero), `chips_returned`.
    """

    kind: str
    at_ms: int
    amount: int
    round: str | None  # what it was for
    chips: ChipsLine | None


class AccountHistory(Body, frozen=True):
    """The entries of the last 90 days, newest first. Sums of stakes and wins leave them out."""

    entries: tuple[AccountLine, ...]


class Because(Body, frozen=True):
    """A fact that explains a result; the client has the text for its code."""

    code: str
    data: Mapping[str, str | int]


class CardLine(Body, frozen=True):
    """A card in the order it was dealt; null when it was never shown to you.

    `number` is its place in the shoe, counted from one.
    """

    position: str
    number: int
    card: str | None
    at_ms: int


class DecisionLine(Body, frozen=True):
    """A decision and what took it: `player`, `default` or `auto_stand` (F140, F168, F249)."""

    at_ms: int
    topic: str
    option: str
    by: str
    seat: int | None
    hand: int
    own: bool
    bet: str | None


class SettledLine(Body, frozen=True):
    """One line of a payout: its label in the pay table, its odds, and its cents."""

    label: str
    odds: str | None
    amount: int
    because: Because


class BetLine(Body, frozen=True):
    """One of your bets and its result."""

    id: str
    kind: str
    stake: int
    seat: int | None
    hand: int
    golden: bool
    parent: str | None
    result: str  # empty while the round is open
    paid: int
    chip_returned: bool
    lines: tuple[SettledLine, ...]


class Annulled(Body, frozen=True):
    """A settled round was void: what came back, below zero what was taken, `chips` included apart.

    `theirs` is what the round brought a player of an operator, who decides about it.
    """

    at_ms: int
    amount: int
    chips: int
    theirs: int


class RoundTold(Body, frozen=True):
    """A round: information about the game, and your own part in it (F237)."""

    round: str
    table: str
    name: str
    game: str
    variant: str
    version: int  # of the table's settings
    live: bool  # dealt by a person; otherwise a virtual dealer
    shoe: str | None
    commitment: str | None
    round_of_shoe: int
    status: str  # open, settled, cancelled, lapsed
    because: str | None
    opened_at_ms: int
    closed_at_ms: int | None
    ended_at_ms: int | None
    hands: tuple[HandShown, ...]
    outcome: Mapping[str, str | int | bool]
    story: tuple[Because, ...]  # how the round came to its result; empty unless it was settled
    cards: tuple[CardLine, ...]
    decisions: tuple[DecisionLine, ...]
    bets: tuple[BetLine, ...]
    not_taken: tuple[NotTaken, ...]
    staked: int
    paid: int | None
    annulled: Annulled | None  # the settlement is told all the same


class Frame(Body, frozen=True):
    """One update, `at_ms` milliseconds after the round opened, with your own part at that time."""

    at_ms: int
    update: Update
    you: You | None


class Replay(Body, frozen=True):
    """A round as it was shown: a view, and the updates that followed it (F245, F246)."""

    round: str
    table: str
    info: TableInfo  # the table as it was set up then
    snapshot: Snapshot
    frames: tuple[Frame, ...]


class Scorecards(Body, frozen=True):
    """Roads of this shoe, the last and the last but one (F203); fewer at a young table."""

    table: str
    shoes: tuple[Scorecard, ...]


class ShoeProof(Body, frozen=True):
    """The promise of a virtual shoe, and its order once the shoe is disclosed."""

    shoe: str
    table: str
    live: bool
    loaded_at_ms: int
    commitment: str | None
    disclosed: bool
    cards: str | None
    salt: str | None
    check: str  # how to check it
