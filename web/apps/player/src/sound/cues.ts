// What is heard when something happens. A round that costs money is never celebrated.

import type { Announcements } from "@sabot/game/about";
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

/**
 * What the dealer says at tables of every game with a voice (F232). Games add phrases of their own;
 * each is a file an operator may record.
 */
export const PHRASES: readonly string[] = [
  "place_your_bets",
  "last_bets",
  "bets_closed",
  "round_cancelled",
  "welcome",
  "last_hand",
  "new_shoe",
  "new_cards",
  "dealer_change",
  "please_wait",
  "investigation",
  "dealer_not_qualified",
  "thanks",
];

/** What a dealer announces at the console, where the table says the same by itself. */
const SAME: Readonly<Record<string, string>> = {
  bets_open: "place_your_bets",
  no_more_bets: "bets_closed",
};

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

/** What the dealer says about it, if anything; `own` are the announcements of the table's game. */
export function phraseOf(
  message: Message,
  own: Pick<Announcements, "phraseOf"> | null = null,
): string | null {
  if (message.type === "last_seconds") return "last_bets";
  if (message.type !== "update") return null;
  for (const one of message.happened) {
    if (one.what === "betting_opened") return "place_your_bets";
    if (one.what === "betting_ended") return "bets_closed";
    if (one.what === "cancelled") return "round_cancelled";
    const announced = one.what === "announced" ? (SAME[one.phrase] ?? one.phrase) : "";
    if (PHRASES.includes(announced)) return announced;
  }
  const ofTheGame = own?.phraseOf(message.happened) ?? null;
  const last = message.happened.some((one) => one.what === "cut_card"); // F92
  return ofTheGame ?? (last ? "last_hand" : null);
}

/** A dealer announced it at the console. */
export const byDealer = (message: Message): boolean =>
  message.type === "update" && message.happened.some((one) => one.what === "announced");
