import { expect, test } from "vitest";
import { madeUp, mayClick, unread } from "../src/dealer/drawers/passports.ts";

const set = (test_: boolean, ...passport: string[]) => ({ card_set: { test: test_ }, passport });

test("cards are clicked only where every set on the table is a set of test cards", () => {
  expect(mayClick([])).toBe(false);
  expect(mayClick([set(true, "T1:1:KS")])).toBe(true);
  expect(mayClick([set(true, "T1:1:KS"), set(false, "A7:1:KS")])).toBe(false);
});

test("a card that was read is not offered again, its copies are", () => {
  const sets = [set(true, "T1:1:KS", "T1:2:4D"), set(true, "T2:1:KS")];
  const left = unread(sets, new Set(["T1:1:KS", "T1:2:4D"]));
  expect(left.get("KS")).toEqual(["T2:1:KS"]);
  expect(left.get("4D")).toEqual([]);
});

test("a rehearsal without sets makes its cards up, under the name of the shoe", () => {
  const one = madeUp("live-1.4", 416, "x7");
  expect(mayClick([one])).toBe(true);
  expect(one.passport[0]).toBe("live-1.4:x7001:AS");
  expect(new Set(one.passport).size).toBe(416);
  expect(unread([one], new Set()).get("KC")).toHaveLength(8);
});
