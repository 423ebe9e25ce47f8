// What comes within the next 40 minutes: cards to change, dealers to change, alarms that come back.

import type { WallTable } from "@sabot/wire/types";
import type { Alarm } from "./alarms.ts";

export const AHEAD_MS = 40 * 60_000;
/** Moments nearer to each other than this stand together. */
const TOGETHER_MS = 2 * 60_000;
const SHOWN_MAX = 6;

export interface Coming {
  readonly at: number;
  readonly kind: "cards" | "idle" | "back" | "relief";
  readonly tables: readonly string[];
  /** From 0 to 1 along the line. */
  readonly place: number;
}

export function coming(
  tables: readonly WallTable[],
  resting: readonly Alarm[],
  now: number,
): readonly Coming[] {
  const single: readonly { at: number | null; kind: Coming["kind"]; name: string }[] = [
    ...tables.map((table) => ({
      at: table.change_due_ms,
      kind: "cards" as const,
      name: table.name,
    })),
    ...tables.flatMap((table) =>
      table.alarms
        .filter((alarm) => alarm.kind === "shoe_idle")
        .map((alarm) => ({ at: alarm.deadline_ms, kind: "idle" as const, name: table.name })),
    ),
    ...tables.map((table) => ({
      at: table.relief?.at_ms ?? null,
      kind: "relief" as const,
      name: table.name,
    })),
    ...resting.map((alarm) => ({ at: alarm.until_ms, kind: "back" as const, name: alarm.name })),
  ];
  const due = single
    .flatMap((one) => (one.at === null ? [] : [{ ...one, at: one.at }]))
    .filter((one) => one.at >= now && one.at <= now + AHEAD_MS)
    .sort((a, b) => a.at - b.at);
  const found: Coming[] = [];
  for (const { at, kind, name } of due) {
    const last = found.at(-1);
    if (last !== undefined && last.kind === kind && at - last.at < TOGETHER_MS)
      found[found.length - 1] = { ...last, tables: [...last.tables, name] };
    else found.push({ at, kind, tables: [name], place: (at - now) / AHEAD_MS });
  }
  return found.slice(0, SHOWN_MAX);
}
