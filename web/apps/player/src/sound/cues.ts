// What is heard when something happens. A round that costs money is never celebrated.

import { amounts } from "@sabot/table";
import type { AnyHappening, Message, You } from "@sabot/wire/types";

/** Sounds of the table, and effects around it: each has its own switch (F231). */
export const CUES = {
  card: "table_sound",
  turn: "table_sound",
  shuffle: "table_sound",
  chip: "effects",
  chip_back: "effects",
  closed: "effects",
  tick: "effects",
  your_turn: "effects",
  win: "effects",
} as const;
export type Cue = keyof typeof CUES;

/** A sound, and how many milliseconds from now. */
export interface Heard {
  readonly cue: Cue;
  readonly afterMs: number;
}

/** What the dealer says at tables with a voice (F232); each is a file an operator may record. */
export const PHRASES = [
  "place_your_bets",
  "last_bets",
  "bets_closed",
  "player_wins",
  "banker_wins",
  "tie",
  "round_cancelled",
  "dealer_blackjack",
  "no_dealer_blackjack",
] as const;
export type Phrase = (typeof PHRASES)[number];

const SECOND_MS = 1_000;
const CARDS_APART_MS = 90;

export function cuesOf(message: Message, before: You | null): readonly Heard[] {
  switch (message.type) {
    case "update":
      return message.happened.flatMap(happened);
    case "last_seconds": {
      const ticks = Math.max(0, Math.floor(message.left_ms / SECOND_MS));
      const first = message.left_ms - ticks * SECOND_MS;
      return Array.from({ length: ticks }, (_, n) => ({
        cue: "tick" as const,
        afterMs: first + n * SECOND_MS,
      }));
    }
    case "you":
      return mine(message.you, before);
    default:
      return [];
  }
}

function happened(one: AnyHappening, place: number): readonly Heard[] {
  const at = (cue: Cue): readonly Heard[] => [{ cue, afterMs: place * CARDS_APART_MS }];
  switch (one.what) {
    case "card":
      return at("card");
    case "revealed":
      return at("turn");
    case "shoe_loaded":
      return at("shuffle");
    case "betting_ended":
      return at("closed");
    default:
      return [];
  }
}

function mine(you: You, before: You | null): readonly Heard[] {
  if (before === null) return []; // the page has just come: nothing happened
  const cues: Cue[] = [];
  const lies = (whose: You): number => amounts.totalBet(whose);
  // The first chip may open the round.
  const lay = you.round === before.round ? lies(before) : 0;
  if (you.paid === null && lies(you) !== lay) cues.push(lies(you) > lay ? "chip" : "chip_back");
  if (asked(you) && !asked(before)) cues.push("your_turn");
  const net = amounts.net(you);
  const told = before.paid !== null && before.round === you.round;
  if (net !== null && net > 0 && you.status === "won" && !told) cues.push("win");
  return cues.map((cue) => ({ cue, afterMs: 0 }));
}

const asked = (you: You): boolean => you.you_decide || you.ask.length > 0;

/** What the dealer says about it, if anything. */
export function phraseOf(message: Message): Phrase | null {
  if (message.type === "last_seconds") return "last_bets";
  if (message.type !== "update") return null;
  const names = message.happened.map((one) => one.what);
  // F269: insurance is over, and somebody decides: the dealer has no blackjack.
  if (names.includes("answers_closed") && names.includes("asked")) return "no_dealer_blackjack";
  for (const one of message.happened) {
    if (one.what === "betting_opened") return "place_your_bets";
    if (one.what === "betting_ended") return "bets_closed";
    if (one.what === "cancelled") return "round_cancelled";
    if (one.what === "settled") {
      if (one.outcome["dealer_blackjack"] === true) return "dealer_blackjack";
      const winner = one.outcome["winner"] ?? one.outcome["outcome"];
      if (winner === "player") return "player_wins";
      if (winner === "banker") return "banker_wins";
      if (winner === "tie") return "tie";
    }
  }
  return null;
}
