// Written by `make schemas` from schemas/. Do not edit.

import type { ShoeAtTable } from "./staff.ts";

/** A wallet operation that two people may give up from `due_at_ms` on. */
export interface AnnouncedExpiry {
  readonly operation: string;
  readonly operator: string;
  readonly player: string;
  readonly kind: string;
  readonly amount: number;
  readonly round: string;
  readonly since_ms: number;
  readonly announced_at_ms: number;
  readonly due_at_ms: number;
}

/** What an annulment means for one player, in cents. The round brought `paid` for `staked`. `amount` is what the player's money gains, below zero what it loses; `uncollected` could not be taken; `theirs` only the player's operator can take back; `chips` are golden chips that come back. */
export interface AnnulmentLine {
  readonly player: string;
  readonly operator: string | null;
  readonly currency: string;
  readonly staked: number;
  readonly paid: number;
  readonly amount: number;
  readonly uncollected: number;
  readonly theirs: number;
  readonly chips: number;
}

/** What an annulment of a round would mean, before it is proposed. */
export interface AnnulmentPreview {
  readonly round: string;
  readonly lines: readonly AnnulmentLine[];
}

/** Something that waits for a second person; `kind` says where it is decided. `credit`, `golden_chips`, `expiry`, `void`, `annulment` and `clock` are decided over HTTP, `correction` and `cancel` at the table. `gives` and `takes` are what an approval would move now, in cents: to players or operators, and from players. `facts` are the rest of what is proposed. */
export interface ApprovalLine {
  readonly kind: string;
  readonly id: string;
  readonly table: string | null;
  readonly round: string | null;
  readonly player: string | null;
  readonly amount: number | null;
  readonly by: string;
  readonly at_ms: number | null;
  readonly reason: string;
  readonly yours: boolean;
  readonly why_not?: string | null;
  readonly players?: number | null;
  readonly gives?: number | null;
  readonly takes?: number | null;
  readonly until_ms?: number | null;
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
}

/** Everything that waits for a second person, the longest wait first. */
export interface Approvals {
  readonly waiting: readonly ApprovalLine[];
}

/** One set with its passport: the code of each card. */
export interface CardSetOpened {
  readonly card_set: CardSetShown;
  readonly passport: readonly string[];
}

/** A set as it stands; `table` is where its cards lie now. `ready_at` is the one table where it may be loaded without a seal, and `ready` says that it may be loaded at every table. */
export interface CardSetShown {
  readonly set: string;
  readonly decks: number;
  readonly stage: string;
  readonly test: boolean;
  readonly ready: boolean;
  readonly ready_at: string | null;
  readonly table: string | null;
  readonly prepared_by: string;
  readonly steps: readonly SetStep[];
}

/** Every set, those in doubt apart, what the live tables need, and the reasons of a change. */
export interface CardSets {
  readonly sets: readonly CardSetShown[];
  readonly in_doubt: readonly string[];
  readonly tables: readonly TableNeed[];
  readonly change_reasons: readonly string[];
}

/** What a moderator did, in the record of all rooms; `line` is the one that was removed. */
export interface ChatDeed {
  readonly action: string;
  readonly place: string;
  readonly line: string | null;
  readonly player: string;
  readonly nickname: string;
  readonly by: string;
  readonly at_ms: number;
  readonly reason: string;
  readonly until_ms: number | null;
}

/** A line of one player; the text of a removed one is for moderators alone. */
export interface ChatLineOf {
  readonly room: string;
  readonly line: string;
  readonly text: string;
  readonly at_ms: number;
  readonly removed: boolean;
  readonly flags: readonly string[];
}

/** What a moderator did about a player, and why. */
export interface ChatNote {
  readonly action: string;
  readonly place: string;
  readonly by: string;
  readonly at_ms: number;
  readonly reason: string;
  readonly until_ms: number | null;
}

/** A dealer who may be planned for a table, connected or not. */
export interface DealerOfHouse {
  readonly name: string;
  readonly actor: string;
}

/** A new device, with its token, which is told here and never again. */
export interface DeviceAdded {
  readonly device: DeviceShown;
  readonly token: string;
}

/** A device that may sign in. */
export interface DeviceShown {
  readonly name: string;
  readonly table: string;
  readonly device: string;
  readonly position: string;
  readonly added_at_ms: number;
}

/** Every device that may sign in. */
export interface Devices {
  readonly devices: readonly DeviceShown[];
}

/** Operations about to expire, and proposals that wait for a decision. */
export interface Expiries {
  readonly announced: readonly AnnouncedExpiry[];
  readonly proposals: readonly ExpiryProposal[];
}

/** A proposal as it stands. */
export interface ExpiryProposal {
  readonly id: string;
  readonly operation: string;
  readonly step: string;
  readonly player: string;
  readonly amount: number;
  readonly reason: string;
  readonly proposed_by: string;
  readonly proposed_at_ms: number;
  readonly verdict: string;
  readonly decided_by: string;
  readonly decided_because: string;
  readonly decided_at_ms: number;
}

/** A hand, face-down cards included. */
export interface HandSeen {
  readonly name: string;
  readonly cards: readonly (string | null)[];
}

/** The hands of a round, for a shift manager; the log records that they asked. */
export interface HiddenCards {
  readonly table: string;
  readonly round: string;
  readonly hands: readonly HandSeen[];
}

/** An incident in the log of all tables. */
export interface IncidentLine {
  readonly table: string;
  readonly incident: number;
  readonly kind: string;
  readonly position: string;
  readonly first: string;
  readonly detail: string;
  readonly by: string;
  readonly at_ms: number;
  readonly round: string | null;
  readonly open: boolean;
  readonly closed_by: string | null;
  readonly closed_because: string | null;
  readonly closed_at_ms: number | null;
}

/** A page of the log of incidents, newest first; `next` is where the older page begins. */
export interface Incidents {
  readonly incidents: readonly IncidentLine[];
  readonly next: number | null;
}

/** Refund preview: what one kind of bet would give back. */
export interface LineShown {
  readonly kind: string;
  readonly players: number;
  readonly bets: number;
  readonly cents: number;
}

/** The places where chat is off, and what moderators did since a moment, newest first. */
export interface Moderation {
  readonly off: readonly string[];
  readonly deeds: readonly ChatDeed[];
}

/** The staff on duty, by role and name, and every dealer of the house, by name. */
export interface OnDuty {
  readonly people: readonly OnDutyLine[];
  readonly dealers?: readonly DealerOfHouse[];
}

/** A member of the house's staff who is connected, or in charge of a table. */
export interface OnDutyLine {
  readonly name: string;
  readonly actor: string;
  readonly role: string;
  readonly since_ms: number | null;
  readonly sockets: number;
  readonly tables: readonly string[];
}

/** A player as moderators see them: nothing about money or play. */
export interface PlayerChat {
  readonly player: string;
  readonly nickname: string;
  readonly since_ms: number | null;
  readonly lines: readonly ChatLineOf[];
  readonly restrictions: readonly RestrictionShown[];
  readonly notes: readonly ChatNote[];
}

/** What a cancel would give back now, computed by the server (F244). */
export interface RefundPreview {
  readonly table: string;
  readonly round: string;
  readonly players: number;
  readonly bets: number;
  readonly cents: number;
  readonly golden: number;
  readonly golden_cents: number;
  readonly by_kind: readonly LineShown[];
  readonly by_operator: Readonly<Record<string, number>>;
  readonly can_cancel: boolean;
  readonly why_not: string | null;
  readonly needs_two: boolean;
  readonly currency: string;
}

/** Where a player may not write: a room, or `*` for every table. */
export interface RestrictionShown {
  readonly place: string;
  readonly until_ms: number | null;
}

/** What was done to a set, and by whom. `missing` and `extra` are what a wrong count found. */
export interface SetStep {
  readonly number: number;
  readonly deed: string;
  readonly actor: string;
  readonly by: string;
  readonly reason: string;
  readonly at_ms: number;
  readonly before: string | null;
  readonly after: string;
  readonly by_scan: boolean;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly where: string | null;
  readonly seal: string;
  readonly table: string;
  readonly shoe: string;
}

/** A live table: which cards it takes, and which it has. `cut_card` is how many cards usually lie behind the cut card; a person may put it between `cut_card_least` and `cut_card_most`. Without `passports` any cards may be loaded. */
export interface TableNeed {
  readonly table: string;
  readonly name: string;
  readonly variant: string;
  readonly decks: number;
  readonly cut_card: number;
  readonly cut_card_least: number;
  readonly cut_card_most: number;
  readonly burn: boolean;
  readonly passports: boolean;
  readonly shoe: ShoeAtTable | null;
}

/** What happened in the round in play, or in the last one. */
export interface Timeline {
  readonly table: string;
  readonly round: string;
  readonly lines: readonly TimelineLine[];
}

/** One event of a round, in order, with names of staff; a hidden card is null (P13). */
export interface TimelineLine {
  readonly seq: number;
  readonly at_ms: number;
  readonly event: string;
  readonly actor: string | null;
  readonly position: string | null;
  readonly second: string | null;
  readonly card: string | null;
  readonly words: string | null;
  readonly public: string | null;
}
