// Written by `make schemas` from schemas/. Do not edit.

import type { AnyHappening } from "./happenings.ts";
import type { Priority, StudioView, WallTable } from "./staff.ts";

/** An alarm in the history of the floor, standing or over. */
export interface AlarmLine {
  readonly alarm: string;
  readonly table: string;
  readonly kind: string;
  readonly priority: Priority;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  readonly began_ms: number;
  readonly seen_by: string | null;
  readonly seen_at_ms: number | null;
  readonly ended_ms?: number | null;
}

/** The answer to a request with a `cmd_id`; a refusal says why. */
export interface Answer {
  readonly type: "answer";
  readonly cmd_id: string;
  readonly accepted: boolean;
  readonly code?: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
}

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
  | Support
  | SupportChanged
  | StaffWall
  | StaffTableChanged
  | StaffAlarms
  | ChatLine
  | Notice
  | Pong
  | Ended;

/** What the three derived roads would get after this result (F200, F201). */
export interface Asked {
  readonly big_eye: string | null;
  readonly small: string | null;
  readonly cockroach: string | null;
}

/** Your money: the booked balance, what chips on felts leave of it, and your golden chips. `allowed` is what your own limits leave, or null when your money ends first. `balance` and `available` are null until your operator has reported your balance. */
export interface Balance {
  readonly type: "balance";
  readonly currency: string;
  readonly balance: number | null;
  readonly available: number | null;
  readonly allowed: number | null;
  readonly golden: readonly GoldenChips[];
}

/** One result on the Bead Plate: letter, winning total, pairs (`p`, `b`, `pb`). */
export type Bead = readonly [string, (number | null)?, (string)?];

/** Moderators: a line of any room, with what the server found in it. */
export interface ChatLine {
  readonly type: "chat_line";
  readonly room: string;
  readonly line: string;
  readonly player: string;
  readonly nickname: string;
  readonly text: string;
  readonly at_ms: number;
  readonly role?: string;
  readonly flags?: readonly string[];
  readonly removed?: boolean;
  readonly answered?: boolean;
}

/** Chips on one spot that are not a bet yet, and what is wrong with them (F51, F52, F72). */
export interface Chip {
  readonly kind: string;
  readonly stake: number;
  readonly seat?: number | null;
  readonly golden?: boolean;
  readonly counts?: number;
  readonly note?: string;
}

/** What lies on the felt while betting is open: players and cents by spot, chips included. Sent a few times a second at most, and never stored (F205). */
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

/** A cell of a derived road: `R` repeats, `B` breaks. */
export type DerivedCell = readonly [number, number, string];

/** The session is over, and why; the socket closes. */
export interface Ended {
  readonly type: "ended";
  readonly code: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A frame that could not be read, or a request without an id that was refused. */
export interface Fault {
  readonly type: "fault";
  readonly code: string;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
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

/** A bet that other players may see, at tables with seats (F126, F129). */
export interface LaidBet {
  readonly seat: number;
  readonly nickname: string;
  readonly kind: string;
  readonly stake: number;
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

/** All tables. */
export interface Lobby {
  readonly type: "lobby";
  readonly tiles: readonly Tile[];
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

/** One of your bets in this round, with its result. */
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

/** A player at the table, by nickname; ids are sent to their owners only. */
export interface Person {
  readonly nickname: string;
  readonly bot?: boolean;
  readonly medal?: number;
  readonly chosen?: string;
}

/** The answer to `ping`. */
export interface Pong {
  readonly type: "pong";
  readonly n: number;
  readonly at_ms: number;
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

/** A cell of the Big Road. */
export type RoadCell = readonly [number, number, string | null, (number)?, (string)?];

/** A chat line in a room. */
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
  readonly answered?: boolean;
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

/** You may not write for a while; only staff see the reason. */
export interface Silenced {
  readonly type: "silenced";
  readonly until_ms: number | null;
}

/** A full view of a table, as of `seq`. */
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

/** Staff: the alarms of the shift, those that are over too; `whole` is every one of them. Later messages bring the lines that changed; `(table, alarm, began_ms)` names one. */
export interface StaffAlarms {
  readonly type: "staff_alarms";
  readonly lines: readonly AlarmLine[];
  readonly whole: boolean;
}

/** Staff: one table of the wall, in full. */
export interface StaffTableChanged {
  readonly type: "staff_table";
  readonly table: WallTable;
  readonly at_ms: number;
}

/** Staff: every table, in the order of the house. */
export interface StaffWall {
  readonly type: "staff_wall";
  readonly tables: readonly WallTable[];
  readonly at_ms: number;
}

/** What the bar in the middle of the screen says (F67–F78). */
export type Status = "bets_closed" | "cancelled" | "closed_table" | "dealer" | "dealing" | "decision" | "insurance" | "last_bets" | "paused" | "place_your_bets" | "result" | "waiting";

/** Staff: the players who wait for an answer, longest first, and how many there are. */
export interface Support {
  readonly type: "support";
  readonly waiting: number;
  readonly rooms: readonly SupportRoom[];
}

/** Staff: one support room, in full; no lines means that it was answered. */
export interface SupportChanged {
  readonly type: "support_room";
  readonly room: SupportRoom;
}

/** A player's support room: since when the player waits, and with how many lines. */
export interface SupportRoom {
  readonly room: string;
  readonly nickname: string;
  readonly since_ms: number | null;
  readonly lines: number;
  readonly last?: string;
  readonly for_manager?: boolean;
}

/** A whole table for one audience; every field is always present. */
export interface TableView {
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly variant: string;
  readonly status: Status;
  readonly phase: string;
  readonly round: string | null;
  readonly round_of_shoe: number;
  readonly bets_for: string | null;
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
  readonly studio: StudioView | null;
}

/** The fields of a view that changed, each in full. */
export interface TableViewChanges {
  readonly table?: string;
  readonly name?: string;
  readonly game?: string;
  readonly variant?: string;
  readonly status?: Status;
  readonly phase?: string;
  readonly round?: string | null;
  readonly round_of_shoe?: number;
  readonly bets_for?: string | null;
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
  readonly studio?: StudioView | null;
}

/** A table in the lobby. */
export interface Tile {
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly variant: string;
  readonly live: boolean;
  readonly rehearsal: boolean;
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
  readonly module: string | null;
}

/** One tile of the lobby, in full. */
export interface TileChanged {
  readonly type: "tile";
  readonly tile: Tile;
}

/** A moderator removed a line; only staff see the reason. */
export interface Unsaid {
  readonly type: "unsaid";
  readonly room: string;
  readonly line: string;
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

/** The first message: your account. `balance` is null until your operator has reported it. */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  readonly player: string;
  readonly nickname: string;
  readonly role: string;
  readonly currency: string;
  readonly balance: number | null;
  readonly at_ms: number;
  readonly session_ms: number;
}

/** The running clock: `left_ms` is as of sending, and the server's clock decides. */
export interface Window {
  readonly opened_at: number;
  readonly length_ms: number;
  readonly left_ms: number;
}

/** Everything at one table that is yours alone, always in full. */
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
  readonly allowed?: number | null;
}

/** The same bar, for what concerns you alone. */
export type YourStatus = "bets_accepted" | "bets_rejected" | "insufficient_balance" | "lost" | "none" | "refunded" | "returned" | "some_bets_not_accepted" | "wait_for_next_round" | "won";

/** Everything at one table that is yours alone, in full. */
export interface Yours {
  readonly type: "you";
  readonly table: string;
  readonly epoch: number;
  readonly seq: number;
  readonly round: string | null;
  readonly you: You;
}
