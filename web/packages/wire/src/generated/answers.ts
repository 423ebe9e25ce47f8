// Written by `make schemas` from schemas/. Do not edit.

import type { HandShown, NotTaken, Scorecard, Snapshot, Update, You } from "./messages.ts";

/** The entries of the last 90 days, newest first. Sums of stakes and wins leave them out. */
export interface AccountHistory {
  readonly entries: readonly AccountLine[];
}

/** Money or golden chips that moved outside rounds, because staff decided it or they expired. `kind`: `credit`, `chips_granted`, `chips_expired`, `payment_expired`, `payment_restored`, `annulment` (the amount that a round brought is below zero), `chips_returned`. */
export interface AccountLine {
  readonly kind: string;
  readonly at_ms: number;
  readonly amount: number;
  readonly round: string | null;
  readonly chips: ChipsLine | null;
}

/** A settled round was void: what came back, below zero what was taken, `chips` included apart. `theirs` is what the round brought a player of an operator, who decides about it. */
export interface Annulled {
  readonly at_ms: number;
  readonly amount: number;
  readonly chips: number;
  readonly theirs: number;
}

/** Examples to draw; `roads` holds the roads of one shoe after each of its results. */
export interface BaccaratLessons {
  readonly player_draws: readonly number[];
  readonly banker_draws: readonly DrawLesson[];
  readonly roads: readonly Scorecard[];
  readonly good_roads: readonly GoodRoadLesson[];
  readonly any_chance: string;
}

/** A fact that explains a result; the client has the text for its code. */
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

/** One of your bets and its result. */
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

/** A decision and what took it: `player`, `default` or `auto_stand` (F140, F168, F249). */
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

/** The chance that a pattern holds at least this deep at a moment of a shoe. */
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

/** A game that can be played for fun; `table` is the player's own, while it is open. */
export interface ForFunGame {
  readonly variant: string;
  readonly game: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly table: string | null;
}

/** The id of the player's table. */
export interface ForFunOpened {
  readonly table: string;
}

/** The games; empty for a player with real money. */
export interface ForFunShown {
  readonly games: readonly ForFunGame[];
}

/** One update, `at_ms` milliseconds after the round opened, with your own part at that time. */
export interface Frame {
  readonly at_ms: number;
  readonly update: Update;
  readonly you: You | null;
}

/** All twelve after `results` decided rounds, and the chance that at least one holds. */
export interface GoodRoadChances {
  readonly results: number;
  readonly any: string;
  readonly patterns: readonly PatternChance[];
}

/** The smallest example of a pattern for Banker, and how often it appears by chance. */
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
  readonly lessons?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A page of the history; `next` is where the older page begins. */
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

/** A round in a list: stakes in cash and golden chips, and what came back. */
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

/** A round: information about the game, and your own part in it (F237). */
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
  readonly annulled: Annulled | null;
}

/** One line of a payout: its label in the pay table, its odds, and its cents. */
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
  readonly dealer: string | null;
  readonly private: boolean;
  readonly laid_before_close: number;
  readonly ask_symbols: string;
  readonly timers: TimerInfo;
  readonly voice: readonly string[];
  readonly module: string | null;
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
  readonly module: string | null;
}
