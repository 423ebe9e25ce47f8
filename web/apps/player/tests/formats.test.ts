import { expect, test } from "vitest";
import { formatsOf, lasting, utcOffset } from "../src/language/formats.ts";

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ");
const it = formatsOf("it");
const en = formatsOf("en");

test("money by language, thousands always grouped", () => {
  expect(plain(it.money(124_500, "EUR"))).toBe("1.245,00 €");
  expect(plain(it.brief(500_000, "EUR"))).toBe("5.000 €");
  expect(plain(it.brief(50, "EUR"))).toBe("0,50 €");
  expect(en.money(124_500, "EUR")).toBe("€1,245.00");
});

test("a net result has its sign, zero has none", () => {
  expect(plain(it.signed(1_750, "EUR"))).toBe("+17,50 €");
  expect(plain(it.signed(-500, "EUR"))).toBe("-5,00 €");
  expect(plain(it.signed(0, "EUR"))).toBe("0,00 €");
});

test("F262 returns with enough digits to tell bets apart", () => {
  expect(plain(it.percent("0.987649186711"))).toBe("98,7649%");
  expect(en.percent("0.989420942158")).toBe("98.9421%");
});

test("odds to one", () => {
  expect(it.odds("19/20")).toBe("0,95");
  expect(it.odds("1000")).toBe("1.000");
  expect(en.odds("3/2")).toBe("1.5");
});

test("a session's length", () => {
  expect(lasting(0)).toBe("00:00:00");
  expect(lasting(2_538_999)).toBe("00:42:18");
  expect(lasting(90_061_000)).toBe("25:01:01");
});

test("F9 how far a clock is from universal time", () => {
  expect([0, 60, -210].map(utcOffset)).toEqual(["UTC", "UTC+1", "UTC−3:30"]);
});
