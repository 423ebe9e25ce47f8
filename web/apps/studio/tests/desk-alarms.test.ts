// Alarms of the desk: their order, their life, their sounds, and what counts in an hour.

import type { AlarmLine, AlarmShown, WallTable } from "@sabot/wire/types";
import { expect, test } from "vitest";
import { coming } from "../src/desk/ahead.ts";
import {
  byAlarm,
  clockOf,
  counts,
  listed,
  resting,
  steady,
  worst,
  type Alarm,
} from "../src/desk/alarms.ts";
import { begunLately, heard, HOUR_MS } from "../src/desk/hour.ts";
import { due, NEVER } from "../src/desk/sounds.ts";

const NOW = 1_000_000_000;

function alarm(table: string, changes: Partial<AlarmShown> = {}): AlarmShown {
  return {
    alarm: "paused:1",
    table,
    kind: "paused",
    priority: "1",
    since_ms: NOW - 10_000,
    deadline_ms: null,
    facts: {},
    seen_by: null,
    seen_at_ms: null,
    until_ms: null,
    ...changes,
  };
}
const named = (one: AlarmShown): Alarm => ({ ...one, name: one.table });
const table = (name: string, ...alarms: AlarmShown[]): WallTable =>
  ({ table: name, name, change_due_ms: null, alarms }) as unknown as WallTable;
const tables = (found: readonly { table: string }[]): string =>
  found.map((one) => one.table).join(" ");

test("by priority, then the nearest deadline, then age, over all tables", () => {
  const wall = [
    table("a", alarm("a", { priority: "3" })),
    table("b", alarm("b", { priority: "2", since_ms: NOW - 5_000 })),
    table("c", alarm("c", { since_ms: NOW - 1_000 })),
    table("d", alarm("d", { since_ms: NOW - 90_000 })),
    table("e", alarm("e", { deadline_ms: NOW + 60_000 })),
    table("f", alarm("f", { deadline_ms: NOW + 30_000 })),
    table("g", alarm("g", { priority: "2", deadline_ms: NOW + 3_600_000 })),
  ];
  expect(tables(listed(wall, NOW))).toBe("f e d c g b a");
  expect(tables(listed(wall.toReversed(), NOW))).toBe("f e d c g b a");
  expect(counts(listed(wall, NOW))).toEqual({ "1": 4, "2": 2, "3": 1 });
});

test("an alarm that is put off rests until its time, and comes back by itself", () => {
  const wall = [
    table("a", alarm("a", { priority: "2", until_ms: NOW + 60_000 })),
    table("b", alarm("b", { priority: "2" })),
  ];
  expect(tables(listed(wall, NOW))).toBe("b");
  expect(tables(resting(wall, NOW))).toBe("a");
  expect(worst(wall[0] as WallTable, NOW)).toBeNull();
  expect(tables(listed(wall, NOW + 60_001))).toBe("a b");
  expect(resting(wall, NOW + 60_001)).toEqual([]);
});

test("under a finger nothing moves: what is gone stays, what is new stands below", () => {
  const [a, b, c] = ["a", "b", "c"].map((name) => named(alarm(name))) as [Alarm, Alarm, Alarm];
  const shown = [b, c];
  const wanted = [a, { ...b, seen_by: "Marta" }];
  expect(tables(steady(shown, wanted))).toBe("b c a");
  expect(steady(shown, wanted)[0]?.seen_by).toBe("Marta");
});

test("tables beside an opened one: the next fire first, calm ones in the order of the house", () => {
  const wall = [
    table("a"),
    table("b", alarm("b", { priority: "3" })),
    table("c"),
    table("d", alarm("d")),
  ];
  expect(tables(byAlarm(wall, NOW))).toBe("d b a c");
});

test("a clock runs down to a deadline and up without one", () => {
  expect(clockOf(alarm("a"), NOW)).toEqual({ ms: 10_000, left: false, gone: null });
  const silent = alarm("a", { since_ms: NOW - 100_000, deadline_ms: NOW + 200_000 });
  expect(clockOf(silent, NOW).left).toBe(true);
  expect(clockOf(silent, NOW).gone).toBeCloseTo(1 / 3);
  expect(clockOf(silent, NOW + 300_000)).toEqual({ ms: 0, left: true, gone: 1 });
});

test("a new alarm sounds, again after its time, and is silent once it was seen", () => {
  const one = named(alarm("a", { kind: "studio_silent" }));
  const first = due([one], NEVER, NOW);
  expect(first.sound).toBe("two");
  expect(due([one], first.at, NOW + 9_000).sound).toBeNull();
  const again = due([one], first.at, NOW + 10_000);
  expect(again.sound).toBe("two");
  expect(due([{ ...one, seen_by: "Marta" }], again.at, NOW + 60_000).sound).toBeNull();
});

test("one tone for priority 2, none for 3, and the more pressing one of several", () => {
  const soon = named(alarm("a", { kind: "call", priority: "2" }));
  const later = named(alarm("b", { kind: "cut_card", priority: "3" }));
  expect(due([soon, later], NEVER, NOW).sound).toBe("one");
  expect(due([later], NEVER, NOW).sound).toBeNull();
  expect(due([soon, named(alarm("c"))], NEVER, NOW).sound).toBe("two");
});

test("a kind without a time of its own sounds once, and again when the alarm comes back", () => {
  const one = named(alarm("a", { kind: "no_dealer", priority: "2" }));
  const first = due([one], NEVER, NOW);
  expect(first.sound).toBe("one");
  expect(due([one], first.at, NOW + HOUR_MS).sound).toBeNull();
  const gone = due([], first.at, NOW + 1_000);
  expect(due([one], gone.at, NOW + 2_000).sound).toBe("one");
});

const lineOf = (changes: Partial<AlarmLine> = {}): AlarmLine => ({
  alarm: "paused:1",
  table: "a",
  kind: "paused",
  priority: "1",
  facts: {},
  began_ms: NOW,
  seen_by: null,
  seen_at_ms: null,
  ended_ms: null,
  ...changes,
});

test("the history of the house: lines that changed take the place of what they were", () => {
  const standing = heard([], [lineOf()], true);
  const looked = heard(standing, [lineOf({ seen_by: "Marta", seen_at_ms: NOW + 1 })], false);
  const solved = heard(looked, [lineOf({ seen_by: "Marta", ended_ms: NOW + 2_000 })], false);
  expect(solved).toMatchObject([{ seen_by: "Marta", ended_ms: NOW + 2_000 }]);
  const back = heard(solved, [lineOf({ began_ms: NOW + 5_000 })], false);
  expect(back.map((one) => one.ended_ms)).toEqual([NOW + 2_000, null]);
  expect(begunLately(back, NOW + 6_000)).toBe(2);
  expect(begunLately(back, NOW + HOUR_MS + 1_000)).toBe(1);
  expect(heard(back, [lineOf()], true)).toHaveLength(1); // told whole after a lost line
});

test("the next 40 minutes: cards to change together, alarms that come back, nothing beyond", () => {
  const soon = { ...table("a"), change_due_ms: NOW + 20 * 60_000 };
  const beside = { ...table("b"), change_due_ms: NOW + 21 * 60_000 };
  const far = { ...table("c"), change_due_ms: NOW + 41 * 60_000 };
  const back = named(alarm("d", { priority: "2", until_ms: NOW + 10 * 60_000 }));
  const found = coming([soon, beside, far], [back], NOW);
  expect(found.map((one) => [one.kind, one.tables.join(" "), one.place])).toEqual([
    ["back", "d", 0.25],
    ["cards", "a b", 0.5],
  ]);
});
