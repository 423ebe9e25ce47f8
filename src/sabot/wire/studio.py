"""What the studio sees of its tables: the dealer's instruction, shoe, incidents, alarms, the wall.

Every value is built for staff only. `StudioView` is part of a staff member's view of a table and
is null for players and auditors of the public; `StaffWall` is every table at a glance. Times are
the house's wall clock in milliseconds, labels that decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from sabot.table.views import HandShown


class Duty(StrEnum):
    """What the dealer does now: the largest text of the console and the prompter."""

    LOAD = "load"  # no shoe, or one that may not be dealt from: wait for the shoe desk
    BURN = "burn"  # read the first card of a new shoe
    SIGN_ON = "sign_on"  # no dealer has signed on to this table
    OPEN = "open"  # open betting
    LAY = "lay"  # lay the cards face down while betting is open
    DECIDE = "decide"  # wait for the players' decisions
    WAIT = "wait"  # wait for wallets, the first bet, the next round
    DEAL = "deal"  # read a card at one of `positions`, the first one next
    REVEAL = "reveal"  # turn the cards at `positions`
    ANNOUNCE = "announce"  # say the result, clear the cards
    COLLECT = "collect"  # the round was cancelled: take the cards away
    MANAGER = "manager"  # the table stands still: wait for the shift manager
    OFF = "off"  # the table is switched off


class Instruction(msgspec.Struct, frozen=True, kw_only=True):
    """One instruction, where, and why. `why` is a code with `facts` that the screens translate.

    With several positions and one scanner the first is binding; with a scanner for each position
    all of them are due.
    """

    act: Duty
    positions: tuple[str, ...] = ()
    why: str = ""  # e.g. `baccarat/player_draws`, `shoe/burn_due`, `decision/hit`
    facts: Mapping[str, str | int | bool] = {}


class DealerShown(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer in charge of a table."""

    name: str
    actor: str
    console: str
    since_ms: int
    handing_over: bool


class ShoeAtTable(msgspec.Struct, frozen=True, kw_only=True):
    """The cards on the table, as staff see them."""

    shoe: str
    live: bool
    sets: tuple[str, ...]
    cards: int
    cards_left: int
    cut_card_from_end: int
    to_cut: int  # cards until the cut card is due; 0 when it is out or due
    last_hand: bool
    rounds: int
    loaded_at_ms: int
    change_due_ms: int  # when the cards are too old (F95)
    dropped: int
    burned: str | None
    burn_due: bool  # F99: this table burns, and the shoe has not begun
    retired: str | None  # the code of the reason


class ReadShown(msgspec.Struct, frozen=True, kw_only=True):
    """A card that was read in this round; a hidden one has neither card nor code (P13)."""

    position: str
    card: str | None
    code: str | None
    at_ms: int
    by: str
    manual: bool
    corrected: bool = False


class EffectShown(msgspec.Struct, frozen=True, kw_only=True):
    """What a confirmed proposal would lead to, from what staff may see."""

    hands: tuple[HandShown, ...]
    next: tuple[str, ...]
    result_known: bool


class ProposalShown(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal about cards that waits for a second person.

    A move names two positions and no card. `effect` are the totals and the next positions with the
    proposal applied, or null when the round makes no sense with it (`impossible` says why).
    """

    kind: str  # `card` or `move`
    position: str
    second: str | None
    was: str | None  # the card there now; null when hidden
    code: str | None
    card: str | None
    manual: bool
    by: str
    actor: str
    at_ms: int
    copies_seen: int | None  # how many of this card have been seen, of `copies`
    copies: int
    effect: EffectShown | None
    impossible: str | None


class CancelShown(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal to cancel the round, which a second person decides."""

    by: str
    actor: str
    reason: str
    public: str


class IncidentShown(msgspec.Struct, frozen=True, kw_only=True):
    """Something that should not have happened, open until a manager has closed it."""

    incident: int
    kind: str
    position: str
    first: str  # where a repeated code had been read before
    detail: str
    by: str
    at_ms: int
    round: str | None
    open: bool
    seen_by: str | None
    closed_by: str | None
    closed_because: str | None


class CallShown(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer called the manager."""

    alarm: str
    reason: str
    by: str
    at_ms: int
    seen_by: str | None


class Priority(StrEnum):
    """1 needs a person now, 2 soon, 3 before long."""

    NOW = "1"
    SOON = "2"
    LATER = "3"


class AlarmShown(msgspec.Struct, frozen=True, kw_only=True):
    """Something that needs a person to act. One cause has one alarm."""

    alarm: str  # its id at this table, for Acknowledge and PutOff
    table: str
    kind: str  # e.g. `studio_silent`, `paused`, `malfunction`, `correction_waits`, `call`
    priority: Priority
    since_ms: int
    deadline_ms: int | None
    facts: Mapping[str, str | int | bool]
    seen_by: str | None
    seen_at_ms: int | None
    until_ms: int | None  # put off until then


class AlarmLine(msgspec.Struct, frozen=True, kw_only=True):
    """An alarm in the history of the floor, standing or over."""

    alarm: str
    table: str
    kind: str
    priority: Priority
    facts: Mapping[str, str | int | bool]  # as they were when it began
    began_ms: int
    seen_by: str | None
    seen_at_ms: int | None
    ended_ms: int | None = None  # null while it stands


class ManagerShown(msgspec.Struct, frozen=True, kw_only=True):
    """A shift manager who has a table open at the desk now."""

    name: str
    actor: str


class ReliefShown(msgspec.Struct, frozen=True, kw_only=True):
    """The planned change of dealer: the next dealer, the time, and the manager who planned it."""

    name: str
    actor: str
    at_ms: int
    by: str


class StudioView(msgspec.Struct, frozen=True, kw_only=True):
    """What staff see of a table beyond what players see."""

    live: bool
    instruction: Instruction
    dealer: DealerShown | None
    shoe: ShoeAtTable | None
    reads: tuple[ReadShown, ...]
    proposal: ProposalShown | None
    cancel: CancelShown | None
    incidents: tuple[IncidentShown, ...]  # open ones, and the newest closed ones
    call: CallShown | None
    paused_since_ms: int | None
    paused_words: str | None  # what a colleague wrote; players read `because`
    video: bool  # whether the picture of the table is available
    scanner: bool  # what the console in charge said of its scanner in the last heartbeat
    players: int
    staked: int  # cents of accepted bets in this round
    greet: tuple[str, ...]  # names of players that came lately, for the dealer
    round_started_ms: int | None
    relief: ReliefShown | None = None


class WallTable(msgspec.Struct, frozen=True, kw_only=True):
    """One table on the shift manager's wall."""

    table: str
    name: str
    game: str
    variant: str
    live: bool
    phase: str
    round: str | None
    round_of_shoe: int
    left_ms: int | None
    length_ms: int | None
    players: int
    watching: int
    staked: int
    dealer: str | None
    dealer_since_ms: int | None
    studio_silent_ms: int | None  # live tables: since the last word of the studio
    studio_deadline_ms: int | None  # when the round would be cancelled (P5)
    cards_left: int
    cards: int
    to_cut: int
    change_due_ms: int | None
    shoe: str | None
    last_hand: bool
    because: str | None
    paused_since_ms: int | None
    out_of_order: str | None
    proposal: bool
    alarms: tuple[AlarmShown, ...]
    relief: ReliefShown | None = None
    managers: tuple[ManagerShown, ...] = ()


class LineShown(msgspec.Struct, frozen=True, kw_only=True):
    """Refund preview: what one kind of bet would give back."""

    kind: str
    players: int
    bets: int
    cents: int


class RefundPreview(msgspec.Struct, frozen=True, kw_only=True):
    """What a cancel would give back now, computed by the server (F244)."""

    table: str
    round: str
    players: int
    bets: int
    cents: int
    golden: int  # golden chips that come back, and their value
    golden_cents: int
    by_kind: tuple[LineShown, ...]
    by_operator: Mapping[str, int]  # operator, or `house` → cents
    can_cancel: bool
    why_not: str | None
    needs_two: bool
    currency: str
