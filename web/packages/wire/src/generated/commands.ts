// Written by `make schemas` from schemas/. Do not edit.

/** Say that an alarm of this table was seen; the dealer reads by whom. It solves nothing. */
export interface AcknowledgeCommand {
  readonly type: "Acknowledge";
  readonly alarm: string;
}

/** The dealer announces a phrase of `table/staff/phrases.py`; players read and hear it. */
export interface AnnounceCommand {
  readonly type: "Announce";
  readonly phrase: string;
}

/** Answer a question to all players, for one of the actor's own bets. */
export interface AnswerCommand {
  readonly type: "Answer";
  readonly decision_id: string;
  readonly bet: string;
  readonly option: string;
}

export type AnyCommand =
  | PlaceChipCommand
  | LowerBetCommand
  | UndoBetCommand
  | DoubleStakesCommand
  | RebetCommand
  | ClearBetsCommand
  | SetModeCommand
  | TakeSeatCommand
  | LeaveSeatCommand
  | ConfirmBetsCommand
  | DealNowCommand
  | ChooseCommand
  | AnswerCommand
  | SignOnCommand
  | HandOverCommand
  | SignOffCommand
  | ScanCommand
  | RevealCommand
  | OpenBettingCommand
  | LoadShoeCommand
  | BurnCardsCommand
  | ShowCutCardCommand
  | ChangeCardsCommand
  | DropCardsCommand
  | ReportBarcodeCommand
  | ProposeCorrectionCommand
  | ProposeMoveCommand
  | WithdrawCorrectionCommand
  | ReportVideoCommand
  | ProposeCancelCommand
  | CallManagerCommand
  | AnnounceCommand
  | PauseCommand
  | ResumeCommand
  | CorrectCardCommand
  | MoveCardsCommand
  | DeclineCorrectionCommand
  | AskRescanCommand
  | RelieveDealerCommand
  | PlanReliefCommand
  | DropReliefCommand
  | AcknowledgeCommand
  | PutOffCommand
  | CloseIncidentCommand
  | CancelRoundCommand
  | LookAtHiddenCardsCommand
  | SwitchSideBetsCommand
  | SwitchTableCommand
  | WriteOffShoeCommand
  | ConfigureCommand
  | TimeUpCommand
  | CloseBetsCommand
  | DiscloseShoeCommand
  | ReportLostPromiseCommand
  | ReportMalfunctionCommand;

/** Send the proposal back: the dealer has to read this position again. */
export interface AskRescanCommand {
  readonly type: "AskRescan";
  readonly position: string;
  readonly reason: string;
  readonly round_id?: string;
}

/** The first card of the shoe was turned and its value discarded (F99). `code` is what the scanner read on it; a card that was only seen has none. */
export interface BurnCardsCommand {
  readonly type: "BurnCards";
  readonly first: string;
  readonly code?: string;
}

/** The dealer wants the shift manager. */
export interface CallManagerCommand {
  readonly type: "CallManager";
  readonly reason: string;
}

/** Give every stake back; with bets in the round, a colleague has to have proposed it. */
export interface CancelRoundCommand {
  readonly type: "CancelRound";
  readonly reason: string;
  readonly round_id?: string;
  readonly public?: string;
}

/** The cards must be changed after this round: age, dropped cards, a bad barcode … (F96). `reason` is a code that players may read, `words` are for staff. */
export interface ChangeCardsCommand {
  readonly type: "ChangeCards";
  readonly reason: string;
  readonly words?: string;
}

/** Decide for the asked hand. */
export interface ChooseCommand {
  readonly type: "Choose";
  readonly decision_id: string;
  readonly option: string;
}

/** Take every chip back that is not a bet yet (F28). */
export interface ClearBetsCommand {
  readonly type: "ClearBets";
}

/** The chips are judged; what each player's wallet covers is in the inputs. */
export interface CloseBetsCommand {
  readonly type: "CloseBets";
}

/** Say how an incident ended. */
export interface CloseIncidentCommand {
  readonly type: "CloseIncident";
  readonly incident: number;
  readonly reason: string;
}

/** A new version of the settings, from the next round on. */
export interface ConfigureCommand {
  readonly type: "Configure";
  readonly version: number;
  readonly config: string;
  readonly reason: string;
}

/** Make the chips bets now (F38); `chips` are put down first, or not at all if it is refused. */
export interface ConfirmBetsCommand {
  readonly type: "ConfirmBets";
  readonly chips?: readonly NewChip[];
}

/** Confirm what a position holds. */
export interface CorrectCardCommand {
  readonly type: "CorrectCard";
  readonly position: string;
  readonly code: string;
  readonly card: string;
  readonly round_id?: string;
}

/** End betting early, when every player with a bet wants it (F48). */
export interface DealNowCommand {
  readonly type: "DealNow";
}

/** Refuse a colleague's proposal about a card. */
export interface DeclineCorrectionCommand {
  readonly type: "DeclineCorrection";
  readonly reason: string;
  readonly round_id?: string;
}

/** Publish the order of a retired virtual shoe. */
export interface DiscloseShoeCommand {
  readonly type: "DiscloseShoe";
  readonly shoe_id: string;
  readonly cards: string;
  readonly salt: string;
}

/** Double every chip on the felt (F32). */
export interface DoubleStakesCommand {
  readonly type: "DoubleStakes";
}

/** Cards fell off the table; more than three retire the shoe (F96). */
export interface DropCardsCommand {
  readonly type: "DropCards";
  readonly count: number;
}

/** Say that the planned change of dealer does not happen. */
export interface DropReliefCommand {
  readonly type: "DropRelief";
}

/** The dealer in charge lets a colleague sign on. */
export interface HandOverCommand {
  readonly type: "HandOver";
}

/** Stand up; refused while bets are in play (F128). */
export interface LeaveSeatCommand {
  readonly type: "LeaveSeat";
  readonly seat: number;
}

/** New cards are on the table: `decks` of them, and for a virtual shoe its commitment. A live shoe names the sets of cards it is made of, and may say where the cut card lies. Without a name a live shoe gets the next one of its table; if it names no sets either, it is made of the same sets as the shoe before it, which were shuffled again (F93, F102). */
export interface LoadShoeCommand {
  readonly type: "LoadShoe";
  readonly shoe_id: string;
  readonly decks: number;
  readonly commitment?: string | null;
  readonly loaded_at_ms?: number;
  readonly sets?: readonly string[];
  readonly cut_card_from_end?: number | null;
}

/** Ask to see what lies face down; from then on this person decides nothing in the round. */
export interface LookAtHiddenCardsCommand {
  readonly type: "LookAtHiddenCards";
  readonly reason: string;
  readonly round_id?: string;
}

/** Take a chip's value off a spot; a smaller bet goes to zero (F26, F27). */
export interface LowerBetCommand {
  readonly type: "LowerBet";
  readonly kind: string;
  readonly amount: number;
  readonly seat?: number | null;
}

/** Confirm that two cards lie in each other's place (F243). */
export interface MoveCardsCommand {
  readonly type: "MoveCards";
  readonly first: string;
  readonly second: string;
  readonly round_id?: string;
}

/** A chip that comes with the Confirm that makes it a bet. */
export interface NewChip {
  readonly kind: string;
  readonly amount: number;
  readonly seat?: number | null;
  readonly golden?: string | null;
}

/** The dealer opens a round, at a table the dealer opens. */
export interface OpenBettingCommand {
  readonly type: "OpenBetting";
}

/** Stop the table; `reason` is for staff, `public` the code that players read. */
export interface PauseCommand {
  readonly type: "Pause";
  readonly reason: string;
  readonly public?: string;
}

/** Put a chip on a spot; `golden` names the token when it is a golden chip. */
export interface PlaceChipCommand {
  readonly type: "PlaceChip";
  readonly kind: string;
  readonly amount: number;
  readonly seat?: number | null;
  readonly golden?: string | null;
}

/** Say which dealer takes over here next, and when; a newer plan replaces an older one. */
export interface PlanReliefCommand {
  readonly type: "PlanRelief";
  readonly dealer: string;
  readonly at_ms: number;
}

/** Say that the round cannot be played to its end; a colleague decides (F244). */
export interface ProposeCancelCommand {
  readonly type: "ProposeCancel";
  readonly reason: string;
  readonly round_id?: string;
  readonly public?: string;
}

/** The dealer says what a position really holds; `manual` as with a scan. */
export interface ProposeCorrectionCommand {
  readonly type: "ProposeCorrection";
  readonly position: string;
  readonly code: string;
  readonly card: string;
  readonly round_id?: string;
  readonly manual?: boolean;
}

/** Two cards lie in each other's place; a shift manager confirms it with `MoveCards`. */
export interface ProposeMoveCommand {
  readonly type: "ProposeMove";
  readonly first: string;
  readonly second: string;
  readonly round_id?: string;
}

/** Let an alarm of priority 2 or 3 rest for some minutes. */
export interface PutOffCommand {
  readonly type: "PutOff";
  readonly alarm: string;
  readonly minutes: number;
  readonly reason: string;
}

/** Place the bets of the last round played here again (F30). */
export interface RebetCommand {
  readonly type: "Rebet";
}

/** Take a dealer off the table who cannot sign off. */
export interface RelieveDealerCommand {
  readonly type: "RelieveDealer";
  readonly reason: string;
}

/** A card cannot be read: the table pauses and the shoe is retired (F96). */
export interface ReportBarcodeCommand {
  readonly type: "ReportBarcode";
  readonly position: string;
}

/** The machine cannot read the order it promised, or it is not the order it promised. */
export interface ReportLostPromiseCommand {
  readonly type: "ReportLostPromise";
  readonly shoe_id: string;
  readonly reason: string;
}

/** Our own software broke at this table: the round is void; the second time so is the table. */
export interface ReportMalfunctionCommand {
  readonly type: "ReportMalfunction";
  readonly detail: string;
  readonly again: boolean;
}

/** The picture of the table was lost, or is there again (F96, F271). */
export interface ReportVideoCommand {
  readonly type: "ReportVideo";
  readonly available: boolean;
}

/** Let the round go on. */
export interface ResumeCommand {
  readonly type: "Resume";
  readonly reason: string;
}

/** The dealer turned the face-down cards. */
export interface RevealCommand {
  readonly type: "Reveal";
}

/** The scanner of a position read a code; `card` is what the code stands for. A scanner of the shoe names no position: the card belongs to the first one that is due. `manual` says that a person typed the code from the edge of the card. */
export interface ScanCommand {
  readonly type: "Scan";
  readonly position: string;
  readonly code: string;
  readonly card: string;
  readonly manual?: boolean;
}

/** Switch between commission and zero commission (F112). */
export interface SetModeCommand {
  readonly type: "SetMode";
  readonly mode: string;
}

/** The cut card came out of a live shoe. */
export interface ShowCutCardCommand {
  readonly type: "ShowCutCard";
}

/** The dealer in charge leaves the table, between two rounds. */
export interface SignOffCommand {
  readonly type: "SignOff";
}

/** A dealer takes charge of the table at this console; the same dealer may change consoles. */
export interface SignOnCommand {
  readonly type: "SignOn";
  readonly console: string;
}

/** Turn kinds of bet off, or on again. */
export interface SwitchSideBetsCommand {
  readonly type: "SwitchSideBets";
  readonly kinds: readonly string[];
  readonly off: boolean;
  readonly reason: string;
}

/** Turn the table off after this round, or on again. */
export interface SwitchTableCommand {
  readonly type: "SwitchTable";
  readonly off: boolean;
  readonly reason: string;
}

/** Sit down; without a number a random one of the least occupied seats (F13, F14, F46). */
export interface TakeSeatCommand {
  readonly type: "TakeSeat";
  readonly seat?: number | null;
}

/** The window that was opened at `seq` is over. */
export interface TimeUpCommand {
  readonly type: "TimeUp";
  readonly seq: number;
}

/** Take back the last step (F34). */
export interface UndoBetCommand {
  readonly type: "UndoBet";
}

/** Take back one's own proposal about a card. */
export interface WithdrawCorrectionCommand {
  readonly type: "WithdrawCorrection";
  readonly round_id?: string;
}

/** Give up a virtual shoe whose promise is lost, in public, so that new cards may come. */
export interface WriteOffShoeCommand {
  readonly type: "WriteOffShoe";
  readonly shoe_id: string;
  readonly reason: string;
}
