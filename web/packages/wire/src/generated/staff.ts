// Written by `make schemas` from schemas/. Do not edit.

import type { HandShown } from "./messages.ts";

/** Something that needs a person to act. One cause has one alarm. */
export interface AlarmShown {
  readonly alarm: string;
  readonly table: string;
  readonly kind: string;
  readonly priority: Priority;
  readonly since_ms: number;
  readonly deadline_ms: number | null;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  readonly seen_by: string | null;
  readonly seen_at_ms: number | null;
  readonly until_ms: number | null;
}

/** The dealer called the manager. */
export interface CallShown {
  readonly alarm: string;
  readonly reason: string;
  readonly by: string;
  readonly at_ms: number;
  readonly seen_by: string | null;
}

/** A proposal to cancel the round, which a second person decides. */
export interface CancelShown {
  readonly by: string;
  readonly actor: string;
  readonly reason: string;
  readonly public: string;
}

/** The dealer in charge of a table. */
export interface DealerShown {
  readonly name: string;
  readonly actor: string;
  readonly console: string;
  readonly since_ms: number;
  readonly handing_over: boolean;
}

/** What the dealer does now: the largest text of the console and the prompter. */
export type Duty = "announce" | "burn" | "collect" | "deal" | "decide" | "lay" | "load" | "manager" | "off" | "open" | "reveal" | "sign_on" | "wait";

/** What a confirmed proposal would lead to, from what staff may see. */
export interface EffectShown {
  readonly hands: readonly HandShown[];
  readonly next: readonly string[];
  readonly result_known: boolean;
}

/** Something that should not have happened, open until a manager has closed it. */
export interface IncidentShown {
  readonly incident: number;
  readonly kind: string;
  readonly position: string;
  readonly first: string;
  readonly detail: string;
  readonly by: string;
  readonly at_ms: number;
  readonly round: string | null;
  readonly open: boolean;
  readonly seen_by: string | null;
  readonly closed_by: string | null;
  readonly closed_because: string | null;
}

/** One instruction, where, and why. `why` is a code with `facts` that the screens translate. With several positions and one scanner the first is binding; with a scanner for each position all of them are due. */
export interface Instruction {
  readonly act: Duty;
  readonly positions?: readonly string[];
  readonly why?: string;
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
}

/** A shift manager who has a table open at the desk now. */
export interface ManagerShown {
  readonly name: string;
  readonly actor: string;
}

/** 1 needs a person now, 2 soon, 3 before long. */
export type Priority = "1" | "2" | "3";

/** A proposal about cards that waits for a second person. A move names two positions and no card. `effect` are the totals and the next positions with the proposal applied, or null when the round makes no sense with it (`impossible` says why). */
export interface ProposalShown {
  readonly kind: string;
  readonly position: string;
  readonly second: string | null;
  readonly was: string | null;
  readonly code: string | null;
  readonly card: string | null;
  readonly manual: boolean;
  readonly by: string;
  readonly actor: string;
  readonly at_ms: number;
  readonly copies_seen: number | null;
  readonly copies: number;
  readonly effect: EffectShown | null;
  readonly impossible: string | null;
}

/** A card that was read in this round; a hidden one has neither card nor code (P13). */
export interface ReadShown {
  readonly position: string;
  readonly card: string | null;
  readonly code: string | null;
  readonly at_ms: number;
  readonly by: string;
  readonly manual: boolean;
  readonly corrected?: boolean;
}

/** The planned change of dealer: the next dealer, the time, and the manager who planned it. */
export interface ReliefShown {
  readonly name: string;
  readonly actor: string;
  readonly at_ms: number;
  readonly by: string;
}

/** The cards on the table, as staff see them. */
export interface ShoeAtTable {
  readonly shoe: string;
  readonly live: boolean;
  readonly sets: readonly string[];
  readonly cards: number;
  readonly cards_left: number;
  readonly cut_card_from_end: number;
  readonly to_cut: number;
  readonly last_hand: boolean;
  readonly rounds: number;
  readonly loaded_at_ms: number;
  readonly change_due_ms: number;
  readonly dropped: number;
  readonly burned: string | null;
  readonly burn_due: boolean;
  readonly retired: string | null;
}

/** What staff see of a table beyond what players see. */
export interface StudioView {
  readonly live: boolean;
  readonly instruction: Instruction;
  readonly dealer: DealerShown | null;
  readonly shoe: ShoeAtTable | null;
  readonly reads: readonly ReadShown[];
  readonly proposal: ProposalShown | null;
  readonly cancel: CancelShown | null;
  readonly incidents: readonly IncidentShown[];
  readonly call: CallShown | null;
  readonly paused_since_ms: number | null;
  readonly paused_words: string | null;
  readonly video: boolean;
  readonly scanner: boolean;
  readonly players: number;
  readonly staked: number;
  readonly greet: readonly string[];
  readonly round_started_ms: number | null;
  readonly relief?: ReliefShown | null;
}

/** One table on the shift manager's wall. */
export interface WallTable {
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly variant: string;
  readonly live: boolean;
  readonly phase: string;
  readonly round: string | null;
  readonly round_of_shoe: number;
  readonly left_ms: number | null;
  readonly length_ms: number | null;
  readonly players: number;
  readonly watching: number;
  readonly staked: number;
  readonly dealer: string | null;
  readonly dealer_since_ms: number | null;
  readonly studio_silent_ms: number | null;
  readonly studio_deadline_ms: number | null;
  readonly cards_left: number;
  readonly cards: number;
  readonly to_cut: number;
  readonly change_due_ms: number | null;
  readonly shoe: string | null;
  readonly last_hand: boolean;
  readonly because: string | null;
  readonly paused_since_ms: number | null;
  readonly out_of_order: string | null;
  readonly proposal: boolean;
  readonly alarms: readonly AlarmShown[];
  readonly relief?: ReliefShown | null;
  readonly managers?: readonly ManagerShown[];
}
