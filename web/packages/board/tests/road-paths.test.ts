// Roads as paths: the same marks, fewer nodes.

import { expect, test } from "vitest";
import { bigRoadPaths, derivedPaths } from "../src/road-paths.ts";

test("F225 rings by side, strokes and numbers for ties", () => {
  const paths = bigRoadPaths([
    [0, 0, "B", 0],
    [0, 1, "P", 1],
    [1, 1, "P", 3],
  ]);
  expect(paths.banker.match(/M/g)).toHaveLength(1);
  expect(paths.player.match(/M/g)).toHaveLength(2);
  expect(paths.player).toContain("M23 10a7 7");
  expect(paths.ties.match(/M/g)).toHaveLength(2);
  expect(paths.numbers).toEqual([{ x: 30, y: 30, ties: 3 }]);
});

test("F225 ties before the first side wait without a ring", () => {
  const paths = bigRoadPaths([[0, 0, null, 1]]);
  expect(paths.banker + paths.player).toBe("");
  expect(paths.ties).not.toBe("");
});

test("F225 columns before the first one shown are left out", () => {
  const paths = bigRoadPaths(
    [
      [0, 0, "B", 0],
      [0, 4, "P", 0],
    ],
    3,
  );
  expect(paths.banker).toBe("");
  expect(paths.player).not.toBe("");
});

test.each(["big_eye", "small", "cockroach"] as const)("F225 %s in two colours", (kind) => {
  const paths = derivedPaths(kind, [
    [0, 0, "R"],
    [0, 1, "B"],
    [1, 1, "B"],
  ]);
  expect(paths.red.match(/M/g)).toHaveLength(1);
  expect(paths.blue.match(/M/g)).toHaveLength(2);
});
