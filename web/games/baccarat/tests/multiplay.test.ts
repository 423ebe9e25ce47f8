// Multiplay without a page: which patterns are wanted, what is news, and its words.

import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { miniRoad } from "@sabot/player/lobby/miniRoad.ts";
import { EXAMPLES } from "../multiplay/examples.ts";
import { Opening } from "../multiplay/opening.svelte.ts";
import { firstMatches, PATTERNS, SIDES, wanted } from "../multiplay/wanted.ts";
import { patched } from "@sabot/player/state/preferences.svelte.ts";

vi.stubGlobal("location", { pathname: "/" });
vi.stubGlobal("addEventListener", () => undefined);
const { placeOf, pathOf } = await import("@sabot/player/state/router.svelte.ts");

const streak = { pattern: "streak", side: "B", depth: 5 };
const sandwich = { pattern: "sandwich", side: "P", depth: 3 };

describe("F212 F215 R23 the patterns one person asked for", () => {
  test("0 leaves the depth to the house", () => {
    expect(wanted([sandwich, streak], { "streak:banker": 0, "sandwich:player": 0 })).toEqual([
      streak,
      sandwich,
    ]);
  });
  test("null and absent are off", () => {
    expect(wanted([streak, sandwich], { "streak:banker": null })).toEqual([]);
  });
  test("a side is a pattern of its own", () => {
    expect(wanted([streak], { "streak:player": 0 })).toEqual([]);
  });
  test("a greater depth only raises the threshold", () => {
    expect(wanted([streak], { "streak:banker": 5 })).toEqual([streak]);
    expect(wanted([streak], { "streak:banker": 6 })).toEqual([]);
  });
});

describe("F206 the page comes piece by piece", () => {
  test("one piece a task, and each of them stays", async () => {
    const real = setTimeout;
    const tasks: (() => void)[] = [];
    vi.stubGlobal("setTimeout", (task: () => void) => tasks.push(task));
    const next = async (): Promise<void> => {
      tasks.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    const opening = new Opening();
    let over = false;
    void opening.reach("menu").then(() => (over = true));
    const drawn = (): boolean[] => [opening.has("tools"), opening.has("menu"), over];
    expect(drawn()).toEqual([false, false, false]);
    await next();
    expect(drawn()).toEqual([true, false, false]);
    await next();
    expect(drawn()).toEqual([true, true, false]);
    await next();
    expect(drawn()).toEqual([true, true, true]);
    expect(opening.has("money")).toBe(false);
    vi.stubGlobal("setTimeout", real);
  });
});

describe("F215 R23 only the first match is news", () => {
  test("a table that had none and has one", () => {
    expect(firstMatches({ a: false, b: true }, { a: true, b: true })).toEqual(["a"]);
  });
  test("a table seen for the first time is no news", () => {
    expect(firstMatches({}, { a: true })).toEqual([]);
  });
  test("a table that lost its pattern and found it again is", () => {
    expect(firstMatches({ a: true }, { a: false })).toEqual([]);
    expect(firstMatches({ a: false }, { a: true })).toEqual(["a"]);
  });
});

test("F214 six patterns for two sides, each with its smallest example", () => {
  expect(PATTERNS.length * SIDES.length).toBe(12);
  for (const pattern of PATTERNS) expect(miniRoad(EXAMPLES[pattern]).length).toBeGreaterThan(3);
});

test("F215 F224 a patch changes what it names, however deep", () => {
  const held = { multiplay: { good_roads: { a: 0, b: 4 }, hidden: ["x"] }, other: 1 };
  const next = patched(held, { multiplay: { good_roads: { b: null } } });
  expect(next).toEqual({ multiplay: { good_roads: { a: 0, b: null }, hidden: ["x"] }, other: 1 });
  expect(patched(held, { multiplay: { hidden: [] } }).multiplay.hidden).toEqual([]);
});

test("F207 Multiplay has an address", () => {
  expect(placeOf("/multiplay")).toEqual({ page: "multiplay" });
  expect(pathOf({ page: "multiplay" })).toBe("/multiplay");
});

// --- words -----------------------------------------------------------------------------------------

type Texts = { readonly [key: string]: string | Texts };
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const texts = (language: string): Texts =>
  JSON.parse(read(`../multiplay/texts/${language}.json`)) as Texts;
function leaves(value: Texts, path = ""): Readonly<Record<string, string>> {
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) =>
      typeof inner === "string" ? { [`${path}${key}`]: inner } : leaves(inner, `${path}${key}.`),
    ),
  ) as Readonly<Record<string, string>>;
}

test("both languages have the same keys and the same figures", () => {
  const [it, en] = [leaves(texts("it")), leaves(texts("en"))];
  const holes = (text = ""): readonly string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
  expect(Object.keys(it)).toEqual(Object.keys(en));
  for (const [key, text] of Object.entries(it)) {
    expect(text.trim(), key).not.toBe("");
    expect(holes(text), key).toEqual(holes(en[key]));
  }
});

test("every key that Multiplay names exists", () => {
  const known = Object.keys(leaves(texts("en"))).map((key) => key.replace(/_(?:one|other)$/, ""));
  const sources = [
    "GoodRoadSettings.svelte",
    "News.svelte",
    "MainMenu.svelte",
    "Money.svelte",
    "MultiplayPage.svelte",
    "MultiplayWindow.svelte",
    "PatternRow.svelte",
    "SettingsDialog.svelte",
    "Spot.svelte",
    "Stage.svelte",
    "Statistics.svelte",
    "Tile.svelte",
    "TileList.svelte",
    "Tools.svelte",
    "room.svelte.ts",
  ];
  const named = sources.flatMap((name) =>
    [...read(`../multiplay/${name}`).matchAll(/"multiplay:([a-z_.]+)"/g)].map(
      (match) => match[1] ?? "",
    ),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((key) => !known.includes(key))).toEqual([]);
});
