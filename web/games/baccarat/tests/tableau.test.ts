import { describe, expect, it } from "vitest";
import type { TableView } from "@sabot/wire/types";
import { SCANNER, SEVEN, SPEED } from "../fixtures/infos.ts";
import { scenes } from "../fixtures/scenes.ts";
import { tableau } from "../src/tableau.ts";
import { words } from "../src/words.ts";

const all = scenes(0);
function view(name: string): TableView {
  const found = all[name]?.table.view;
  if (!found) throw new Error(name);
  return found;
}

describe("cards on the table", () => {
  it("F90: four cards and two in reserve lie face down while betting is open", () => {
    const { player, banker, reserve } = tableau(view("empty"), SPEED);
    expect([player, banker, reserve].map((hand) => hand.cards.map((card) => card.card))).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect(tableau(view("seven"), SEVEN).player.cards).toEqual([]);
  });

  it("keeps them there between the close and the first card that is read", () => {
    const before = tableau(view("empty"), SPEED);
    const dealing = { ...view("empty"), status: "dealing" as const, hands: [] };
    expect(tableau(dealing, SPEED)).toEqual(before);
  });

  it("a card keeps its key from lying face down to being turned", () => {
    const before = tableau(view("empty"), SPEED);
    const after = tableau(view("dealing"), SPEED);
    expect(after.player.cards.map((card) => card.key)).toEqual(before.player.cards.map((card) => card.key));
    expect(after.banker.cards.map((card) => card.card)).toEqual(["9H", null]);
  });

  it("F91: the first reserve card is taken first, the second stays in its place", () => {
    const dealing = view("dealing");
    const one = tableau({ ...dealing, hands: [...dealing.hands.slice(0, 2), { name: "reserve", cards: [null] }] }, SPEED);
    expect(one.reserve.cards.map((card) => card.index)).toEqual([1]);
  });

  it("R26: at six scanners the first four are turned together, and points wait for them", () => {
    const reading = tableau(view("scanner"), SCANNER);
    expect(reading.player.cards.every((card) => card.covered)).toBe(true);
    expect(reading.player.total).toBe("");
    const read = tableau(view("push"), SCANNER);
    expect(read.player.cards.some((card) => card.covered)).toBe(false);
    expect(read.player.total).toBe("8");
    expect(read.player.tags).toContain("natural");
  });

  it("R26: no card is spoken before it is turned on the screen", () => {
    expect(words.turned?.(view("scanner"), SCANNER)).toEqual([]);
    expect(words.turned?.(view("push"), SCANNER)).toEqual(view("push").hands);
    expect(words.turned?.(view("dealing"), SPEED)).toEqual(view("dealing").hands);
  });

  it("nothing lies on a table that waits", () => {
    expect(tableau(view("waiting"), SPEED).player.cards).toEqual([]);
  });
});
