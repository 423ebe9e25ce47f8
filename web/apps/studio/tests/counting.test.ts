// The shoe desk: a count in progress, the steps of a set, which tables need cards, and bars.

import type { AlarmShown, CardSetShown, SetStep, TableNeed, WallTable } from "@sabot/wire/types";
import { describe, expect, test } from "vitest";
import { rows } from "../src/shoes/changes.ts";
import { bars } from "../src/shoes/code128.ts";
import * as count from "../src/shoes/counting.ts";
import {
  age,
  fitsTable,
  groupOf,
  nextStep,
  proposedTable,
  shuffles,
  wrongCount,
} from "../src/shoes/steps.ts";

const CARDS = count.RANKS.flatMap((rank) => count.SUITS.map((suit) => `${rank}${suit}`));
const PASSPORT = CARDS.map((card, n) => `A7:${String(n + 1).padStart(3, "0")}:${card}`);
const CODES = new Set(PASSPORT);

const readAll = (codes: readonly string[]): count.Counting =>
  codes.reduce((so, code) => count.read(so, code, CODES)[0], count.NOTHING);

describe("a count", () => {
  test("each card is counted once, live, until the set looks whole", () => {
    const half = readAll(PASSPORT.slice(0, 26));
    expect(count.total(half)).toBe(26);
    expect(count.looksWhole(half, 1)).toBe(false);
    const whole = readAll(PASSPORT);
    expect(count.looksWhole(whole, 1)).toBe(true);
    expect(count.bodyOf(whole)).toEqual({ scans: PASSPORT });
  });

  test("the same code again does not count until a person says it is another card", () => {
    const [first] = count.read(count.NOTHING, "A7:001:AS", CODES);
    const [after, read] = count.read(first, "A7:001:AS", CODES);
    expect(read).toEqual({ kind: "again", code: "A7:001:AS", card: "AS" });
    expect(count.total(after)).toBe(1);
    const both = count.another(after, "A7:001:AS");
    expect(count.bodyOf(both)).toEqual({ scans: ["A7:001:AS", "A7:001:AS"] });
    expect(count.cellOf(count.tally(both)["AS"] ?? 0, 1)).toBe("over");
  });

  test("a card of another set counts, is said, and can be taken back", () => {
    const [after, read] = count.read(count.NOTHING, "B9:003:9H", CODES);
    expect(read.kind).toBe("foreign");
    expect(count.foreign(after, CODES)).toEqual(["B9:003:9H"]);
    expect(count.without(after, "B9:003:9H")).toEqual(count.NOTHING);
  });

  test("what is no card does not count", () => {
    const [after, read] = count.read(count.NOTHING, "hello", CODES);
    expect([after, read.kind]).toEqual([count.NOTHING, "no_card"]);
  });

  test("by hand each of the 52 has a number; scans wait meanwhile", () => {
    let hand = count.byHand(readAll(PASSPORT.slice(0, 3)), true);
    hand = count.setCard(count.setCard(hand, "AS", 8), "KC", Number("x"));
    expect(count.total(hand)).toBe(8);
    expect(count.bodyOf(hand)).toEqual({ cards: { AS: 8 } });
    expect(count.total(count.byHand(hand, false))).toBe(3);
  });
});

function step(deed: string, more: Partial<SetStep> = {}): SetStep {
  const usual = { number: 1, actor: "staff:a", by: "A", reason: "r", at_ms: 0, before: null };
  const rest = {
    by_scan: true,
    missing: [],
    extra: [],
    where: null,
    seal: "",
    table: "",
    shoe: "",
  };
  return { ...usual, ...rest, deed, after: deed, ...more };
}
function set(stage: string, more: Partial<CardSetShown> = {}): CardSetShown {
  const usual = { set: "A7", decks: 8, test: true, table: null, prepared_by: "staff:a" };
  return {
    ...usual,
    stage,
    ready: stage === "sealed",
    ready_at: null,
    steps: [step(stage)],
    ...more,
  };
}
const SHOE = { retired: null, burn_due: false } as unknown as NonNullable<TableNeed["shoe"]>;
function need(table: string, decks: number, shoe: TableNeed["shoe"] = null): TableNeed {
  const cut = { cut_card: 14, cut_card_least: 14, cut_card_most: 208 };
  return { table, name: table, variant: "v", decks, ...cut, burn: true, passports: true, shoe };
}

describe("steps of a set", () => {
  test("each stage has the step that follows it", () => {
    const next = (stage: string, more = {}) => nextStep(set(stage, more), []);
    expect(next("prepared")).toBe("count");
    expect(next("counted")).toBe("shuffle");
    expect(next("shuffled")).toBe("seal");
    expect(next("shuffled", { ready_at: "live-1" })).toBe("load");
    expect(next("sealed")).toBe("load");
    expect(next("returned")).toBe("count");
    expect(next("retired")).toBeNull();
  });

  test("at the table the first card is burned where the table burns, then it is in play", () => {
    const lying = set("at_table", { table: "live-1" });
    expect(nextStep(lying, [need("live-1", 8, { ...SHOE, burn_due: true })])).toBe("burn");
    expect(nextStep(lying, [need("live-1", 8, SHOE)])).toBeNull();
    expect(groupOf(lying)).toBe("at_table");
  });

  test("a set is proposed to the table that waits for as many decks", () => {
    const tables = [need("busy", 8, SHOE), need("one", 1), need("bare", 8)];
    expect(proposedTable(set("sealed"), tables)?.table).toBe("bare");
    expect(proposedTable(set("sealed", { decks: 1 }), tables)?.table).toBe("one");
    expect(proposedTable(set("sealed", { decks: 4 }), tables)?.table).toBe("busy");
    const unsealed = set("shuffled", { ready_at: "busy" });
    expect(proposedTable(unsealed, tables)?.table).toBe("busy");
    expect(fitsTable(unsealed, need("bare", 8))).toBe(false);
  });

  test("a count that did not fit is said, and shuffles count since the last count", () => {
    const wrong = step("counted", { after: "prepared", missing: ["A7:001:AS"] });
    expect(wrongCount(set("prepared", { steps: [step("prepared"), wrong] }))).toBe(wrong);
    expect(wrongCount(set("counted", { steps: [step("prepared"), step("counted")] }))).toBeNull();
    const twice = [step("shuffled"), step("counted"), step("shuffled"), step("shuffled")];
    expect(shuffles(set("shuffled", { steps: twice }))).toHaveLength(2);
    expect(age(84_120_000)).toEqual({ hours: 23, minutes: 22 });
  });
});

test("tables that need cards: the most pressing first, others in the order of the house", () => {
  const alarm = (kind: string, priority: "2" | "3", deadline: number | null) =>
    ({ kind, priority, deadline_ms: deadline, facts: {} }) as unknown as AlarmShown;
  const wall = (alarms: readonly AlarmShown[]) => ({ alarms }) as unknown as WallTable;
  const tables = [need("a", 8, SHOE), need("b", 8, SHOE), need("c", 8), need("d", 8, SHOE)];
  const found = rows(
    tables,
    new Map([
      ["b", wall([alarm("call", "2", null), alarm("shoe_idle", "3", 9)])],
      ["c", wall([alarm("cards_awaited", "2", null)])],
      ["d", wall([alarm("shoe_age", "2", 5)])],
    ]),
  );
  expect(found.map((row) => `${row.need.table} ${row.act} ${row.reason}`)).toEqual([
    "d change age",
    "c bring ",
    "b change idle",
    "a fell ",
  ]);
});

test("bars are those of Code 128 in set B, with ten modules of quiet on both sides", () => {
  const { modules, path } = bars("test-1:1:AS");
  expect(modules).toBe(176);
  expect(path.startsWith("M10 0h2v10h-2zM13 0h1v10h-1zM16 0h1v10h-1z")).toBe(true);
  expect(path.endsWith("M153 0h2v10h-2zM158 0h3v10h-3zM162 0h1v10h-1zM164 0h2v10h-2z")).toBe(true);
  expect(path).toContain("M142 0h2v10h-2zM145 0h1v10h-1zM149 0h3v10h-3z"); // the check symbol
});
