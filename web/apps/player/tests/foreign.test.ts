// Modules of other packages: where they may come from, what they must keep, and another try.

import { describe, expect, test, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { moduleOf, ModuleLost, Modules } = await import("../src/games/load.ts");

const ADDRESS = "/games/high_card/0a1b2c/index.js";
const GOOD = {
  contract: 1,
  mount: () => ({ update: () => undefined, destroy: () => undefined }),
  texts: { it: {}, en: {} },
  words: { result: () => ({ title: "" }), hand: () => "" },
};

describe("a game of another package", () => {
  test("is built in where the casino names no module", () => {
    expect(moduleOf({ game: "baccarat", module: null })).toBeNull();
    expect(moduleOf({ game: "baccarat" })).toBeNull();
    expect(moduleOf({ game: "high_card", module: ADDRESS })).toBe(ADDRESS);
  });

  test("is loaded once from the casino's own address", async () => {
    const asked: string[] = [];
    const modules = new Modules(async (address) => {
      asked.push(address);
      return { default: GOOD };
    });
    const [first, second] = await Promise.all([modules.load(ADDRESS), modules.load(ADDRESS)]);
    expect(first).toBe(GOOD);
    expect(second).toBe(GOOD);
    expect(asked).toEqual([ADDRESS]);
  });

  test.each([
    "https://elsewhere.example/games/x/1/index.js",
    "//elsewhere.example/games/x/1/index.js",
    "/games/x/1/../../../api/me.js",
    "/api/index.js",
    "data:text/javascript,export default 1",
  ])("is not loaded from %s", async (address) => {
    const load = vi.fn(async () => ({ default: GOOD }));
    await expect(new Modules(load).load(address)).rejects.toBeInstanceOf(ModuleLost);
    expect(load).not.toHaveBeenCalled();
  });

  test("that did not come is asked for again under another name", async () => {
    const asked: string[] = [];
    const modules = new Modules(async (address) => {
      asked.push(address);
      if (asked.length === 1) throw new TypeError("Failed to fetch");
      return { default: GOOD };
    });
    await expect(modules.load(ADDRESS)).rejects.toBeInstanceOf(ModuleLost);
    await expect(modules.load(ADDRESS)).resolves.toBe(GOOD);
    expect(asked).toEqual([ADDRESS, `${ADDRESS}?try=1`]);
  });

  test.each([
    ["no default", undefined],
    ["another contract", { ...GOOD, contract: 2 }],
    ["no mount", { ...GOOD, mount: undefined }],
    ["one language", { ...GOOD, texts: { it: {} } }],
    ["no words", { ...GOOD, words: {} }],
  ])("that does not keep the contract is refused: %s", async (_, found) => {
    const modules = new Modules(async () => ({ default: found }));
    await expect(modules.load(ADDRESS)).rejects.toBeInstanceOf(ModuleLost);
  });
});
