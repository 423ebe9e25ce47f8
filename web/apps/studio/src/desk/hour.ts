// The alarms of the last hour at this desk: how many began, and how each of them ended.

import { keyOf, type Alarm } from "./alarms.ts";

export const HOUR_MS = 3_600_000;
/** At most so many an hour for one manager; more is a fault of the house, not of the manager. */
export const AIM = 10;

export interface Past {
  readonly key: string;
  readonly table: string;
  readonly name: string;
  readonly kind: string;
  readonly priority: "1" | "2" | "3";
  readonly began: number;
  readonly seenBy: string | null;
  /** Null while it stands. */
  readonly ended: number | null;
}

/** The list after a look at the alarms that stand now, those put off among them. */
export function seen(
  past: readonly Past[],
  standing: readonly Alarm[],
  now: number,
): readonly Past[] {
  const found = new Map(standing.map((alarm) => [keyOf(alarm), alarm]));
  const kept = past
    .filter((one) => one.ended === null || one.ended > now - HOUR_MS)
    .map((one): Past => {
      if (one.ended !== null) return one;
      const alarm = found.get(one.key);
      return alarm === undefined ? { ...one, ended: now } : { ...one, seenBy: alarm.seen_by };
    });
  const open = new Set(kept.filter((one) => one.ended === null).map((one) => one.key));
  const begun = [...found]
    .filter(([key]) => !open.has(key))
    .map(([key, alarm]): Past => ({
      key,
      table: alarm.table,
      name: alarm.name,
      kind: alarm.kind,
      priority: alarm.priority,
      began: alarm.since_ms,
      seenBy: alarm.seen_by,
      ended: null,
    }));
  return [...kept, ...begun];
}

/** How many began within the last hour. */
export const begunLately = (past: readonly Past[], now: number): number =>
  past.filter((one) => one.began > now - HOUR_MS).length;
