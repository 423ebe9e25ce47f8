// F209–F213, R24: the order of tables, with the cases that Python answers too.

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

describe("F209 F210 F211 F212 F213 R24 the order of tables is the one of the house", () => {
  test.each(cases.map((one, n) => [n, one] as const))("case %i", (_, one) => {
    expect(refreshed(one.tables, one.top)).toEqual(one.refreshed);
    expect(still(one.shown, one.tables, one.top)).toEqual(one.still);
    expect(badge(one.shown, one.tables, one.top)).toBe(one.badge);
    expect(goodRoadsTab(one.tables, one.shown)).toEqual(one.goodRoads);
    expect(isGold(one.tables)).toBe(one.gold);
  });
});

test("F210 F211 streaks move nothing until Refresh, and the badge counts who would rise", () => {
  const at = (table: string, streak: number): ListedTable => ({
    table,
    name: table,
    streak,
    depths: [],
    liveBet: false,
  });
  const top = { video: null, pinned: [] };
  const tables = [at("a", 1), at("b", 5), at("c", 3)];
  expect(still(["a", "b", "c"], tables, top)).toEqual(["a", "b", "c"]);
  expect(badge(["a", "b", "c"], tables, top)).toBe(2);
  expect(badge(refreshed(tables, top), tables, top)).toBe(0);
});
