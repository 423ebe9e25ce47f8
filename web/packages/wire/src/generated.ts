// Written by `make schemas` from schemas/. Do not edit.

export type Protocol = 1;

/** A command to a table; the same `cmd_id` again is the same command, with the same answer. */
export interface Act {
  readonly type: "act";
  readonly cmd_id: string;
  readonly table: string;
  readonly command: AnyCommand;
}

/** The dealer says something to the table. */
export interface AnnounceCommand {
  readonly type: "Announce";
  readonly text: string;
}

/** The dealer said something. */
export interface AnnouncedHappening {
  readonly what: "announced";
  readonly text: string;
  readonly seq: number;
}

/** The answer to a request with a `cmd_id`; a refusal says why. */
export interface Answer {
  readonly type: "answer";
  readonly cmd_id: string;
  readonly accepted: boolean;
  readonly code?: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Answer a question to everybody for one of one's own bets. */
export interface AnswerCommand {
  readonly type: "Answer";
  readonly decision_id: string;
  readonly bet: string;
  readonly option: string;
}

/** The window of a question to everybody is over. */
export interface AnswersClosedHappening {
  readonly what: "answers_closed";
  readonly seq: number;
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
  | CallManagerCommand
  | AnnounceCommand
  | PauseCommand
  | ResumeCommand
  | CorrectCardCommand
  | CancelRoundCommand
  | SwitchSideBetsCommand
  | SwitchTableCommand
  | ConfigureCommand
  | TimeUpCommand
  | CloseBetsCommand
  | DiscloseShoeCommand
  | ReportMalfunctionCommand;

export type AnyHappening =
  | BettingOpenedHappening
  | BettingEndedHappening
  | BetsClosedHappening
  | DealingStartedHappening
  | CardDealtHappening
  | CardsRevealedHappening
  | CardCorrectedHappening
  | AskedHappening
  | ChosenHappening
  | AnswersClosedHappening
  | SettledHappening
  | CancelledHappening
  | LapsedHappening
  | RestedHappening
  | PausedHappening
  | ResumedHappening
  | ShoeLoadedHappening
  | CardsBurnedHappening
  | CutCardShownHappening
  | ShoeRetiredHappening
  | ShoeDisclosedHappening
  | SeatTakenHappening
  | SeatLeftHappening
  | AnnouncedHappening
  | KindsSwitchedHappening
  | IncidentHappening
  | ManagerCalledHappening;

/** What the server sends, one a frame; some parts answer requests over HTTP. */
export type AnyMessage =
  | Welcome
  | Answer
  | Fault
  | Snapshot
  | Update
  | LastSeconds
  | Crowd
  | Yours
  | Balance
  | Lobby
  | TileChanged
  | Said
  | Unsaid
  | Silenced
  | Notice
  | Pong
  | Ended;

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
  | Ping;

/** What the three derived roads would get after this result (F200, F201). */
export interface Asked {
  readonly big_eye: string | null;
  readonly small: string | null;
  readonly cockroach: string | null;
}

/** A seat, or everybody, is asked. */
export interface AskedHappening {
  readonly what: "asked";
  readonly topic: string;
  readonly seat?: number | null;
  readonly hand?: number;
  readonly seq: number;
}

/** Examples to draw; `roads` are those of one shoe after each of its results. */
export interface BaccaratLessons {
  readonly player_draws: readonly number[];
  readonly banker_draws: readonly DrawLesson[];
  readonly roads: readonly Scorecard[];
  readonly good_roads: readonly GoodRoadLesson[];
  readonly any_chance: string;
}

/** Your money: what is booked, what chips on felts leave free, and your golden chips. `allowed` is what your own limits leave where that is less than your money, and else null. */
export interface Balance {
  readonly type: "balance";
  readonly currency: string;
  readonly balance: number;
  readonly available: number;
  readonly allowed: number | null;
  readonly golden: readonly GoldenChips[];
}

/** One result on the Bead Plate: letter, winning total, pairs (`p`, `b`, `pb`). */
export type Bead = readonly [string, (number | null)?, (string)?];

/** A fact of the round that explains something; words are the client's. */
export interface Because {
  readonly code: string;
  readonly data: Readonly<Record<string, string | number>>;
}

/** One kind of bet at this table: limits, pays, conditions, exact return (F4, F7, F262). */
export interface BetInfo {
  readonly kind: string;
  readonly role: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly pays: readonly Pay[];
  readonly bonus: readonly Pay[];
  readonly returns: readonly ReturnInfo[];
  readonly on: boolean;
  readonly needs_any_of: readonly string[];
  readonly at_most_sum_of: readonly string[];
  readonly mode: string | null;
  readonly last_round_of_shoe: number | null;
  readonly golden_chips: boolean;
  readonly opposite: readonly string[];
}

/** One of your bets and what became of it. */
export interface BetLine {
  readonly id: string;
  readonly kind: string;
  readonly stake: number;
  readonly seat: number | null;
  readonly hand: number;
  readonly golden: boolean;
  readonly parent: string | null;
  readonly result: string;
  readonly paid: number;
  readonly chip_returned: boolean;
  readonly lines: readonly SettledLine[];
}

/** The verdicts are out; yours comes in `you`. */
export interface BetsClosedHappening {
  readonly what: "bets_closed";
  readonly players: number;
  readonly seq: number;
}

/** No more bets. */
export interface BettingEndedHappening {
  readonly what: "betting_ended";
  readonly seq: number;
}

/** Chips may be placed. */
export interface BettingOpenedHappening {
  readonly what: "betting_opened";
  readonly seq: number;
}

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

/** Give every stake back. */
export interface CancelRoundCommand {
  readonly type: "CancelRound";
  readonly reason: string;
}

/** No result: every stake went back. */
export interface CancelledHappening {
  readonly what: "cancelled";
  readonly reason: string;
  readonly seq: number;
}

/** The shift manager confirmed what a position holds. */
export interface CardCorrectedHappening {
  readonly what: "corrected";
  readonly position: string;
  readonly card: string | null;
  readonly seq: number;
}

/** A card came to a position; null lies face down. */
export interface CardDealtHappening {
  readonly what: "card";
  readonly position: string;
  readonly card: string | null;
  readonly seq: number;
}

/** A card in the order it was dealt; null when it was never shown to you. `number` is its place in the shoe, counted from one. */
export interface CardLine {
  readonly position: string;
  readonly number: number;
  readonly card: string | null;
  readonly at_ms: number;
}

/** The first card was turned and as many as its value discarded. */
export interface CardsBurnedHappening {
  readonly what: "burned";
  readonly first: string;
  readonly discarded: number;
  readonly seq: number;
}

/** Face-down cards were turned. */
export interface CardsRevealedHappening {
  readonly what: "revealed";
  readonly cards: Readonly<Record<string, string>>;
  readonly seq: number;
}

/** The cards must be changed after this round: age, dropped cards, a bad barcode … (F96). */
export interface ChangeCardsCommand {
  readonly type: "ChangeCards";
  readonly reason: string;
}

/** Chips on one spot that are not a bet yet, and what is said about them (F51, F52, F72). */
export interface Chip {
  readonly kind: string;
  readonly stake: number;
  readonly seat?: number | null;
  readonly golden?: boolean;
  readonly counts?: number;
  readonly note?: string;
}

/** Decide for the asked hand. */
export interface ChooseCommand {
  readonly type: "Choose";
  readonly decision_id: string;
  readonly option: string;
}

/** The asked seat decided, or somebody decided for it. */
export interface ChosenHappening {
  readonly what: "chosen";
  readonly option: string;
  readonly by: string;
  readonly seat?: number | null;
  readonly hand?: number;
  readonly seq: number;
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

/** Make the chips bets now (F38). */
export interface ConfirmBetsCommand {
  readonly type: "ConfirmBets";
}

/** Confirm what a position holds. */
export interface CorrectCardCommand {
  readonly type: "CorrectCard";
  readonly position: string;
  readonly code: string;
  readonly card: string;
}

/** What lies on the felt while betting is open: players and cents by spot, chips included. A picture of the moment, a few times a second at most; it has no place in the log (F205). */
export interface Crowd {
  readonly type: "crowd";
  readonly table: string;
  readonly epoch: number;
  readonly seq: number;
  readonly round: string | null;
  readonly players: number;
  readonly watching: number;
  readonly spots: Readonly<Record<string, readonly [number, number]>>;
}

/** Last hand of the shoe. */
export interface CutCardShownHappening {
  readonly what: "cut_card";
  readonly seq: number;
}

/** End betting early, when everybody with a bet wants it (F48). */
export interface DealNowCommand {
  readonly type: "DealNow";
}

/** The cards are due. */
export interface DealingStartedHappening {
  readonly what: "dealing_started";
  readonly seq: number;
}

/** A decision, and who took it: `player`, `default` or `auto_stand` (F140, F168, F249). */
export interface DecisionLine {
  readonly at_ms: number;
  readonly topic: string;
  readonly option: string;
  readonly by: string;
  readonly seat: number | null;
  readonly hand: number;
  readonly own: boolean;
  readonly bet: string | null;
}

/** The chance that a pattern holds at least so deep at a moment of a shoe. */
export interface DepthChance {
  readonly depth: number;
  readonly decimal: string;
}

/** A cell of a derived road: `R` repeats, `B` breaks. */
export type DerivedCell = readonly [number, number, string];

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

/** Banker's two-card total, and when it draws: by Player's third card, or when Player stood. */
export interface DrawLesson {
  readonly total: number;
  readonly on: readonly number[];
  readonly alone: boolean;
}

/** Cards fell off the table; more than three retire the shoe (F96). */
export interface DropCardsCommand {
  readonly type: "DropCards";
  readonly count: number;
}

/** The session is over, and why; the socket closes. */
export interface Ended {
  readonly type: "ended";
  readonly code: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
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

/** A frame that could not be read, or a request without an id that was refused. */
export interface Fault {
  readonly type: "fault";
  readonly code: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A game that can be played for fun; `table` is one's own, while it is open. */
export interface ForFunGame {
  readonly variant: string;
  readonly game: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly table: string | null;
}

/** Where one's table is. */
export interface ForFunOpened {
  readonly table: string;
}

/** The games, none where somebody's money is real. */
export interface ForFunShown {
  readonly games: readonly ForFunGame[];
}

/** One update, so many milliseconds after the round was opened, and what was yours by then. */
export interface Frame {
  readonly at_ms: number;
  readonly update: Update;
  readonly you: You | null;
}

/** Golden chips of one value; no games or no tables mean all of them (F180–F186). */
export interface GoldenChips {
  readonly token: string;
  readonly value: number;
  readonly left: number;
  readonly games: readonly string[];
  readonly tables: readonly string[];
  readonly expires_at_ms: number;
}

/** All twelve, after so many decided rounds, and the chance that at least one holds. */
export interface GoodRoadChances {
  readonly results: number;
  readonly any: string;
  readonly patterns: readonly PatternChance[];
}

/** The smallest example of a pattern for Banker, and how often chance alone shows it. */
export interface GoodRoadLesson {
  readonly pattern: string;
  readonly results: string;
  readonly card: Scorecard;
  readonly chance: string;
}

/** A pattern that holds; it does not change the odds. */
export interface GoodRoadShown {
  readonly pattern: string;
  readonly side: string;
  readonly depth: number;
}

/** One hand; null is a card that lies face down. */
export interface HandShown {
  readonly name: string;
  readonly cards: readonly (string | null)[];
  readonly total?: string;
  readonly tags?: readonly string[];
}

/** Every variant this house can play, and examples made by the rules. */
export interface Help {
  readonly variants: readonly VariantHelp[];
  readonly baccarat: BaccaratLessons;
}

/** A page of the past; `next` is where the page before it begins. */
export interface History {
  readonly days: readonly HistoryDay[];
  readonly open: readonly RoundLine[];
  readonly next: string | null;
}

/** The rounds that ended on one day (UTC), newest first. */
export interface HistoryDay {
  readonly day: string;
  readonly rounds: readonly RoundLine[];
}

/** Staff only: something that should not have happened. */
export interface IncidentHappening {
  readonly what: "incident";
  readonly kind: string;
  readonly detail: string;
  readonly seq: number;
}

/** Kinds of bet were turned off or on again. */
export interface KindsSwitchedHappening {
  readonly what: "kinds_switched";
  readonly kinds: readonly string[];
  readonly off: boolean;
  readonly seq: number;
}

/** A bet that others may see, where seats show them (F126, F129). */
export interface LaidBet {
  readonly seat: number;
  readonly nickname: string;
  readonly kind: string;
  readonly stake: number;
}

/** Nobody bet, nothing is dealt. */
export interface LapsedHappening {
  readonly what: "lapsed";
  readonly seq: number;
}

/** Betting is about to close (F69). */
export interface LastSeconds {
  readonly type: "last_seconds";
  readonly table: string;
  readonly epoch: number;
  readonly seq: number;
  readonly round: string;
  readonly left_ms: number;
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

/** All tables. */
export interface Lobby {
  readonly type: "lobby";
  readonly tiles: readonly Tile[];
}

/** Take a chip's value off a spot; a smaller bet goes to zero (F26, F27). */
export interface LowerBetCommand {
  readonly type: "LowerBet";
  readonly kind: string;
  readonly amount: number;
  readonly seat?: number | null;
}

/** Staff only: the dealer wants the shift manager. */
export interface ManagerCalledHappening {
  readonly what: "manager_called";
  readonly reason: string;
  readonly seq: number;
}

/** Staff: take back a line, or keep somebody from speaking for a while. */
export interface Moderate {
  readonly type: "moderate";
  readonly cmd_id: string;
  readonly action: string;
  readonly target: string;
  readonly reason: string;
  readonly minutes?: number | null;
}

/** Chips of yours that did not become a bet, and why. */
export interface NotTaken {
  readonly kind: string;
  readonly stake: number;
  readonly reason: string;
  readonly seat?: number | null;
}

/** Something about your session: a reality check, a limit near or reached. */
export interface Notice {
  readonly type: "notice";
  readonly code: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
}

/** The dealer opens a round, at a table the dealer opens. */
export interface OpenBettingCommand {
  readonly type: "OpenBetting";
}

/** One of your bets in this round, with what became of it. */
export interface OwnBet {
  readonly id: string;
  readonly kind: string;
  readonly stake: number;
  readonly seat?: number | null;
  readonly hand?: number;
  readonly golden?: boolean;
  readonly parent?: string | null;
  readonly result?: string;
  readonly paid?: number;
  readonly why?: readonly string[];
}

/** One of the twelve patterns (F214); the first depth is the one it counts from (R23). */
export interface PatternChance {
  readonly pattern: string;
  readonly side: string;
  readonly depths: readonly DepthChance[];
}

/** Stop the table. */
export interface PauseCommand {
  readonly type: "Pause";
  readonly reason: string;
}

/** The table stands still. */
export interface PausedHappening {
  readonly what: "paused";
  readonly reason: string;
  readonly seq: number;
}

/** What a label of the pay table pays, to one: `1`, `19/20`, `3/2`. */
export interface Pay {
  readonly label: string;
  readonly odds: string;
}

/** Somebody at the table, by the name they chose; ids stay with their owner. */
export interface Person {
  readonly nickname: string;
  readonly bot?: boolean;
  readonly medal?: number;
  readonly chosen?: string;
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

/** I am here. */
export interface Pong {
  readonly type: "pong";
  readonly n: number;
  readonly at_ms: number;
}

/** The dealer says what a position really holds. */
export interface ProposeCorrectionCommand {
  readonly type: "ProposeCorrection";
  readonly position: string;
  readonly code: string;
  readonly card: string;
}

/** What is being asked, and what each answer costs as a share of the first stake. */
export interface QuestionShown {
  readonly decision_id: string;
  readonly topic: string;
  readonly options: readonly (readonly [string, string])[];
  readonly default: string;
  readonly seat?: number | null;
  readonly hand?: number;
}

/** Place the bets of the last round played here again (F30). */
export interface RebetCommand {
  readonly type: "Rebet";
}

/** A round as it was shown: a view, and the updates that followed it (F245, F246). */
export interface Replay {
  readonly round: string;
  readonly table: string;
  readonly info: TableInfo;
  readonly snapshot: Snapshot;
  readonly frames: readonly Frame[];
}

/** A card cannot be read: the table pauses and the shoe is retired (F96). */
export interface ReportBarcodeCommand {
  readonly type: "ReportBarcode";
  readonly position: string;
}

/** Our own software broke at this table: the round is void; the second time so is the table. */
export interface ReportMalfunctionCommand {
  readonly type: "ReportMalfunction";
  readonly detail: string;
  readonly again: boolean;
}

/** The table is free for the next round. */
export interface RestedHappening {
  readonly what: "rested";
  readonly seq: number;
}

/** Let the round go on. */
export interface ResumeCommand {
  readonly type: "Resume";
  readonly reason: string;
}

/** The round goes on. */
export interface ResumedHappening {
  readonly what: "resumed";
  readonly seq: number;
}

/** The exact return of a bet: as a decimal, and as a fraction where one is known. */
export interface ReturnInfo {
  readonly decimal: string;
  readonly exact: string | null;
  readonly per: string;
}

/** The dealer turned the face-down cards. */
export interface RevealCommand {
  readonly type: "Reveal";
}

/** A cell of the Big Road. */
export type RoadCell = readonly [number, number, string | null, (number)?, (string)?];

/** A round in a list: what was staked in cash and in golden chips, what came back. */
export interface RoundLine {
  readonly round: string;
  readonly table: string;
  readonly status: string;
  readonly ended_at_ms: number | null;
  readonly bets: number;
  readonly staked: number;
  readonly golden: number;
  readonly returned: number | null;
}

/** A round: information about the game, and what was yours in it (F237). */
export interface RoundTold {
  readonly round: string;
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly variant: string;
  readonly version: number;
  readonly live: boolean;
  readonly shoe: string | null;
  readonly commitment: string | null;
  readonly round_of_shoe: number;
  readonly status: string;
  readonly because: string | null;
  readonly opened_at_ms: number;
  readonly closed_at_ms: number | null;
  readonly ended_at_ms: number | null;
  readonly hands: readonly HandShown[];
  readonly outcome: Readonly<Record<string, string | number | boolean>>;
  readonly story: readonly Because[];
  readonly cards: readonly CardLine[];
  readonly decisions: readonly DecisionLine[];
  readonly bets: readonly BetLine[];
  readonly not_taken: readonly NotTaken[];
  readonly staked: number;
  readonly paid: number | null;
}

/** A line in a room. */
export interface Said {
  readonly type: "said";
  readonly room: string;
  readonly line: string;
  readonly nickname: string;
  readonly text: string;
  readonly at_ms: number;
  readonly role?: string;
  readonly own?: boolean;
  readonly removed?: boolean;
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

/** The roads of one shoe, their predictions, patterns and counts. */
export interface Scorecard {
  readonly shoe_id: string;
  readonly beads: readonly Bead[];
  readonly big_road: readonly RoadCell[];
  readonly big_eye: readonly DerivedCell[];
  readonly small: readonly DerivedCell[];
  readonly cockroach: readonly DerivedCell[];
  readonly ask_player: Asked;
  readonly ask_banker: Asked;
  readonly good_roads: readonly GoodRoadShown[];
  readonly counts: Readonly<Record<string, number>>;
  readonly streak: number;
  readonly derived_streak: number;
}

/** Somebody stood up. */
export interface SeatLeftHappening {
  readonly what: "seat_left";
  readonly seat: number;
  readonly nickname: string;
  readonly seq: number;
}

/** Somebody sat down. */
export interface SeatTakenHappening {
  readonly what: "seat_taken";
  readonly seat: number;
  readonly nickname: string;
  readonly seq: number;
}

/** Switch between commission and zero commission (F112). */
export interface SetModeCommand {
  readonly type: "SetMode";
  readonly mode: string;
}

/** The result is known and paid. */
export interface SettledHappening {
  readonly what: "settled";
  readonly outcome: Readonly<Record<string, string | number | boolean>>;
  readonly seq: number;
}

/** Why, in the words of the pay table, at which odds, and how many cents. */
export interface SettledLine {
  readonly label: string;
  readonly odds: string | null;
  readonly amount: number;
  readonly because: Because;
}

/** The order of a retired shoe can be checked against its promise. */
export interface ShoeDisclosedHappening {
  readonly what: "shoe_disclosed";
  readonly shoe: string;
  readonly seq: number;
}

/** New cards, with the promise of their order when the shoe is virtual. */
export interface ShoeLoadedHappening {
  readonly what: "shoe_loaded";
  readonly shoe: string;
  readonly commitment?: string | null;
  readonly seq: number;
}

/** The promise of a virtual shoe, and its order once the shoe is disclosed. */
export interface ShoeProof {
  readonly shoe: string;
  readonly table: string;
  readonly live: boolean;
  readonly loaded_at_ms: number;
  readonly commitment: string | null;
  readonly disclosed: boolean;
  readonly cards: string | null;
  readonly salt: string | null;
  readonly check: string;
}

/** The cards will be changed. */
export interface ShoeRetiredHappening {
  readonly what: "shoe_retired";
  readonly reason: string;
  readonly seq: number;
}

/** The cut card came out of a live shoe. */
export interface ShowCutCardCommand {
  readonly type: "ShowCutCard";
}

/** You may not speak for a while. */
export interface Silenced {
  readonly type: "silenced";
  readonly reason: string;
  readonly until_ms: number | null;
}

/** The last update a client has of a table. */
export interface Since {
  readonly epoch: number;
  readonly seq: number;
}

/** A whole table, as of `seq`. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly table: string;
  readonly epoch: number;
  readonly seq: number;
  readonly round: string | null;
  readonly view: TableView;
}

/** What lies on a spot: how many players and how much (F129, F156, F205). */
export interface SpotShown {
  readonly kind: string;
  readonly players: number;
  readonly total: number;
  readonly seat?: number | null;
}

/** What the bar in the middle of the screen says (F67–F78). */
export type Status = "bets_closed" | "cancelled" | "closed_table" | "dealer" | "dealing" | "decision" | "insurance" | "last_bets" | "paused" | "place_your_bets" | "result" | "waiting";

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

/** A table's settings as its players need them; `version` counts from the next round on. */
export interface TableInfo {
  readonly table: string;
  readonly name: string;
  readonly version: number;
  readonly game: string;
  readonly variant: string;
  readonly title: string;
  readonly decks: number;
  readonly currency: string;
  readonly chips: readonly number[];
  readonly bets: readonly BetInfo[];
  readonly modes: readonly string[];
  readonly opening: string;
  readonly confirmation: string;
  readonly multiple_bets: boolean;
  readonly seat_rule: string;
  readonly seats: number;
  readonly seats_per_player: number;
  readonly deal_now: boolean;
  readonly live: boolean;
  readonly private: boolean;
  readonly laid_before_close: number;
  readonly timers: TimerInfo;
  readonly voice: readonly string[];
}

/** A whole table for one audience; every field is always there. */
export interface TableView {
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly variant: string;
  readonly status: Status;
  readonly phase: string;
  readonly round: string | null;
  readonly round_of_shoe: number;
  readonly window: Window | null;
  readonly hands: readonly HandShown[];
  readonly outcome: Readonly<Record<string, string | number | boolean>>;
  readonly question: QuestionShown | null;
  readonly spots: readonly SpotShown[];
  readonly bets: readonly LaidBet[];
  readonly seats: Readonly<Record<string, readonly Person[]>>;
  readonly closed_kinds: readonly string[];
  readonly shoe: string | null;
  readonly commitment: string | null;
  readonly cards_left: number;
  readonly last_hand: boolean;
  readonly because: string | null;
  readonly scorecard: Scorecard | null;
  readonly instruction: readonly string[];
}

/** The fields of a view that changed, each whole. */
export interface TableViewChanges {
  readonly table?: string;
  readonly name?: string;
  readonly game?: string;
  readonly variant?: string;
  readonly status?: Status;
  readonly phase?: string;
  readonly round?: string | null;
  readonly round_of_shoe?: number;
  readonly window?: Window | null;
  readonly hands?: readonly HandShown[];
  readonly outcome?: Readonly<Record<string, string | number | boolean>>;
  readonly question?: QuestionShown | null;
  readonly spots?: readonly SpotShown[];
  readonly bets?: readonly LaidBet[];
  readonly seats?: Readonly<Record<string, readonly Person[]>>;
  readonly closed_kinds?: readonly string[];
  readonly shoe?: string | null;
  readonly commitment?: string | null;
  readonly cards_left?: number;
  readonly last_hand?: boolean;
  readonly because?: string | null;
  readonly scorecard?: Scorecard | null;
  readonly instruction?: readonly string[];
}

/** Sit down; without a number the least occupied seat (F13, F14, F46). */
export interface TakeSeatCommand {
  readonly type: "TakeSeat";
  readonly seat?: number | null;
}

/** A table in the lobby. */
export interface Tile {
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly variant: string;
  readonly status: Status;
  readonly round: string | null;
  readonly left_ms: number | null;
  readonly length_ms: number | null;
  readonly minimum: number;
  readonly maximum: number;
  readonly players: number;
  readonly seats_taken: number;
  readonly seats: number;
  readonly shared_seats: boolean;
  readonly hands: readonly HandShown[];
  readonly results: string;
  readonly good_roads: readonly string[];
  readonly streak: number;
  readonly derived_streak: number;
  readonly voice: readonly string[];
}

/** One table of the lobby, whole. */
export interface TileChanged {
  readonly type: "tile";
  readonly tile: Tile;
}

/** The window that was opened at `seq` is over. */
export interface TimeUpCommand {
  readonly type: "TimeUp";
  readonly seq: number;
}

/** Windows of play, in milliseconds. */
export interface TimerInfo {
  readonly betting: number;
  readonly last_seconds: number;
  readonly insurance: number;
  readonly decision: number;
  readonly card: number;
  readonly result: number;
}

/** Take back the last step (F34). */
export interface UndoBetCommand {
  readonly type: "UndoBet";
}

/** A line was taken back by a moderator. */
export interface Unsaid {
  readonly type: "unsaid";
  readonly room: string;
  readonly line: string;
  readonly reason: string;
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

/** What changed at a table from `after` to `seq`: replace these fields of the view. */
export interface Update {
  readonly type: "update";
  readonly table: string;
  readonly epoch: number;
  readonly after: number;
  readonly seq: number;
  readonly round: string | null;
  readonly set: TableViewChanges;
  readonly happened: readonly AnyHappening[];
}

/** A regulation as data: its bets, what they pay and return, and the windows of play. */
export interface VariantHelp {
  readonly variant: string;
  readonly game: string;
  readonly title: string;
  readonly decks: number;
  readonly seats: number;
  readonly bets: readonly BetInfo[];
  readonly timers: TimerInfo;
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

/** The first message: who you are here. */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  readonly player: string;
  readonly nickname: string;
  readonly role: string;
  readonly currency: string;
  readonly balance: number;
  readonly at_ms: number;
  readonly session_ms: number;
}

/** The clock that runs: `left_ms` when this was sent; the server's clock decides. */
export interface Window {
  readonly opened_at: number;
  readonly length_ms: number;
  readonly left_ms: number;
}

/** Everything at one table that is yours alone; always whole. */
export interface You {
  readonly table: string;
  readonly round: string | null;
  readonly status: YourStatus;
  readonly mode: string | null;
  readonly chips: readonly Chip[];
  readonly undo: number;
  readonly can_rebet: boolean;
  readonly wants_deal: boolean;
  readonly confirming: boolean;
  readonly seats: readonly number[];
  readonly bets: readonly OwnBet[];
  readonly not_taken: readonly NotTaken[];
  readonly staked: number;
  readonly paid: number | null;
  readonly ask: readonly string[];
  readonly you_decide: boolean;
}

/** The same bar, for what concerns you alone. */
export type YourStatus = "bets_accepted" | "bets_rejected" | "insufficient_balance" | "lost" | "none" | "refunded" | "returned" | "some_bets_not_accepted" | "wait_for_next_round" | "won";

/** Everything at one table that is yours alone, whole. */
export interface Yours {
  readonly type: "you";
  readonly table: string;
  readonly epoch: number;
  readonly seq: number;
  readonly round: string | null;
  readonly you: You;
}

/** What the server sends. */
export type Message = AnyMessage;
