// Which good roads one person asked for, and whether a table has just got its first (F212, F215, R23).

import type { GoodRoadShown } from "@sabot/wire/types";

export const PATTERNS = [
  "streak",
  "ping_pong",
  "one_two",
  "sandwich",
  "separate",
  "change",
] as const;
export const SIDES = ["player", "banker"] as const;
export type Side = (typeof SIDES)[number];

/** The wire writes a side as a letter. */
export const sideOf = (letter: string): Side => (letter === "P" ? "player" : "banker");

/** The name of a pattern for a side, as the settings keep it. */
export const patternName = (pattern: string, side: Side): string => `${pattern}:${side}`;

/** The least depth of each pattern that is on; null and absent are off. */
export type PatternSettings = Readonly<Record<string, number | null>>;

/** Deepest first, so that the first one speaks for the table. */
export function wanted(
  roads: readonly GoodRoadShown[],
  settings: PatternSettings,
): readonly GoodRoadShown[] {
  return roads
    .filter((road) => {
      const least = settings[patternName(road.pattern, sideOf(road.side))] ?? null;
      return least !== null && road.depth >= least;
    })
    .sort((one, other) => other.depth - one.depth);
}

/** Tables that match now and did not before; one seen for the first time is no news. */
export function firstMatches(
  before: Readonly<Record<string, boolean>>,
  now: Readonly<Record<string, boolean>>,
): readonly string[] {
  return Object.keys(now).filter((table) => now[table] === true && before[table] === false);
}
