import { describe, expect, it } from "vitest";
import { parseCard, pipsOf } from "../src/card.ts";
import { chipsFor, chipText, chipToken, DENOMINATIONS } from "../src/chips.ts";
import { ringLegs, secondsLeft, shareLeft, toneOf, untilNextSecond } from "../src/clock.ts";
import { placeBubble, travel } from "../src/motion.ts";
import { beadPlace, columnsUsed, gridPath, roadView } from "../src/roads.ts";
import { sparkPath } from "../src/sparkline.ts";
import {
  arcHeight,
  ARC,
  inward,
  onScreen,
  seatOnArc,
  studioCamera,
  studioPlaces,
} from "../src/stage.ts";

describe("cards", () => {
  it("reads what the server writes, and a ten in both ways", () => {
    expect(parseCard("9H")).toMatchObject({ index: "9", suit: "H", red: true, court: false });
    expect(parseCard("TS")).toEqual(parseCard("10s"));
    expect(parseCard("TS")).toMatchObject({ index: "10", rank: "T", red: false });
    expect(parseCard("kd")).toMatchObject({ index: "K", suit: "D", court: true });
  });

  it("shows nothing of a card that is not known", () => {
    for (const text of [null, undefined, "", "1H", "9X", "9HH", "??"])
      expect(parseCard(text)).toBeNull();
  });

  it("prints as many pips as the number says, each in its own place", () => {
    for (const rank of ["2", "3", "4", "5", "6", "7", "8", "9", "T"]) {
      const pips = pipsOf(rank);
      expect(pips).toHaveLength(rank === "T" ? 10 : Number(rank));
      expect(new Set(pips.map(([x, y]) => `${x} ${y}`)).size).toBe(pips.length);
    }
    expect(pipsOf("K")).toHaveLength(0);
  });
});

describe("chips", () => {
  it("gives every denomination a colour of its own", () => {
    expect(new Set(DENOMINATIONS.map(chipToken)).size).toBe(DENOMINATIONS.length);
    expect(chipToken(1)).toBe("050");
    expect(chipToken(1_000)).toBe("5");
  });

  it("prints short values, with the decimal sign of the language", () => {
    expect([50, 100, 2_500, 100_000, 250_000].map((cents) => chipText(cents))).toEqual([
      "0.5",
      "1",
      "25",
      "1K",
      "2.5K",
    ]);
    expect(chipText(250_000, ",")).toBe("2,5K");
  });

  it("stacks the largest chips first, never more than five, never more than the sum", () => {
    expect(chipsFor(3_000)).toEqual([2_500, 500]);
    expect(chipsFor(0)).toEqual([]);
    expect(chipsFor(7)).toEqual([7]);
    for (let cents = 50; cents < 300_000; cents += 1_750) {
      const chips = chipsFor(cents);
      expect(chips.length).toBeLessThanOrEqual(5);
      expect(chips.reduce((sum, chip) => sum + chip, 0)).toBeLessThanOrEqual(cents);
    }
  });

  it("draws with the chips of the table when it is told them", () => {
    expect(chipsFor(2_500, [1_000, 500])).toEqual([1_000, 1_000, 500]);
  });
});

describe("roads", () => {
  it("test_F198 fills the Bead Plate down six rows, then right", () => {
    expect([0, 5, 6, 13].map(beadPlace)).toEqual([
      { row: 0, column: 0 },
      { row: 5, column: 0 },
      { row: 0, column: 1 },
      { row: 1, column: 2 },
    ]);
  });

  it("counts columns by the furthest mark, a dragon tail included", () => {
    expect(columnsUsed([])).toBe(0);
    expect(
      columnsUsed([
        [0, 3, "P"],
        [5, 7, "P"],
        [0, 4, "B"],
      ]),
    ).toBe(8);
  });

  it("shows the newest columns and keeps one free for the next mark", () => {
    expect(roadView(4, 16, "tail")).toEqual({ columns: 16, first: 0, viewBox: "0 0 320 120" });
    expect(roadView(20, 16, "tail")).toEqual({ columns: 21, first: 5, viewBox: "100 0 320 120" });
    expect(roadView(20, 16, "scroll").viewBox).toBe("0 0 420 120");
  });

  it("draws every line between cells once", () => {
    expect(gridPath(3, 2)).toBe("M20 0V40M40 0V40M0 20H60");
  });
});

describe("time", () => {
  it("counts as a person does", () => {
    expect(secondsLeft(5_000, 0)).toBe(5);
    expect(secondsLeft(5_000, 4_999)).toBe(1);
    expect(secondsLeft(5_000, 5_000)).toBe(0);
    expect(untilNextSecond(5_000, 0)).toBe(1_000);
    expect(untilNextSecond(5_000, 4_400)).toBe(600);
    expect(untilNextSecond(5_000, 6_000)).toBe(0);
  });

  it("turns orange at five seconds and red at none", () => {
    expect([6, 5, 1, 0].map((seconds) => toneOf(seconds))).toEqual([
      "open",
      "last",
      "last",
      "closed",
    ]);
  });

  it("keeps the share of a window between one and nothing", () => {
    expect(shareLeft(12_000, 12_000, -500)).toBe(1);
    expect(shareLeft(12_000, 12_000, 3_000)).toBe(0.75);
    expect(shareLeft(12_000, 0, 3_000)).toBe(0);
  });

  it("drains a ring at one speed: both halves take what their share of the circle is worth", () => {
    for (const share of [1, 0.75, 0.5, 0.25, 0.1]) {
      const { left, right } = ringLegs(share, 9_000);
      expect(left.ms + right.ms).toBeCloseTo(9_000);
      expect(right.delay).toBeCloseTo(left.ms);
      const speed = 9_000 / (share * 360);
      expect(left.ms).toBeCloseTo((left.from + 180) * speed);
      expect(right.ms).toBeCloseTo((right.from + 180) * speed);
    }
  });
});

describe("places", () => {
  it("measures the way from a place to the middle of a card", () => {
    expect(travel({ x: 100, y: 50 }, { left: 20, top: 10, width: 40, height: 20 })).toEqual({
      x: 60,
      y: 30,
    });
  });

  it("keeps a bubble on the screen, above if there is room", () => {
    const view = { width: 400, height: 300 };
    const bubble = { width: 120, height: 40 };
    const free = placeBubble({ left: 180, top: 200, width: 40, bottom: 240 }, bubble, view);
    expect(free).toMatchObject({ left: 140, top: 150, below: false, tip: 60 });
    expect(placeBubble({ left: 0, top: 10, width: 40, bottom: 50 }, bubble, view)).toMatchObject({
      left: 8,
      below: true,
    });
    expect(placeBubble({ left: 380, top: 200, width: 20, bottom: 220 }, bubble, view).left).toBe(
      272,
    );
  });

  it("shows the shoe and the discard tray whole in every shape of stage", () => {
    const shapes = [
      [1440, 900],
      [1280, 720],
      [1056, 756],
      [1024, 768],
      [844, 390],
      [390, 844],
      [390, 340],
      [260, 162],
    ] as const;
    for (const [width, height] of shapes) {
      const camera = studioCamera(width, height);
      expect(camera.width * camera.scale).toBeCloseTo(width);
      expect(camera.height * camera.scale).toBeCloseTo(height);
      const places = studioPlaces(camera);
      for (const place of [places.shoe, places.discard]) {
        const { x, y } = onScreen(camera, place);
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(width);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(height);
      }
      expect(inward(camera)).toBeGreaterThanOrEqual(0);
    }
  });

  it("seats seven on the rail, seat 1 at the right, evenly and mirrored", () => {
    const seats = [1, 2, 3, 4, 5, 6, 7].map((seat) => seatOnArc(seat, 7));
    expect(seats[0]?.x).toBeGreaterThan(seats[6]?.x ?? 1);
    expect(seats[3]?.x).toBeCloseTo(0.5);
    expect(seats[3]?.y).toBeCloseTo(ARC.bottom);
    for (const seat of seats) expect(seat.y).toBeCloseTo(arcHeight(1 - seat.x));
  });
});

describe("sparkline", () => {
  it("spans the box, and a flat series lies in the middle", () => {
    expect(sparkPath([0, 10], 100, 20)).toBe("M0 18L100 2");
    expect(sparkPath([5, 5], 100, 20)).toBe("M0 10L100 10");
    expect(sparkPath([], 100, 20)).toBe("");
  });
});
