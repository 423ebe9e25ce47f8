import { describe, expect, it } from "vitest";
import type { Layout } from "@sabot/game";
import { scenes } from "../fixtures/scenes.ts";
import { areasOf } from "../src/areas.ts";
import { arrange, cardWidth, type Arrangement } from "../src/arrange.ts";
import type { Rect } from "../src/plane.ts";

const ALL = ["pairs", "bonus", "big_small", "egalite", "super6"];
const all = scenes(0);

const SIZES: readonly (readonly [Layout, number, number])[] = [
  ["wide", 1056, 756],
  ["wide", 896, 576],
  ["tablet", 1024, 624],
  ["tablet", 1024, 572],
  ["phone", 390, 656],
  ["phone", 360, 640],
  ["phone", 390, 476],
  ["phone", 360, 452],
  ["landscape", 844, 286],
  ["landscape", 667, 271],
  ["landscape", 667, 227],
];

function arranged(
  name: string,
  [layout, width, height]: readonly [Layout, number, number],
): Arrangement {
  const scene = all[name];
  if (!scene) throw new Error(name);
  const areas = areasOf(scene.info, scene.table.you, ALL);
  return arrange({ layout, classic: false, width, height, areas, seats: scene.info.seats > 0 });
}

function inner(plan: Arrangement): readonly (readonly [string, Rect])[] {
  return Object.entries(plan.shapes).map(([kind, { box, inner: safe }]) => [
    kind,
    { x: box.x + safe.x, y: box.y + safe.y, width: safe.width, height: safe.height },
  ]);
}

describe("F125 cards that can be read", () => {
  it.each([
    ["wide", 896, 576],
    ["tablet", 1024, 624],
    ["tablet", 1024, 572],
  ] as const)("7 Seat deals cards of 56 px and more: %s %i×%i", (...size) => {
    const plan = arranged("seven", size);
    expect(cardWidth(plan.hands, plan.onFelt, false)).toBeGreaterThanOrEqual(56);
  });
});

const meet = (one: Rect, other: Rect): boolean =>
  one.x + one.width > other.x + 0.5 &&
  other.x + other.width > one.x + 0.5 &&
  one.y + one.height > other.y + 0.5 &&
  other.y + other.height > one.y + 0.5;

describe("where things stand", () => {
  it.each(SIZES)("nothing overlaps or leaves the felt: %s %i×%i", (...size) => {
    let compared = 0;
    for (const name of ["betting", "noticed", "seven", "scanner"]) {
      const plan = arranged(name, size);
      const rects: (readonly [string, Rect])[] = [
        ["hands", plan.hands],
        ["plate", plan.plate],
        ...(plan.roads ? [["roads", plan.roads] as const] : []),
        ...(plan.seats ? [["seats", plan.seats] as const] : []),
        ...inner(plan),
      ];
      for (const [at, [first, one]] of rects.entries()) {
        expect(one.x, `${name} ${first} left`).toBeGreaterThanOrEqual(0);
        expect(one.x + one.width, `${name} ${first} right`).toBeLessThanOrEqual(size[1] + 0.5);
        expect(one.y + one.height, `${name} ${first} bottom`).toBeLessThanOrEqual(size[2] + 0.5);
        for (const [second, other] of rects.slice(at + 1)) {
          expect(meet(one, other), `${name}: ${first} meets ${second}`).toBe(false);
          compared += 1;
        }
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  it.each(SIZES)("every area is large enough for a finger: %s %i×%i", (...size) => {
    for (const name of ["betting", "noticed", "seven", "scanner"]) {
      for (const [kind, shape] of Object.entries(arranged(name, size).shapes)) {
        expect(shape.box.height, `${name} ${kind}`).toBeGreaterThanOrEqual(44);
        // Ten in a row on the smallest phone held flat: narrower, and as high as all others.
        const small = size[0] === "landscape" && size[1] < 700;
        const narrow = small && kind.startsWith("egalite") ? 33 : 44;
        expect(shape.box.width, `${name} ${kind}`).toBeGreaterThanOrEqual(narrow);
      }
    }
  });

  it("the roads of a phone stand under the hands", () => {
    const plan = arranged("betting", ["phone", 390, 656]);
    expect(plan.roads?.y).toBeGreaterThan(plan.hands.y + plan.hands.height);
    expect(arranged("betting", ["wide", 1056, 756]).roads).toBeNull();
  });
});
