import { expect, test } from "vitest";
import type { Chip, You } from "@sabot/wire/types";
import { answered, delayed, isLate, placed, told, underWay, withTargets } from "../src/table/optimistic.ts";

const you = (...chips: Chip[]): You => ({ chips }) as unknown as You;
const spot = { kind: "player", seat: null, golden: false };
const stakes = (mine: You | null): readonly number[] => mine?.chips.map((chip) => chip.stake) ?? [];

test("a chip lies on the felt before the server has heard of it", () => {
  const targets = placed([], you(), spot, 500);
  expect(withTargets(you(), targets)?.chips).toEqual([
    { kind: "player", seat: null, stake: 500, counts: 500 },
  ]);
  expect(underWay(you(), targets)).toBe(500);
});

test("two chips in a row add up, whichever of answer and picture comes first", () => {
  let targets = placed([], you(), spot, 500);
  targets = placed(targets, you(), spot, 100);
  const first = you({ kind: "player", stake: 500 });
  expect(stakes(withTargets(first, told(targets)))).toEqual([600]);
  targets = answered(targets, spot, 500, true);
  expect(stakes(withTargets(first, told(targets)))).toEqual([600]);
  targets = answered(targets, spot, 100, true);
  expect(stakes(withTargets(first, targets))).toEqual([600]);
  const both = you({ kind: "player", stake: 600 });
  expect(withTargets(both, told(targets))).toBe(both);
});

test("a refused chip is taken off again", () => {
  let targets = placed([], you({ kind: "player", stake: 500 }), spot, 100);
  targets = answered(targets, spot, 100, false);
  const server = you({ kind: "player", stake: 500 });
  expect(withTargets(server, targets)).toBe(server);
  expect(answered(placed([], you(), spot, 100), spot, 100, false)).toEqual([]);
});

test("what the server took away stays away", () => {
  let targets = placed([], you(), spot, 500);
  targets = answered(targets, spot, 500, true);
  expect(stakes(withTargets(you(), told(targets)))).toEqual([]);
});

test("F180 golden chips lie apart and take nothing from the balance", () => {
  const golden = { ...spot, golden: true };
  const targets = placed([], you({ kind: "player", stake: 500 }), golden, 500);
  const mine = withTargets(you({ kind: "player", stake: 500 }), targets);
  expect(mine?.chips).toHaveLength(2);
  expect(underWay(mine, targets)).toBe(0);
});

test("seats are spots of their own", () => {
  const third = { kind: "main", seat: 3, golden: false };
  const targets = placed([], you({ kind: "main", seat: 1, stake: 500 }), third, 100);
  expect(stakes(withTargets(you({ kind: "main", seat: 1, stake: 500 }), targets))).toEqual([
    500, 100,
  ]);
});

test("F25 chips are under way until the last of them is answered", () => {
  let targets = placed(placed([], you(), spot, 500), you(), spot, 100);
  expect(isLate(targets, "player", null)).toBe(false);
  targets = delayed(targets, spot);
  expect(isLate(targets, "player", null)).toBe(true);
  expect(isLate(targets, "banker", null)).toBe(false);
  expect(isLate(targets, "player", 3)).toBe(false);
  targets = answered(targets, spot, 500, true);
  expect(isLate(targets, "player", null)).toBe(true);
  targets = answered(targets, spot, 100, true);
  expect(isLate(targets, "player", null)).toBe(false);
  expect(isLate(delayed(targets, spot), "player", null)).toBe(false);
});
