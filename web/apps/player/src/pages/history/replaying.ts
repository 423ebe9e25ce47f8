// A round once more, as steps: the table after each update, and what was said about it.
// Pure: it knows neither page nor clock; times are those of the round.

import { applied, emptyTable, type Table } from "@sabot/table";
import type { AnyHappening, Message, Replay } from "@sabot/wire/types";

export interface Step {
  /** Milliseconds since betting was opened. */
  readonly atMs: number;
  /** The table then; its `endsAt` is in milliseconds of the round as well. */
  readonly table: Table;
  /** What was told since the step before, for the timeline that presents it (ADR 0040). */
  readonly told: readonly Message[];
}

const ENDS: readonly AnyHappening["what"][] = ["settled", "cancelled", "lapsed"];

/** Every update that showed something, from the opening of the betting to the end of the round. */
export function stepsOf(replay: Replay): readonly Step[] {
  const steps: Step[] = [];
  let told: readonly Message[] = [];
  let table = applied(emptyTable, replay.snapshot, 0);
  for (const { at_ms: atMs, update, you } of replay.frames) {
    table = { ...applied(table, update, atMs), you };
    const { epoch, seq } = update;
    const yours: readonly Message[] =
      you === null ? [] : [{ type: "you", table: replay.table, epoch, seq, round: you.round, you }];
    told = [...told, update, ...yours];
    const seen = Object.keys(update.set).length > 0 || update.happened.length > 0;
    if (seen || steps.length === 0) {
      steps.push({ atMs, table, told });
      told = [];
    }
    if (update.happened.some(({ what }) => ENDS.includes(what))) break;
  }
  return steps;
}

/** From the least to the most telling of what happens in one moment. */
const ORDER: readonly AnyHappening["what"][] = [
  "betting_opened",
  "betting_ended",
  "bets_closed",
  "dealing_started",
  "asked",
  "answers_closed",
  "chosen",
  "cut_card",
  "revealed",
  "corrected",
  "resumed",
  "paused",
  "settled",
  "lapsed",
  "cancelled",
];

/** What a caption names of a moment, beside the cards; null when there is nothing to say. */
export function tellingOf(happened: readonly AnyHappening[]): AnyHappening | null {
  const rank = (one: AnyHappening): number => ORDER.indexOf(one.what);
  const [most] = [...happened]
    .filter((one) => rank(one) >= 0)
    .sort((one, other) => rank(other) - rank(one));
  return most ?? null;
}

/** How long a step stays before the next one, at a speed; null at the end. */
export function waitAfter(steps: readonly Step[], at: number, speed: number): number | null {
  const now = steps[at];
  const next = steps[at + 1];
  if (now === undefined || next === undefined) return null;
  return Math.max(0, next.atMs - now.atMs) / speed;
}

/** `0:07` of the round. */
export function since(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
