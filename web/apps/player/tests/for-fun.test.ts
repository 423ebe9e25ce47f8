// Playing for fun without a page: which keys deal; and what players are told about their own bets.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { dealsWith } from "../src/for-fun/keys.ts";

class FakeElement extends EventTarget {
  constructor(readonly inside: string) {
    super();
  }
  closest(selector: string): FakeElement | null {
    return selector.split(", ").includes(this.inside) ? this : null;
  }
}
Object.assign(globalThis, { Element: FakeElement });

const press = (key: string, inside = "", more: object = {}) => ({
  key,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  target: new FakeElement(inside),
  ...more,
});

describe("F263 keys that deal", () => {
  test("D deals wherever nobody writes, Enter where it presses nothing else", () => {
    expect(dealsWith(press("d"))).toBe(true);
    expect(dealsWith(press("D", "button"))).toBe(true);
    expect(dealsWith(press("Enter"))).toBe(true);
    expect(dealsWith(press("Enter", "button"))).toBe(false);
    expect(dealsWith(press("d", "input"))).toBe(false);
    expect(dealsWith(press("d", "dialog"))).toBe(false);
    expect(dealsWith(press("x"))).toBe(false);
  });

  test("a key that is held, used or part of a shortcut deals nothing", () => {
    for (const more of [
      { repeat: true },
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
      { defaultPrevented: true },
    ])
      expect(dealsWith(press("d", "", more))).toBe(false);
  });
});

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(`../src/${path}`, import.meta.url), "utf8"));

test.each([
  ["it", /rispondi tu/],
  ["en", /you are responsible for what you place/i],
])("F240 players are told in %s that they answer for what they place", (language, sentence) => {
  const help = read(`language/${language}/help.json`) as {
    topic: { basics: { s: Record<string, { text: string }> } };
  };
  const settings = read(`companion/language/${language}/settings.json`) as {
    game: { auto_confirm_text: string };
  };
  const table = read(`language/${language}/table.json`) as { bar: { auto_confirm_text: string } };
  expect(help.topic.basics.s["yours"]?.text).toMatch(sentence);
  expect(settings.game.auto_confirm_text).toMatch(sentence);
  expect(table.bar.auto_confirm_text).toMatch(sentence);
});
