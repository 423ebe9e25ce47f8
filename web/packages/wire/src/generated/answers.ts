// Written by `make schemas` from schemas/. Do not edit.

import type { HandShown, NotTaken, Scorecard, Snapshot, Update, You } from "./messages.ts";

/** The entries of the last 90 days, newest first. They are in no sum of stakes and wins. */
export interface AccountHistory {
  readonly entries: readonly AccountLine[];
}

/** Money or golden chips that moved outside of rounds, by a decision of staff or by their end. `kind`: `credit`, `chips_granted`, `chips_expired`, `payment_expired`, `payment_restored`. */
export interface AccountLine {
  readonly kind: string;
  readonly at_ms: number;
  readonly amount: number;
  readonly round: string | null;
  readonly chips: ChipsLine | null;
}

/** Examples to draw; `roads` are those of one shoe after each of its results. */
export interface BaccaratLessons {
  readonly player_draws: readonly number[];
  readonly banker_draws: readonly DrawLesson[];
  readonly roads: readonly Scorecard[];
  readonly good_roads: readonly GoodRoadLesson[];
  readonly any_chance: string;
}

/** A fact of the round that explains something; words are the client's. */
export interface Because {
  readonly code: string;
  readonly data: Readonly<Record<string, string | number>>;
}

/** One kind of bet: limits, pays, conditions, exact and declared return (F4, F7, F262). */
export interface BetInfo {
  readonly kind: string;
  readonly role: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly pays: readonly Pay[];
  readonly bonus: readonly Pay[];
  readonly returns: readonly ReturnInfo[];
  readonly declared: DeclaredInfo | null;
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

/** A card in the order it was dealt; null when it was never shown to you. `number` is its place in the shoe, counted from one. */
export interface CardLine {
  readonly position: string;
  readonly number: number;
  readonly card: string | null;
  readonly at_ms: number;
}

/** Golden chips of one grant; no games mean all of them. */
export interface ChipsLine {
  readonly count: number;
  readonly value: number;
  readonly games: readonly string[];
  readonly tables: readonly string[];
  readonly expires_at_ms: number;
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

/** The declared return of a bet, as this version of the table's settings holds it (F262). */
export interface DeclaredInfo {
  readonly figure: string;
  readonly by: string;
  readonly on: string;
  readonly slip: string | null;
  readonly reading: string | null;
}

/** The chance that a pattern holds at least so deep at a moment of a shoe. */
export interface DepthChance {
  readonly depth: number;
  readonly decimal: string;
}

/** Banker's two-card total, and when it draws: by Player's third card, or when Player stood. */
export interface DrawLesson {
  readonly total: number;
  readonly on: readonly number[];
  readonly alone: boolean;
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

/** One of the twelve patterns (F214); the first depth is the one it counts from (R23). */
export interface PatternChance {
  readonly pattern: string;
  readonly side: string;
  readonly depths: readonly DepthChance[];
}

/** What a label of the pay table pays, to one: `1`, `19/20`, `3/2`. */
export interface Pay {
  readonly label: string;
  readonly odds: string;
}

/** A round as it was shown: a view, and the updates that followed it (F245, F246). */
export interface Replay {
  readonly round: string;
  readonly table: string;
  readonly info: TableInfo;
  readonly snapshot: Snapshot;
  readonly frames: readonly Frame[];
}

/** The exact return of a bet: as a decimal, and as a fraction where one is known. */
export interface ReturnInfo {
  readonly decimal: string;
  readonly exact: string | null;
  readonly per: string;
}

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

/** Why, in the words of the pay table, at which odds, and how many cents. */
export interface SettledLine {
  readonly label: string;
  readonly odds: string | null;
  readonly amount: number;
  readonly because: Because;
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
  readonly auto_confirm: boolean;
  readonly multiple_bets: boolean;
  readonly seat_rule: string;
  readonly seats: number;
  readonly seats_per_player: number;
  readonly deal_now: boolean;
  readonly live: boolean;
  readonly private: boolean;
  readonly laid_before_close: number;
  readonly ask_symbols: string;
  readonly timers: TimerInfo;
  readonly voice: readonly string[];
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
