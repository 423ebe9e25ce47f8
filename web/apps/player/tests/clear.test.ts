import { describe, expect, test } from "vitest";
import { placeFor, type Around, type Box } from "../src/parts/clear.ts";

const PHONE = {
  width: 390,
  height: 844,
  controls: [],
  scrolling: [],
  sights: [],
} satisfies Around;
const TOAST: Box = { x: 16, y: 72, width: 358, height: 64 };
const apart = (a: Box, b: Box): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
const placed = (around: Around): Box => ({ ...TOAST, ...placeFor(TOAST, around) });

describe("a notice makes way for what somebody presses", () => {
  test("it stays where nothing is in the way", () => {
    expect(placed(PHONE)).toEqual(TOAST);
  });

  test("it goes to the nearest place without a control", () => {
    const controls = [
      { x: 340, y: 80, width: 44, height: 44 },
      { x: 10, y: 200, width: 370, height: 300 },
    ];
    const found = placed({ ...PHONE, controls });
    expect(controls.every((control) => apart(found, control))).toBe(true);
    expect(found.y).toBeLessThan(200);
  });

  test("it would rather hide a control's neighbour than the cards", () => {
    const sights = [{ x: 60, y: 60, width: 270, height: 120 }];
    expect(apart(placed({ ...PHONE, sights }), sights[0] as Box)).toBe(true);
  });

  test("where everything is full it hides cards, not controls", () => {
    const controls = [{ x: 0, y: 160, width: 390, height: 684 }];
    const sights = [{ x: 0, y: 0, width: 390, height: 160 }];
    expect(apart(placed({ ...PHONE, controls, sights }), controls[0] as Box)).toBe(true);
  });

  test("a button that scrolls is hidden after the cards, and before one that does not", () => {
    const top = [{ x: 0, y: 0, width: 390, height: 422 }];
    const low = [{ x: 0, y: 422, width: 390, height: 422 }];
    expect(apart(placed({ ...PHONE, scrolling: top, sights: low }), top[0] as Box)).toBe(true);
    expect(apart(placed({ ...PHONE, controls: top, scrolling: low }), top[0] as Box)).toBe(true);
  });
});
