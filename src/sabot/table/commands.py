"""What an actor wants of a table. All of them enter the same way, from every sender.

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
    """Sit down; without a number a random one of the least occupied seats (F13, F14, F46)."""

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
    """End betting early, when every player with a bet wants it (F48)."""


class Choose(Command, frozen=True):
    """Decide for the asked hand."""

    decision_id: str
    option: str


class Answer(Command, frozen=True):
    """Answer a question to all players, for one of the actor's own bets."""

    decision_id: str
    bet: str
    option: str


# --- the studio -----------------------------------------------------------------------------------


class SignOn(Command, frozen=True):
    """A dealer takes charge of the table at this console; the same dealer may change consoles."""

    console: str


class HandOver(Command, frozen=True):
    """The dealer in charge lets a colleague sign on."""


class SignOff(Command, frozen=True):
    """The dealer in charge leaves the table, between two rounds."""


class Scan(Command, frozen=True, omit_defaults=True):
    """The scanner of a position read a code; `card` is what the code stands for.

    A scanner of the shoe names no position: the card belongs to the first one that is due.
    `manual` says that a person typed the code from the edge of the card.
    """

    position: str
    code: str
    card: str
    manual: bool = False


class Reveal(Command, frozen=True):
    """The dealer turned the face-down cards."""


class OpenBetting(Command, frozen=True):
    """The dealer opens a round, at a table the dealer opens."""


class LoadShoe(Command, frozen=True, omit_defaults=True):
    """New cards are on the table: `decks` of them, and for a virtual shoe its commitment.

    A live shoe names the sets of cards it is made of, and may say where the cut card lies. Without
    a name a live shoe gets the next one of its table; if it names no sets either, it is made of the
    same sets as the shoe before it, which were shuffled again (F93, F102).
    """

    shoe_id: str
    decks: int
    commitment: str | None = None
    loaded_at_ms: int = 0
    sets: tuple[str, ...] = ()
    cut_card_from_end: int | None = None


class BurnCards(Command, frozen=True, omit_defaults=True):
    """The first card of the shoe was turned and its value discarded (F99).

    `code` is what the scanner read on it; a card that was only seen has none.
    """

    first: str
    code: str = ""


class ShowCutCard(Command, frozen=True):
    """The cut card came out of a live shoe."""


class ChangeCards(Command, frozen=True, omit_defaults=True):
    """The cards must be changed after this round: age, dropped cards, a bad barcode … (F96).

    `reason` is a code that players may read, `words` are for staff.
    """

    reason: str
    words: str = ""


class DropCards(Command, frozen=True):
    """Cards fell off the table; more than three retire the shoe (F96)."""

    count: int


class ReportBarcode(Command, frozen=True):
    """A card cannot be read: the table pauses and the shoe is retired (F96)."""

    position: str


class ProposeCorrection(Command, frozen=True, omit_defaults=True):
    """The dealer says what a position really holds; `manual` as with a scan."""

    position: str
    code: str
    card: str
    round_id: str = ""
    manual: bool = False


class ProposeMove(Command, frozen=True):
    """Two cards lie in each other's place; a shift manager confirms it with `MoveCards`."""

    first: str
    second: str
    round_id: str = ""


class WithdrawCorrection(Command, frozen=True):
    """Take back one's own proposal about a card."""

    round_id: str = ""


class ReportVideo(Command, frozen=True):
    """The picture of the table was lost, or is there again (F96, F271)."""

    available: bool


class CallManager(Command, frozen=True):
    """The dealer wants the shift manager."""

    reason: str


class Announce(Command, frozen=True):
    """The dealer announces a phrase of `table/staff/phrases.py`; players read and hear it."""

    phrase: str


# --- the shift manager ----------------------------------------------------------------------------


class Pause(Command, frozen=True, omit_defaults=True):
    """Stop the table; `reason` is for staff, `public` the code that players read."""

    reason: str
    public: str = ""


class Resume(Command, frozen=True):
    """Let the round go on."""

    reason: str


class CorrectCard(Command, frozen=True):
    """Confirm what a position holds."""

    position: str
    code: str
    card: str
    round_id: str = ""


class MoveCards(Command, frozen=True):
    """Confirm that two cards lie in each other's place (F243)."""

    first: str
    second: str
    round_id: str = ""


class DeclineCorrection(Command, frozen=True):
    """Refuse a colleague's proposal about a card."""

    reason: str
    round_id: str = ""


class AskRescan(Command, frozen=True):
    """Send the proposal back: the dealer has to read this position again."""

    position: str
    reason: str
    round_id: str = ""


class RelieveDealer(Command, frozen=True):
    """Take a dealer off the table who cannot sign off."""

    reason: str


class PlanRelief(Command, frozen=True):
    """Say which dealer takes over here next, and when; a newer plan replaces an older one."""

    dealer: str
    at_ms: int


class DropRelief(Command, frozen=True):
    """Say that the planned change of dealer does not happen."""


class Acknowledge(Command, frozen=True):
    """Say that an alarm of this table was seen; the dealer reads by whom. It solves nothing."""

    alarm: str


class PutOff(Command, frozen=True):
    """Let an alarm of priority 2 or 3 rest for some minutes."""

    alarm: str
    minutes: int
    reason: str


class CloseIncident(Command, frozen=True):
    """Say how an incident ended."""

    incident: int
    reason: str


class ProposeCancel(Command, frozen=True, omit_defaults=True):
    """Say that the round cannot be played to its end; a colleague decides (F244)."""

    reason: str
    round_id: str = ""
    public: str = ""


class LookAtHiddenCards(Command, frozen=True):
    """Ask to see what lies face down; from then on this person decides nothing in the round."""

    reason: str
    round_id: str = ""


class CancelRound(Command, frozen=True, omit_defaults=True):
    """Give every stake back; with bets in the round, a colleague has to have proposed it."""

    reason: str
    round_id: str = ""
    public: str = ""


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
    SignOn
    | HandOver
    | SignOff
    | Scan
    | Reveal
    | OpenBetting
    | LoadShoe
    | BurnCards
    | ShowCutCard
    | ChangeCards
    | DropCards
    | ReportBarcode
    | ProposeCorrection
    | ProposeMove
    | WithdrawCorrection
    | ReportVideo
    | ProposeCancel
    | CallManager
    | Announce
)
ManagerCommand = (
    Pause
    | Resume
    | CorrectCard
    | MoveCards
    | DeclineCorrection
    | AskRescan
    | RelieveDealer
    | PlanRelief
    | DropRelief
    | Acknowledge
    | PutOff
    | CloseIncident
    | CancelRound
    | LookAtHiddenCards
    | SwitchSideBets
    | SwitchTable
    | WriteOffShoe
)
HouseCommand = Configure | TimeUp | CloseBets | DiscloseShoe | ReportLostPromise | ReportMalfunction
STAGING = (PlaceChip, LowerBet, UndoBet, DoubleStakes, Rebet, ClearBets, SetMode)
"""Those that move chips and become no event."""

ONLY_CHIPS = frozenset({*STAGING, ConfirmBets})
"""Those that see nothing of other players' bets, and after which the table does nothing itself."""

FOR_ONE_ROUND = frozenset({*STAGING, ConfirmBets, DealNow})
"""Those that a player means for the round on the table, and for no later one."""

ABOUT_ONE_ROUND = (
    ProposeCorrection,
    WithdrawCorrection,
    CorrectCard,
    ProposeMove,
    MoveCards,
    DeclineCorrection,
    AskRescan,
    ProposeCancel,
    CancelRound,
    LookAtHiddenCards,
)
"""Those that name the round they are about in `round_id`, and are refused in any other."""

SAYS_A_CARD = (Scan, ProposeCorrection, CorrectCard)
"""Those that say a card which may lie face down."""

AnyCommand = StagingCommand | PlayerCommand | StudioCommand | ManagerCommand | HouseCommand
