// Written by `make schemas` from schemas/. Do not edit.

/** A command to a table; the same `cmd_id` again is the same command, with the same answer. */
export interface Act {
  readonly type: "act";
  readonly cmd_id: string;
  readonly table: string;
  readonly command: AnyCommand;
  readonly bets_for?: string;
}

/** The dealer says something to the table. */
export interface AnnounceCommand {
  readonly type: "Announce";
  readonly text: string;
}

/** Answer a question to everybody for one of one's own bets. */
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
  | ProposeCancelCommand
  | CallManagerCommand
  | AnnounceCommand
  | PauseCommand
  | ResumeCommand
  | CorrectCardCommand
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

/** What a client sends, one a frame. */
export type AnyRequest =
  | Watch
  | Unwatch
  | WatchLobby
  | UnwatchLobby
  | Act
  | Say
  | Enter
  | Exit
  | Moderate
  | WatchSupport
  | UnwatchSupport
  | Ping;

/** The first card of the shoe was turned and its value discarded (F99). */
export interface BurnCardsCommand {
  readonly type: "BurnCards";
  readonly first: string;
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
}

/** The cards must be changed after this round: age, dropped cards, a bad barcode … (F96). */
export interface ChangeCardsCommand {
  readonly type: "ChangeCards";
  readonly reason: string;
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
}

/** End betting early, when everybody with a bet wants it (F48). */
export interface DealNowCommand {
  readonly type: "DealNow";
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

/** Listen to a room; its last lines come at once. */
export interface Enter {
  readonly type: "enter";
  readonly room: string;
}

/** Listen to a room no more. */
export interface Exit {
  readonly type: "exit";
  readonly room: string;
}

/** Stand up; refused while bets are in play (F128). */
export interface LeaveSeatCommand {
  readonly type: "LeaveSeat";
  readonly seat: number;
}

/** New cards are on the table: `decks` of them, and for a virtual shoe its commitment. */
export interface LoadShoeCommand {
  readonly type: "LoadShoe";
  readonly shoe_id: string;
  readonly decks: number;
  readonly commitment?: string | null;
  readonly loaded_at_ms?: number;
}

/** Ask to see what lies face down; from then on this person decides nothing in the round. */
export interface LookAtHiddenCardsCommand {
  readonly type: "LookAtHiddenCards";
  readonly reason: string;
}

/** Take a chip's value off a spot; a smaller bet goes to zero (F26, F27). */
export interface LowerBetCommand {
  readonly type: "LowerBet";
  readonly kind: string;
  readonly amount: number;
  readonly seat?: number | null;
}

/** Staff: take back a line, or keep somebody from speaking for a while. */
export interface Moderate {
  readonly type: "moderate";
  readonly cmd_id: string;
  readonly action: "block" | "delete" | "mute" | "unblock";
  readonly target: string;
  readonly reason: string;
  readonly minutes?: number | null;
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

/** Stop the table. */
export interface PauseCommand {
  readonly type: "Pause";
  readonly reason: string;
}

/** Are you there? The answer carries the number back. */
export interface Ping {
  readonly type: "ping";
  readonly n: number;
}

/** Put a chip on a spot; `golden` names the token when it is a golden chip. */
export interface PlaceChipCommand {
  readonly type: "PlaceChip";
  readonly kind: string;
  readonly amount: number;
  readonly seat?: number | null;
  readonly golden?: string | null;
}

/** Say that the round cannot be played to its end; a colleague decides (F244). */
export interface ProposeCancelCommand {
  readonly type: "ProposeCancel";
  readonly reason: string;
}

/** The dealer says what a position really holds. */
export interface ProposeCorrectionCommand {
  readonly type: "ProposeCorrection";
  readonly position: string;
  readonly code: string;
  readonly card: string;
}

/** Place the bets of the last round played here again (F30). */
export interface RebetCommand {
  readonly type: "Rebet";
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

/** Let the round go on. */
export interface ResumeCommand {
  readonly type: "Resume";
  readonly reason: string;
}

/** The dealer turned the face-down cards. */
export interface RevealCommand {
  readonly type: "Reveal";
}

/** Say something in a room: `table:speed-1`, `support`, or `support:<player>` for staff. */
export interface Say {
  readonly type: "say";
  readonly cmd_id: string;
  readonly room: string;
  readonly text: string;
}

/** The scanner of a position read a code; `card` is what the code stands for. */
export interface ScanCommand {
  readonly type: "Scan";
  readonly position: string;
  readonly code: string;
  readonly card: string;
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

/** The last update a client has of a table. */
export interface Since {
  readonly epoch: number;
  readonly seq: number;
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

/** Sit down; without a number a random seat among the least occupied (F13, F14, F46). */
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

/** Show me this table no more; bets and seats stay. */
export interface Unwatch {
  readonly type: "unwatch";
  readonly table: string;
}

/** Show me the lobby no more. */
export interface UnwatchLobby {
  readonly type: "unwatch_lobby";
}

/** Show me those who wait no more. */
export interface UnwatchSupport {
  readonly type: "unwatch_support";
}

/** Show me this table; with `since`, only what I missed. */
export interface Watch {
  readonly type: "watch";
  readonly table: string;
  readonly since?: Since | null;
}

/** Show me all tables at a glance. */
export interface WatchLobby {
  readonly type: "watch_lobby";
}

/** Staff: show me which players wait for an answer in support, and tell me of every change. */
export interface WatchSupport {
  readonly type: "watch_support";
}

/** Give up a virtual shoe whose promise is lost, in public, so that new cards may come. */
export interface WriteOffShoeCommand {
  readonly type: "WriteOffShoe";
  readonly shoe_id: string;
  readonly reason: string;
}
