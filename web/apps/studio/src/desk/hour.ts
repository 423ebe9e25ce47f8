// The alarms of the shift as the house keeps them: how many began lately, and how each ended.

import type { AlarmLine } from "@sabot/wire/types";

export const HOUR_MS = 3_600_000;
/** At most so many an hour for one manager; more is a fault of the house, not of the manager. */
export const AIM = 10;

/** One beginning of one alarm at one table. */
export const lineKey = (line: AlarmLine): string =>
  `${line.table} ${line.alarm} ${String(line.began_ms)}`;

/** The list after the house has told the whole of it, or the lines that changed. */
export function heard(
  past: readonly AlarmLine[],
  lines: readonly AlarmLine[],
  whole: boolean,
): readonly AlarmLine[] {
  const found = new Map((whole ? [] : past).map((line) => [lineKey(line), line]));
  for (const line of lines) found.set(lineKey(line), line);
  return [...found.values()].sort((a, b) => a.began_ms - b.began_ms);
}

/** How many began within the last hour. */
export const begunLately = (past: readonly AlarmLine[], now: number): number =>
  past.filter((one) => one.began_ms > now - HOUR_MS).length;
