// Alarms of all tables in one list: by priority, then the nearest deadline, then age.

import type { AlarmShown, WallTable } from "@sabot/wire/types";

export interface Alarm extends AlarmShown {
  /** The name of its table. */
  readonly name: string;
}

/** An alarm's id is its own at its table only. */
export const keyOf = (alarm: AlarmShown): string => `${alarm.table} ${alarm.alarm}`;

export const isNew = (alarm: AlarmShown): boolean => alarm.seen_by === null;

/** The alarms that are shown now, the first to act on in front. */
export function listed(tables: readonly WallTable[], now: number): readonly Alarm[] {
  return all(tables)
    .filter((alarm) => !rests(alarm, now))
    .sort(before);
}

/** Those that a colleague put off, the next to come back in front. */
export function resting(tables: readonly WallTable[], now: number): readonly Alarm[] {
  return all(tables)
    .filter((alarm) => rests(alarm, now))
    .sort((a, b) => (a.until_ms ?? 0) - (b.until_ms ?? 0));
}

function all(tables: readonly WallTable[]): Alarm[] {
  return tables.flatMap((table) => table.alarms.map((alarm) => ({ ...alarm, name: table.name })));
}

const rests = (alarm: AlarmShown, now: number): boolean => (alarm.until_ms ?? 0) > now;

/** As the server orders the alarms of one table. Two without a deadline differ by no number (`NaN`),
    which `||` passes over. */
export function before(a: AlarmShown, b: AlarmShown): number {
  return (
    Number(a.priority) - Number(b.priority) ||
    (a.deadline_ms ?? Infinity) - (b.deadline_ms ?? Infinity) ||
    a.since_ms - b.since_ms ||
    (keyOf(a) < keyOf(b) ? -1 : 1)
  );
}

/** The list while a finger lies on it: nothing moves, what is new stands below. */
export function steady(shown: readonly Alarm[], wanted: readonly Alarm[]): readonly Alarm[] {
  const found = new Map(wanted.map((alarm) => [keyOf(alarm), alarm]));
  const kept = shown.map((alarm) => found.get(keyOf(alarm)) ?? alarm);
  const known = new Set(shown.map(keyOf));
  return [...kept, ...wanted.filter((alarm) => !known.has(keyOf(alarm)))];
}

/** How many alarms of each priority. */
export function counts(alarms: readonly AlarmShown[]): Readonly<Record<"1" | "2" | "3", number>> {
  const found = { "1": 0, "2": 0, "3": 0 };
  for (const alarm of alarms) found[alarm.priority] += 1;
  return found;
}

/** The most pressing alarm of a table that is not put off. */
export function worst(table: WallTable, now: number): AlarmShown | null {
  return table.alarms.filter((alarm) => !rests(alarm, now)).sort(before)[0] ?? null;
}

/** Tables as the strip shows them: the next fire first, then the order of the house. */
export function byAlarm(tables: readonly WallTable[], now: number): readonly WallTable[] {
  const rank = (table: WallTable): AlarmShown | null => worst(table, now);
  const alarmed = tables.filter((table) => rank(table) !== null);
  const calm = tables.filter((table) => rank(table) === null);
  return [
    ...alarmed.sort((a, b) => {
      const [first, second] = [rank(a), rank(b)];
      return first === null || second === null ? 0 : before(first, second);
    }),
    ...calm,
  ];
}

/** How an alarm's clock runs: towards its deadline, or up since it began. */
export interface AlarmClock {
  readonly ms: number;
  readonly left: boolean;
  /** How much of the time is gone, from 0 to 1; null without a deadline. */
  readonly gone: number | null;
}

export function clockOf(alarm: AlarmShown, now: number): AlarmClock {
  if (alarm.deadline_ms === null)
    return { ms: Math.max(0, now - alarm.since_ms), left: false, gone: null };
  const whole = alarm.deadline_ms - alarm.since_ms;
  const ms = Math.max(0, alarm.deadline_ms - now);
  return { ms, left: true, gone: whole <= 0 ? 1 : Math.min(1, Math.max(0, 1 - ms / whole)) };
}
