"""What happened at a table: the record from which everything else can be rebuilt.

Events are facts in the past tense. They carry durations and never the time of day; money follows
from them (`BetsAccepted` takes stakes, `RoundSettled` pays, `RoundCancelled` gives back). Old ones
are read for ever: a changed shape gets a new version in `codec.py`, never a rewritten row.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sabot.gamekit import Bet
from sabot.table.staff.events import (
    AlarmPutOff,
    AlarmSeen,
    CardsMoved,
    CorrectionDeclined,
    CorrectionWithdrawn,
    DealerSignedOff,
    DealerSignedOn,
    Event,
    HandOverOffered,
    IncidentClosed,
    MoveProposed,
    ReliefDropped,
    ReliefPlanned,
    VideoBack,
    VideoLost,
)

__all__ = [
    "AlarmPutOff",
    "AlarmSeen",
    "CardsMoved",
    "CorrectionDeclined",
    "CorrectionWithdrawn",
    "DealerSignedOff",
    "DealerSignedOn",
    "Event",
    "HandOverOffered",
    "IncidentClosed",
    "MoveProposed",
    "ReliefDropped",
    "ReliefPlanned",
    "VideoBack",
    "VideoLost",
]


class By(StrEnum):
    """What took a decision: the player, the default or auto stand (F140, F168, F249)."""

    PLAYER = "player"
    DEFAULT = "default"
    AUTO_STAND = "auto_stand"


class Rejected(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A chip that did not become a bet, and why (F72)."""

    player: str
    kind: str
    stake: int
    reason: str
    seat: int | None = None


class Paid(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one bet brought back, and the labels that say why."""

    bet: str
    result: str
    amount: int
    why: tuple[str, ...]
    chip_returned: bool = False


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What a commitment was made of: the SHA-256 of `salt:code` is the commitment."""

    code: str
    salt: str

    @property
    def card(self) -> str:
        """The card that the code names: `shoe:serial:card`."""
        return self.code.rpartition(":")[2]


# --- the table ------------------------------------------------------------------------------------


class TableConfigured(Event, frozen=True):
    """A version of the table's settings, whole; it counts from the next round on."""

    version: int
    config: str
    actor: str
    reason: str


class TableSwitchedOff(Event, frozen=True):
    """No further round is opened."""

    actor: str
    reason: str


class TableSwitchedOn(Event, frozen=True):
    """Rounds may be opened again."""

    actor: str
    reason: str


class SideBetsSwitched(Event, frozen=True):
    """The shift manager turned kinds of bet off or on again (F59)."""

    actor: str
    kinds: tuple[str, ...]
    off: bool
    reason: str


class SeatTaken(Event, frozen=True):
    """A player sat down."""

    player: str
    seat: int


class SeatLeft(Event, frozen=True):
    """A player stood up, or the house freed the seat after this many missed rounds (F46)."""

    player: str
    seat: int
    missed: int = 0


# --- the shoe -------------------------------------------------------------------------------------


class ShoeLoaded(Event, frozen=True):
    """New cards; the commitment fixes the order of a virtual shoe before the first bet."""

    shoe_id: str
    cards: int
    cut_card_from_end: int
    live: bool
    actor: str
    commitment: str | None = None
    loaded_at_ms: int = 0
    sets: tuple[str, ...] = ()
    taken_away: tuple[str, ...] = ()  # sets that left the table when these cards came (F270)


class CardsBurned(Event, frozen=True):
    """The first card was turned and as many as its value were discarded (F99)."""

    first: str
    discarded: int
    actor: str
    code: str = ""


class CardsDropped(Event, frozen=True):
    """Cards fell off the table."""

    count: int


class CardRemoved(Event, frozen=True):
    """A card was read when none was due: it left the shoe and is never dealt (P12).

    All players are told, as with the first burned card: no player knows more than another.
    """

    actor: str
    card: str
    code: str


class CutCardShown(Event, frozen=True):
    """The hand in play is the last of this shoe (F92)."""

    actor: str


class ShoeRetired(Event, frozen=True):
    """No further round may be dealt from this shoe (P15)."""

    shoe_id: str
    reason: str
    actor: str
    words: str = ""


class ShoeDisclosed(Event, frozen=True):
    """The whole order of a retired virtual shoe, to be checked against its commitment.

    `openings` are of the cards that lay face down in rounds that were cancelled.
    """

    shoe_id: str
    cards: str
    salt: str
    openings: tuple[Opening, ...] = ()


class PromiseLost(Event, frozen=True):
    """The order of a virtual shoe cannot be shown any more: no further card is dealt from it."""

    shoe_id: str
    actor: str
    reason: str


class ShoeWrittenOff(Event, frozen=True):
    """A shoe whose promise is lost was given up, in public; it will never be disclosed."""

    shoe_id: str
    actor: str
    reason: str


# --- the round ------------------------------------------------------------------------------------


class RoundOpened(Event, frozen=True):
    """Betting is open."""

    round_id: str
    round_of_shoe: int
    config_version: int


class BetsAccepted(Event, frozen=True):
    """Chips became bets before betting closed, by Confirm (F38): of all who confirmed together."""

    bets: tuple[Bet, ...]


class BettingEnded(Event, frozen=True):
    """No chip is moved any more; the verdicts follow."""


class BetsClosed(Event, frozen=True):
    """The verdicts: what was accepted at the close, and what was not (P10)."""

    accepted: tuple[Bet, ...]
    rejected: tuple[Rejected, ...]


class DealingStarted(Event, frozen=True):
    """The cards are due; from here on no bet's membership can change."""

    seats: tuple[int, ...]


class CardDealt(Event, frozen=True):
    """A card was read at a position; `code` is what the scanner read.

    A face-down card is stored sealed (`codec`): `commitment` fixes its code, and the event that
    turns it has the salt.
    """

    position: str
    card: str = ""
    code: str = ""
    face_down: bool = False
    salt: str = ""
    commitment: str = ""
    sealed: str = ""
    manual: bool = False


class CardsRevealed(Event, frozen=True):
    """Face-down cards were turned; the openings show that they are the cards that were dealt."""

    positions: tuple[str, ...]
    openings: tuple[Opening, ...] = ()


class QuestionOpened(Event, frozen=True):
    """One seat or all players are asked; the id names this window."""

    decision_id: str
    topic: str
    seat: int | None = None
    hand: int = 0


class ChoiceMade(Event, frozen=True):
    """The asked seat decided; `extras` are the further stakes this takes."""

    decision_id: str
    option: str
    by: By
    extras: tuple[Bet, ...] = ()


class AnswerGiven(Event, frozen=True):
    """A player answered a question to all players, for one of their bets."""

    decision_id: str
    bet: str
    option: str
    extras: tuple[Bet, ...] = ()


class QuestionClosed(Event, frozen=True):
    """The window of a question to all players is over."""

    decision_id: str


class RoundSettled(Event, frozen=True):
    """The result is known and every bet has its payout, all in one."""

    round_id: str
    outcome: dict[str, str | int | bool]
    payouts: tuple[Paid, ...]


class RoundCancelled(Event, frozen=True):
    """No result will come: every stake taken goes back (R17).

    `proposed_by` is the colleague who wanted it; the house, and a round without bets, need none.
    """

    round_id: str
    actor: str
    reason: str
    refunds: tuple[str, ...]
    proposed_by: str = ""
    public: str = ""


class RoundLapsed(Event, frozen=True):
    """Betting closed without a bet at a table that deals only to players (F47)."""

    round_id: str


class TableRested(Event, frozen=True):
    """The result was shown long enough; the table is free for the next round."""


# --- trouble --------------------------------------------------------------------------------------


class TablePaused(Event, frozen=True):
    """Nothing moves until the shift manager decides (F242)."""

    actor: str
    reason: str
    public: str = ""


class TableResumed(Event, frozen=True):
    """The round goes on where it stopped."""

    actor: str
    reason: str


class IncidentRecorded(Event, frozen=True):
    """Something that should not have happened: kept for the regulator, never repaired silently.

    The detail of a scan names a card that may lie face down, now or later: it is stored sealed.
    `position` is where the code was read, and `first` where a repeated one had been read before.
    An incident is named by the number of its event.
    """

    kind: str
    actor: str
    detail: str = ""
    sealed: str = ""
    position: str = ""
    first: str = ""


class CorrectionProposed(Event, frozen=True):
    """The dealer says what a position really holds (F243). A face-down card stays sealed."""

    actor: str
    position: str
    code: str = ""
    card: str = ""
    face_down: bool = False
    salt: str = ""
    commitment: str = ""
    sealed: str = ""
    manual: bool = False


class CardCorrected(Event, frozen=True):
    """The shift manager confirmed what a position holds. A face-down card stays sealed."""

    actor: str
    position: str
    code: str = ""
    card: str = ""
    face_down: bool = False
    salt: str = ""
    commitment: str = ""
    sealed: str = ""
    manual: bool = False


class CancelProposed(Event, frozen=True):
    """A member of staff says that the round cannot be played to its end (F244)."""

    actor: str
    round_id: str
    reason: str
    public: str = ""


class HiddenCardsSeen(Event, frozen=True):
    """A shift manager asked to see what lies face down (P13)."""

    actor: str
    round_id: str
    reason: str


class ManagerCalled(Event, frozen=True):
    """The dealer wants the shift manager (F241)."""

    actor: str
    reason: str


class Announced(Event, frozen=True):
    """The dealer announced a phrase of the list."""

    actor: str
    phrase: str


AnyEvent = (
    TableConfigured
    | TableSwitchedOff
    | TableSwitchedOn
    | SideBetsSwitched
    | SeatTaken
    | SeatLeft
    | ShoeLoaded
    | CardsBurned
    | CardsDropped
    | CardRemoved
    | CutCardShown
    | ShoeRetired
    | ShoeDisclosed
    | PromiseLost
    | ShoeWrittenOff
    | RoundOpened
    | BetsAccepted
    | BettingEnded
    | BetsClosed
    | DealingStarted
    | CardDealt
    | CardsRevealed
    | QuestionOpened
    | ChoiceMade
    | AnswerGiven
    | QuestionClosed
    | RoundSettled
    | RoundCancelled
    | RoundLapsed
    | TableRested
    | TablePaused
    | TableResumed
    | IncidentRecorded
    | IncidentClosed
    | AlarmSeen
    | AlarmPutOff
    | VideoLost
    | VideoBack
    | CorrectionProposed
    | MoveProposed
    | CorrectionWithdrawn
    | CorrectionDeclined
    | CardsMoved
    | CardCorrected
    | CancelProposed
    | HiddenCardsSeen
    | ManagerCalled
    | Announced
    | DealerSignedOn
    | HandOverOffered
    | DealerSignedOff
    | ReliefPlanned
    | ReliefDropped
)
