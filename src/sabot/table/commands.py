"""What somebody wants of a table. All of them enter the same way, whoever sends them.

A command is an intention; `decide` turns it into events or refuses it. Nothing here has happened
yet. The envelope says who asks and which id makes a repetition the same command.
"""

from __future__ import annotations

import msgspec


class Command(
    msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True, gc=False
):
    """An intention; the tag is the class name."""


# --- players, while chips are only chips (`staging.py`) -------------------------------------------


class PlaceChip(Command, frozen=True):
    """Put a chip on a spot; `golden` names the token when it is a golden chip."""

    kind: str
    amount: int
    seat: int | None = None
    golden: str | None = None


class LowerBet(Command, frozen=True):
    """Take a chip's value off a spot; a smaller bet goes to zero (F26, F27)."""

    kind: str
    amount: int
    seat: int | None = None


class UndoBet(Command, frozen=True):
    """Take back the last step (F34)."""


class DoubleStakes(Command, frozen=True):
    """Double every chip on the felt (F32)."""


class Rebet(Command, frozen=True):
    """Place the bets of the last round played here again (F30)."""


class ClearBets(Command, frozen=True):
    """Take every chip back that is not a bet yet (F28)."""


class SetMode(Command, frozen=True):
    """Switch between commission and zero commission (F112)."""

    mode: str


# --- players, durable -----------------------------------------------------------------------------


class TakeSeat(Command, frozen=True):
    """Sit down; without a number a random seat among the least occupied (F13, F14, F46)."""

    seat: int | None = None


class LeaveSeat(Command, frozen=True):
    """Stand up; refused while bets are in play (F128)."""

    seat: int


class NewChip(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True, gc=False
):
    """A chip that comes with the Confirm that makes it a bet."""

    kind: str
    amount: int
    seat: int | None = None
    golden: str | None = None


class ConfirmBets(Command, frozen=True, omit_defaults=True):
    """Make the chips bets now (F38); `chips` are put down first, or not at all if it is refused."""

    chips: tuple[NewChip, ...] = ()


class DealNow(Command, frozen=True):
    """End betting early, when everybody with a bet wants it (F48)."""


class Choose(Command, frozen=True):
    """Decide for the asked hand."""

    decision_id: str
    option: str


class Answer(Command, frozen=True):
    """Answer a question to everybody for one of one's own bets."""

    decision_id: str
    bet: str
    option: str


# --- the studio -----------------------------------------------------------------------------------


class Scan(Command, frozen=True):
    """The scanner of a position read a code; `card` is what the code stands for."""

    position: str
    code: str
    card: str


class Reveal(Command, frozen=True):
    """The dealer turned the face-down cards."""


class OpenBetting(Command, frozen=True):
    """The dealer opens a round, at a table the dealer opens."""


class LoadShoe(Command, frozen=True):
    """New cards are on the table: `decks` of them, and for a virtual shoe its commitment."""

    shoe_id: str
    decks: int
    commitment: str | None = None
    loaded_at_ms: int = 0


class BurnCards(Command, frozen=True):
    """The first card of the shoe was turned and its value discarded (F99)."""

    first: str


class ShowCutCard(Command, frozen=True):
    """The cut card came out of a live shoe."""


class ChangeCards(Command, frozen=True):
    """The cards must be changed after this round: age, dropped cards, a bad barcode … (F96)."""

    reason: str


class DropCards(Command, frozen=True):
    """Cards fell off the table; more than three retire the shoe (F96)."""

    count: int


class ReportBarcode(Command, frozen=True):
    """A card cannot be read: the table pauses and the shoe is retired (F96)."""

    position: str


class ProposeCorrection(Command, frozen=True):
    """The dealer says what a position really holds."""

    position: str
    code: str
    card: str


class CallManager(Command, frozen=True):
    """The dealer wants the shift manager."""

    reason: str


class Announce(Command, frozen=True):
    """The dealer says something to the table."""

    text: str


# --- the shift manager ----------------------------------------------------------------------------


class Pause(Command, frozen=True):
    """Stop the table."""

    reason: str


class Resume(Command, frozen=True):
    """Let the round go on."""

    reason: str


class CorrectCard(Command, frozen=True):
    """Confirm what a position holds."""

    position: str
    code: str
    card: str


class ProposeCancel(Command, frozen=True):
    """Say that the round cannot be played to its end; a colleague decides (F244)."""

    reason: str


class LookAtHiddenCards(Command, frozen=True):
    """Ask to see what lies face down; from then on this person decides nothing in the round."""

    reason: str


class CancelRound(Command, frozen=True):
    """Give every stake back; with bets in the round, a colleague has to have proposed it."""

    reason: str


class SwitchSideBets(Command, frozen=True):
    """Turn kinds of bet off, or on again."""

    kinds: tuple[str, ...]
    off: bool
    reason: str


class SwitchTable(Command, frozen=True):
    """Turn the table off after this round, or on again."""

    off: bool
    reason: str


class WriteOffShoe(Command, frozen=True):
    """Give up a virtual shoe whose promise is lost, in public, so that new cards may come."""

    shoe_id: str
    reason: str


# --- the house ------------------------------------------------------------------------------------


class Configure(Command, frozen=True):
    """A new version of the settings, from the next round on."""

    version: int
    config: str
    reason: str


class TimeUp(Command, frozen=True):
    """The window that was opened at `seq` is over."""

    seq: int


class CloseBets(Command, frozen=True):
    """The chips are judged; what each player's wallet covers is in the inputs."""


class DiscloseShoe(Command, frozen=True):
    """Publish the order of a retired virtual shoe."""

    shoe_id: str
    cards: str
    salt: str


class ReportLostPromise(Command, frozen=True):
    """The machine cannot read the order it promised, or it is not the order it promised."""

    shoe_id: str
    reason: str


class ReportMalfunction(Command, frozen=True):
    """Our own software broke at this table: the round is void; the second time so is the table."""

    detail: str
    again: bool


StagingCommand = PlaceChip | LowerBet | UndoBet | DoubleStakes | Rebet | ClearBets | SetMode
PlayerCommand = TakeSeat | LeaveSeat | ConfirmBets | DealNow | Choose | Answer
StudioCommand = (
    Scan
    | Reveal
    | OpenBetting
    | LoadShoe
    | BurnCards
    | ShowCutCard
    | ChangeCards
    | DropCards
    | ReportBarcode
    | ProposeCorrection
    | ProposeCancel
    | CallManager
    | Announce
)
ManagerCommand = (
    Pause
    | Resume
    | CorrectCard
    | CancelRound
    | LookAtHiddenCards
    | SwitchSideBets
    | SwitchTable
    | WriteOffShoe
)
HouseCommand = Configure | TimeUp | CloseBets | DiscloseShoe | ReportLostPromise | ReportMalfunction
STAGING = (PlaceChip, LowerBet, UndoBet, DoubleStakes, Rebet, ClearBets, SetMode)
"""Those that move chips and become no event."""

FOR_ONE_ROUND = frozenset({*STAGING, ConfirmBets, DealNow})
"""Those that a player means for the round on the table, and for no later one."""

SAYS_A_CARD = (Scan, ProposeCorrection, CorrectCard)
"""Those that say a card which may lie face down."""

AnyCommand = StagingCommand | PlayerCommand | StudioCommand | ManagerCommand | HouseCommand
