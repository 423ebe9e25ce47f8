// People at the desk: the planned change of dealer, colleagues at one table, what a second person decides.

import type { ApprovalLine, ManagerShown, ReliefShown, TimelineLine } from "@sabot/wire/types";
import { expect, test } from "vitest";
import { comingOf } from "../src/dealer/relief.ts";
import { effectsOf } from "../src/desk/approvals.ts";
import { newestDeed, othersAt } from "../src/desk/colleagues.ts";
import { halfHours, nextAt } from "../src/desk/rota.ts";

const MINUTE = 60_000;
const EVENING = new Date(2026, 10, 19, 21, 10).getTime();
const hour = (ms: number): string => new Date(ms).toTimeString().slice(0, 5);

const relief = (at_ms: number): ReliefShown => ({
  name: "Anna",
  actor: "staff:anna",
  at_ms,
  by: "Marta",
});

test("a time of the day is today's, or tomorrow's when it has gone by", () => {
  expect(nextAt("21:30", EVENING)).toBe(EVENING + 20 * MINUTE);
  expect(nextAt("21:10", EVENING + 30_000)).toBe(EVENING); // the minute that runs counts
  expect(nextAt("02:00", EVENING)).toBe(new Date(2026, 10, 20, 2, 0).getTime());
  expect(nextAt("", EVENING)).toBeNull();
  expect(halfHours(EVENING)).toEqual(["21:30", "22:00", "22:30"]);
  expect(halfHours(EVENING + 20 * MINUTE)[0]).toBe("22:00");
});

test("a change is announced an hour before, counted down at the end, and stands until it is made", () => {
  const at = EVENING + 30 * MINUTE;
  expect(comingOf(null, EVENING, hour)).toBeNull();
  expect(comingOf(relief(EVENING + 61 * MINUTE), EVENING, hour)).toBeNull();
  expect(comingOf(relief(at), EVENING, hour)).toMatchObject({ near: "coming", time: "21:40" });
  expect(comingOf(relief(at), at - 4 * MINUTE, hour)).toMatchObject({ near: "soon", minutes: 4 });
  expect(comingOf(relief(at), at + MINUTE, hour)).toMatchObject({ near: "now", dealer: "Anna" });
});

const words = {
  t: (key: string, data?: Readonly<Record<string, unknown>>): string =>
    `${key} ${Object.values(data ?? {}).join(" ")}`,
  has: (): boolean => true,
  formats: { money: (cents: number): string => `${cents} c`, clock: hour },
  currency: "EUR",
};
const deed = (event: string, actor: string, ago: number): TimelineLine => ({
  seq: 1,
  at_ms: EVENING - ago,
  event,
  actor,
  position: null,
  second: null,
  card: null,
  words: "as it is",
  public: null,
});

test("of colleagues at a table the newest decision of another one is told, for a minute", () => {
  const managers: readonly ManagerShown[] = [
    { name: "Marta", actor: "staff:marta" },
    { name: "Paolo", actor: "staff:paolo" },
  ];
  expect(othersAt(managers, "staff:marta").map((one) => one.name)).toEqual(["Paolo"]);
  const lines = [
    deed("CorrectionDeclined", "Paolo", 20_000),
    deed("TableResumed", "Paolo", 5_000),
    deed("AlarmSeen", "Paolo", 2_000),
    deed("TablePaused", "Marta", 1_000),
  ];
  expect(newestDeed(lines, "Marta", EVENING, words)).toMatchObject({
    by: "Paolo",
    at: EVENING - 5_000,
  });
  expect(newestDeed(lines, "Marta", EVENING + 2 * MINUTE, words)).toBeNull();
  expect(newestDeed([], "Marta", EVENING, words)).toBeNull();
});

const line = (kind: string, changes: Partial<ApprovalLine> = {}): ApprovalLine => ({
  kind,
  id: "1",
  table: null,
  round: null,
  player: "ugo",
  amount: 500,
  by: "Paolo",
  at_ms: EVENING,
  reason: "seen",
  yours: false,
  ...changes,
});

test("every matter says what its approval would do in money", () => {
  const said = (one: ApprovalLine): string => effectsOf(one, words).join(" | ");
  expect(said(line("credit"))).toContain("does.credit ugo 0 500 c");
  expect(said(line("cancel", { gives: 700, players: 2 }))).toContain("does.cancel ugo 2 700 c");
  expect(said(line("expiry", { facts: { step: "restore" } }))).toContain("does.expiry_restore");
  expect(said(line("golden_chips", { facts: { count: 3, value: 100 } }))).toContain("ugo 3 100 c");
  const annul = line("annulment", { gives: 100, takes: 200, facts: { theirs: 50, chips: 1 } });
  expect(effectsOf(annul, words)).toHaveLength(4);
  expect(said(line("annulment", { gives: 0, takes: 0 }))).toContain("annulment_nothing");
});
