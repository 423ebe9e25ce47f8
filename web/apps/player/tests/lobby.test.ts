import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Tile } from "@sabot/wire/types";
import { chosen, everything, found, games, minima, ordered } from "../src/lobby/choosing.ts";
import { miniRoad } from "../src/lobby/miniRoad.ts";

const tile = (table: string, game: string, minimum = 100): Tile =>
  ({ table, name: table, game, minimum }) as unknown as Tile;
const tiles = [
  tile("aurora", "baccarat"),
  tile("edera", "blackjack", 500),
  tile("caffè", "baccarat", 1_000),
];
const names = (list: readonly Tile[]): readonly string[] => list.map((one) => one.table);
const wished = (wish: Partial<typeof everything>, favourites: readonly string[] = []) =>
  names(chosen(tiles, { ...everything, ...wish }, favourites, (one) => [one.name, one.game]));

test("filters by game, limits, favourites and words", () => {
  expect(wished({})).toEqual(["aurora", "edera", "caffè"]);
  expect(wished({ game: "baccarat" })).toEqual(["aurora", "caffè"]);
  expect(wished({ minimumUpTo: 500 })).toEqual(["aurora", "edera"]);
  expect(wished({ favouritesOnly: true }, ["edera"])).toEqual(["edera"]);
  expect(wished({ search: "CAFFE bacc" })).toEqual(["caffè"]);
  expect(found("", ["x"])).toBe(true);
});

test("the last table comes first, then favourites", () => {
  expect(names(ordered(tiles, "edera", ["caffè"]))).toEqual(["edera", "caffè", "aurora"]);
});

test("what the filters offer", () => {
  expect(games(tiles)).toEqual([
    ["baccarat", 2],
    ["blackjack", 1],
  ]);
  expect(minima(tiles)).toEqual([100, 500, 1_000]);
});

test("a tile's road is the server's Big Road", () => {
  const path = new URL("../../../packages/table/golden/roads.json", import.meta.url);
  const roads = JSON.parse(readFileSync(path, "utf8")) as {
    results: string;
    big_road: unknown[][];
  }[];
  expect(roads.length).toBeGreaterThan(20);
  for (const { results, big_road } of roads) {
    const drawn = miniRoad(results).map(([row, column, side, ties]) => [row, column, side, ties]);
    expect(drawn, results).toEqual(
      big_road.map(([row, column, side, ties]) => [row, column, side, ties ?? 0]),
    );
  }
});
