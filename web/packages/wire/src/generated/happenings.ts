// Written by `make schemas` from schemas/. Do not edit.

/** The dealer announced a phrase of the list; clients show and speak it in their language. */
export interface AnnouncedHappening {
  readonly what: "announced";
  readonly phrase: string;
  readonly seq: number;
}

/** The window of a question to all players is over. */
export interface AnswersClosedHappening {
  readonly what: "answers_closed";
  readonly seq: number;
}

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
  | CardRemovedHappening
  | CutCardShownHappening
  | ShoeRetiredHappening
  | ShoeDisclosedHappening
  | PromiseLostHappening
  | ShoeWrittenOffHappening
  | SeatTakenHappening
  | SeatLeftHappening
  | AnnouncedHappening
  | KindsSwitchedHappening
  | IncidentHappening
  | ManagerCalledHappening
  | CancelProposedHappening
  | HiddenCardsSeenHappening
  | ProposedHappening
  | ProposalEndedHappening
  | DealerChangedHappening
  | SeenHappening;

/** A seat, or every player, is asked. */
export interface AskedHappening {
  readonly what: "asked";
  readonly topic: string;
  readonly seat?: number | null;
  readonly hand?: number;
  readonly seq: number;
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

/** Staff only: a colleague wants the round cancelled. */
export interface CancelProposedHappening {
  readonly what: "cancel_proposed";
  readonly reason: string;
  readonly seq: number;
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

/** A card was dealt to a position; null lies face down. */
export interface CardDealtHappening {
  readonly what: "card";
  readonly position: string;
  readonly card: string | null;
  readonly seq: number;
}

/** A card was read too early: it left the shoe and is not dealt. */
export interface CardRemovedHappening {
  readonly what: "card_removed";
  readonly card: string;
  readonly seq: number;
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

/** The asked seat decided, or the house decided for it. */
export interface ChosenHappening {
  readonly what: "chosen";
  readonly option: string;
  readonly by: string;
  readonly seat?: number | null;
  readonly hand?: number;
  readonly seq: number;
}

/** This hand is the last of its shoe. */
export interface CutCardShownHappening {
  readonly what: "cut_card";
  readonly seq: number;
}

/** A dealer signed on, or the table has none. */
export interface DealerChangedHappening {
  readonly what: "dealer_changed";
  readonly dealer: string | null;
  readonly seq: number;
}

/** The cards are due. */
export interface DealingStartedHappening {
  readonly what: "dealing_started";
  readonly seq: number;
}

/** Staff only: a shift manager asked to see the face-down cards. */
export interface HiddenCardsSeenHappening {
  readonly what: "hidden_cards_seen";
  readonly reason: string;
  readonly seq: number;
}

/** Staff only: something went wrong at the table. */
export interface IncidentHappening {
  readonly what: "incident";
  readonly kind: string;
  readonly detail: string;
  readonly position?: string;
  readonly first?: string;
  readonly seq: number;
}

/** Kinds of bet were turned off or on again. */
export interface KindsSwitchedHappening {
  readonly what: "kinds_switched";
  readonly kinds: readonly string[];
  readonly off: boolean;
  readonly seq: number;
}

/** No player bet, so nothing is dealt. */
export interface LapsedHappening {
  readonly what: "lapsed";
  readonly seq: number;
}

/** Staff only: the dealer wants the shift manager. */
export interface ManagerCalledHappening {
  readonly what: "manager_called";
  readonly reason: string;
  readonly seq: number;
}

/** The table is paused. */
export interface PausedHappening {
  readonly what: "paused";
  readonly reason: string;
  readonly seq: number;
}

/** The order of a shoe can no longer be shown; no further card is dealt from it. */
export interface PromiseLostHappening {
  readonly what: "promise_lost";
  readonly shoe: string;
  readonly seq: number;
}

/** Staff only: a proposal was withdrawn, declined, or sent back to be read again. */
export interface ProposalEndedHappening {
  readonly what: "proposal_ended";
  readonly how: string;
  readonly reason?: string;
  readonly position?: string;
  readonly seq: number;
}

/** Staff only: a colleague proposed what a position holds, or that two cards change places. */
export interface ProposedHappening {
  readonly what: "proposed";
  readonly position: string;
  readonly second?: string;
  readonly seq: number;
}

/** The table is free for the next round. */
export interface RestedHappening {
  readonly what: "rested";
  readonly seq: number;
}

/** The round goes on. */
export interface ResumedHappening {
  readonly what: "resumed";
  readonly seq: number;
}

/** A player stood up, or the house freed the seat after `missed` rounds without a bet. */
export interface SeatLeftHappening {
  readonly what: "seat_left";
  readonly seat: number;
  readonly nickname: string;
  readonly missed?: number;
  readonly seq: number;
}

/** A player sat down. */
export interface SeatTakenHappening {
  readonly what: "seat_taken";
  readonly seat: number;
  readonly nickname: string;
  readonly seq: number;
}

/** Staff only: a colleague saw an alarm. */
export interface SeenHappening {
  readonly what: "alarm_seen";
  readonly alarm: string;
  readonly by: string;
  readonly seq: number;
}

/** The result is known and paid. */
export interface SettledHappening {
  readonly what: "settled";
  readonly outcome: Readonly<Record<string, string | number | boolean>>;
  readonly seq: number;
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

/** The cards will be changed. */
export interface ShoeRetiredHappening {
  readonly what: "shoe_retired";
  readonly reason: string;
  readonly seq: number;
}

/** A shoe whose promise is lost was given up; its order will never be published. */
export interface ShoeWrittenOffHappening {
  readonly what: "shoe_written_off";
  readonly shoe: string;
  readonly reason: string;
  readonly seq: number;
}
