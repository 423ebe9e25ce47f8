// F209–F213, R24: the order of tables. `golden/order.json` holds 60 lists with their answers, made
// by an independent implementation of the same rules.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  badge,
  goodRoadsTab,
  isGold,
  refreshed,
  still,
  type ListedTable,
  type TopTables,
} from "../src/order.ts";

interface Case {
  readonly tables: readonly ListedTable[];
  readonly top: TopTables;
  readonly shown: readonly string[];
  readonly refreshed: readonly string[];
  readonly still: readonly string[];
  readonly badge: number;
  readonly goodRoads: readonly string[];
  readonly gold: boolean;
}
const path = new URL("../golden/order.json", import.meta.url);
const cases = JSON.parse(readFileSync(path, "utf8")) as readonly Case[];

describe("F209 F210 F211 F212 F213 R24 the order of tables", () => {
  test.each(cases.map((one, n) => [n, one] as const))("case %i", (_, one) => {
    expect(refreshed(one.tables, one.top)).toEqual(one.refreshed);
    expect(still(one.shown, one.tables, one.top)).toEqual(one.still);
    expect(badge(one.shown, one.tables, one.top)).toBe(one.badge);
    expect(goodRoadsTab(one.tables, one.shown)).toEqual(one.goodRoads);
    expect(isGold(one.tables)).toBe(one.gold);
  });
});

const NOTHING: TopTables = { video: null, pinned: [] };

function tables(streaks: Readonly<Record<string, number>>): readonly ListedTable[] {
  return Object.entries(streaks).map(([table, streak]) => ({
    table,
    name: table,
    streak,
    depths: [],
    liveBet: false,
  }));
}

function watched(table: string, depths: readonly number[], liveBet = false): ListedTable {
  return { table, name: table, streak: 0, depths, liveBet };
}

test("F209 the longest streak comes first, equal streaks by name", () => {
  const listed = tables({ cora: 3, anna: 1, dora: 5, beda: 3 });
  expect(refreshed(listed, NOTHING)).toEqual(["dora", "beda", "cora", "anna"]);
});

test("R24 the video and then the pins stay on top, outside sorting", () => {
  const listed = tables({ anna: 9, beda: 1, cora: 2, dora: 5 });
  const top = { video: "beda", pinned: ["cora", "beda"] };
  expect(refreshed(listed, top)).toEqual(["beda", "cora", "anna", "dora"]);
  expect(refreshed(tables({ anna: 1 }), { video: "gone", pinned: ["lost"] })).toEqual(["anna"]);
});

test("F210 streaks move nothing until Refresh", () => {
  const later = tables({ anna: 1, beda: 7 });
  expect(still(["anna", "beda"], later, NOTHING)).toEqual(["anna", "beda"]);
  expect(refreshed(later, NOTHING)).toEqual(["beda", "anna"]);
});

test("F210 closed tables leave and new ones wait at the end", () => {
  const later = tables({ zoe: 9, anna: 1, mia: 9 });
  expect(still(["gone", "anna"], later, NOTHING)).toEqual(["anna", "mia", "zoe"]);
});

test("F211 the badge counts the tables that would move up, and Refresh clears it", () => {
  const shown = ["anna", "beda", "cora", "dora"];
  expect(badge(shown, tables({ anna: 4, beda: 3, cora: 2, dora: 1 }), NOTHING)).toBe(0);
  expect(badge(shown, tables({ anna: 4, beda: 3, cora: 2, dora: 9 }), NOTHING)).toBe(1);
  const fallen = tables({ anna: 1, beda: 4, cora: 3, dora: 2 });
  expect(badge(shown, fallen, NOTHING)).toBe(3);
  expect(badge(refreshed(fallen, NOTHING), fallen, NOTHING)).toBe(0);
});

test("F211 R24 the badge never counts pins or the video", () => {
  const shown = ["anna", "beda", "cora"];
  const later = tables({ anna: 1, beda: 2, cora: 9 });
  expect(badge(shown, later, { video: null, pinned: ["cora"] })).toBe(1);
  expect(badge(shown, later, { video: "beda", pinned: ["cora"] })).toBe(0);
});

test("F212 Good Roads lists matching tables, the deepest first, then by name", () => {
  const listed = [
    watched("cora", [4]),
    watched("anna", []),
    watched("dora", [4, 8]),
    watched("beda", [4]),
  ];
  expect(goodRoadsTab(listed, [])).toEqual(["dora", "beda", "cora"]);
  expect(goodRoadsTab([watched("anna", [])], ["anna"])).toEqual([]);
});

test("F212 R24 a table with a live bet stays until its result, if it was shown", () => {
  expect(goodRoadsTab([watched("anna", [], true)], ["anna"])).toEqual(["anna"]);
  expect(goodRoadsTab([watched("anna", [], true)], [])).toEqual([]);
});

test("F213 the tab is gold while some table matches", () => {
  expect(isGold([watched("anna", []), watched("beda", [4])])).toBe(true);
  expect(isGold([watched("anna", [], true)])).toBe(false);
  expect(isGold([])).toBe(false);
});
