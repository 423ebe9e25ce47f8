// A scanner that types: which keys are a code, in which time, on which keyboard.

import { describe, expect, test } from "vitest";
import { cardCode, Wedge, type Heard, type Key } from "../src/dealer/wedge.ts";

const PLACES: Readonly<Record<string, readonly [string, boolean]>> = {
  ":": ["Semicolon", true],
  "-": ["Minus", false],
  "|": ["Backslash", true],
};
/** Signs of an Italian keyboard at the places where an American scanner types these. */
const ITALIAN: Readonly<Record<string, string>> = { ":": "ç", "-": "'", "|": "§" };

function typed(sign: string, at: number, italian = false): Key {
  if (sign === "\n") return { code: "Enter", key: "Enter", shift: false, at };
  if (sign === "\u0018") return { code: "F24", key: "F24", shift: false, at };
  const digit = /\d/.test(sign);
  const [code, shift] =
    PLACES[sign] ??
    (digit ? [`Digit${sign}`, false] : [`Key${sign.toUpperCase()}`, sign !== sign.toLowerCase()]);
  return { code, key: italian ? (ITALIAN[sign] ?? sign) : sign, shift, at };
}

interface Course {
  readonly taken: readonly boolean[];
  readonly heard: readonly Heard[];
}

function type(
  wedge: Wedge,
  text: string,
  { every = 10, from = 1_000, italian = false } = {},
): Course {
  const pressed = [...text].map((sign, n) => wedge.press(typed(sign, from + n * every, italian)));
  return {
    taken: pressed.map((one) => one.taken),
    heard: pressed.flatMap((one) => (one.heard === null ? [] : [one.heard])),
  };
}

const CODE = "A7:117:KS";
const SCAN = `\u0018${CODE}\n`;

describe("the scanner as a keyboard", () => {
  test("a prefix, a code and Enter are one scan, and no key of it reaches the page", () => {
    const { taken, heard } = type(new Wedge(), SCAN);
    expect(heard).toEqual([{ what: "code", code: CODE }]);
    expect(taken.every((one) => one)).toBe(true);
  });

  test("`~` is a prefix as well, at its place on every keyboard", () => {
    const wedge = new Wedge();
    expect(wedge.press({ code: "Backquote", key: "|", shift: true, at: 990 }).taken).toBe(true);
    expect(type(wedge, `${CODE}\n`).heard).toEqual([{ what: "code", code: CODE }]);
  });

  test("the machine may have an Italian keyboard while the scanner types an American one", () => {
    expect(type(new Wedge(), SCAN, { italian: true }).heard).toEqual([
      { what: "code", code: CODE },
    ]);
  });

  test("a scanner that types the machine's own layout is read by its signs", () => {
    const wedge = new Wedge();
    wedge.press(typed("\u0018", 1_000));
    const keys = [...CODE].map((sign, n): Key => {
      const place = sign === ":" ? { code: "Period", shift: true } : typed(sign, 0);
      return { code: place.code, key: sign, shift: place.shift, at: 1_010 + n * 10 };
    });
    for (const key of keys) expect(wedge.press(key).taken).toBe(true);
    expect(wedge.press(typed("\n", 1_110)).heard).toEqual({ what: "code", code: CODE });
  });

  test("Shift between the signs is part of the code", () => {
    const wedge = new Wedge();
    wedge.press(typed("\u0018", 0));
    const shift: Key = { code: "ShiftLeft", key: "Shift", shift: true, at: 5 };
    expect(wedge.press(shift)).toEqual({ taken: true, heard: null });
    expect(type(wedge, `${CODE}\n`, { from: 10 }).heard).toHaveLength(1);
  });

  test("a code that is not finished in 150 ms is dropped, and later keys are a person's", () => {
    const wedge = new Wedge();
    type(wedge, "\u0018A7:1", { from: 0 });
    const late = type(wedge, "17:KS\n", { from: 40 + 151 });
    expect(late.heard).toEqual([]);
    expect(late.taken[0]).toBe(false);
  });

  test("after `~` keys slower than 30 ms are a person's", () => {
    const wedge = new Wedge();
    wedge.press({ code: "Backquote", key: "~", shift: true, at: 0 });
    expect(type(wedge, "hello\n", { from: 100, every: 90 }).taken).toEqual([
      true, // the first key may come late
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test("what a person types is never taken, Enter included", () => {
    const { taken, heard } = type(new Wedge(), "buonasera\n", { every: 80 });
    expect(taken.some((one) => one)).toBe(false);
    expect(heard).toEqual([]);
  });

  test("the Enter of a scanner without its prefix presses no button, and is told", () => {
    const { taken, heard } = type(new Wedge(), `${CODE}\n`);
    expect(heard).toEqual([{ what: "no_prefix" }]);
    expect(taken.at(-1)).toBe(true);
  });

  test("a trigger held down is one scan for half a second; later the table judges", () => {
    const wedge = new Wedge();
    expect(type(wedge, SCAN, { from: 0 }).heard).toEqual([{ what: "code", code: CODE }]);
    expect(type(wedge, SCAN, { from: 400 }).heard).toEqual([{ what: "double", code: CODE }]);
    expect(type(wedge, SCAN, { from: 800 }).heard).toEqual([{ what: "double", code: CODE }]);
    expect(type(wedge, SCAN, { from: 1_500 }).heard).toEqual([{ what: "code", code: CODE }]);
  });

  test("another code right after is another card", () => {
    const wedge = new Wedge();
    type(wedge, SCAN, { from: 0 });
    expect(type(wedge, "\u0018A7:118:4D\n", { from: 200 }).heard).toEqual([
      { what: "code", code: "A7:118:4D" },
    ]);
  });

  test("a prefix in the middle begins anew", () => {
    expect(type(new Wedge(), `\u0018A7:1${SCAN}`).heard).toEqual([{ what: "code", code: CODE }]);
  });
});

describe("what a code says", () => {
  test.each([
    ["A7:117:KS", { position: null, code: "A7:117:KS", card: "KS" }],
    ["B-2:9:10h", { position: null, code: "B-2:9:10h", card: "TH" }],
    ["B3|A7:9:2C", { position: "B3", code: "A7:9:2C", card: "2C" }],
    ["seat:4:0|A7:9:2C", { position: "seat:4:0", code: "A7:9:2C", card: "2C" }],
    ["8001090", { position: null, code: "8001090", card: "" }],
  ])("%s", (text, card) => {
    expect(cardCode(text)).toEqual(card);
  });
});
