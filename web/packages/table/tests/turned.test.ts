import { expect, test } from "vitest";
import { lying, stillReading } from "../src/index.ts";

const scanner = { variant: "speed6_scanner_baccarat" };
const speed = { variant: "speed_baccarat" };
const hand = (name: string, cards: readonly string[], total: string) => ({ name, cards, total, tags: ["pair"] });

test("F90 R26 cards that are only read lie face down and count for nothing", () => {
  const hands = [hand("player", ["9S", "9H"], "8"), hand("banker", ["KD"], "0")];
  expect(stillReading(hands, scanner)).toBe(true);
  expect(lying(hands, scanner)).toEqual([
    { name: "player", cards: [null, null] },
    { name: "banker", cards: [null] },
  ]);
  expect(lying(hands, speed)).toBe(hands);
});

test("F90 R26 the first four are turned together, a third card at once", () => {
  const four = [hand("player", ["2S", "3H"], "5"), hand("banker", ["KD", "4C"], "4")];
  expect(lying(four, scanner)).toBe(four);
  const five = [hand("player", ["2S", "3H", "AC"], "6"), hand("banker", ["KD", "4C"], "4")];
  expect(lying(five, scanner)).toBe(five);
  expect(lying([], scanner)).toEqual([]);
});
