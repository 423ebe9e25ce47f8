import { describe, expect, it } from "vitest";
import { SHOE } from "../fixtures/shoe.ts";
import { nextCell, previewOf } from "../src/next-cell.ts";

describe("the next mark of a road", () => {
  it("R19: predicts every cell of a recorded shoe from those before it, on all four grids", () => {
    let compared = 0;
    for (const road of ["big_road", "big_eye", "small", "cockroach"] as const) {
      const cells = SHOE[road];
      for (let n = 1; n < cells.length; n += 1) {
        const [row, column, colour] = cells[n] ?? [0, 0, ""];
        const before = cells.slice(0, n);
        expect(nextCell(before, before.at(-1)?.[2] === colour), `${road} ${n}`).toEqual({ row, column });
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(120);
  });

  it("R19: a run of eight turns right and keeps its row", () => {
    const cells: [number, number, string][] = [];
    for (let n = 0; n < 8; n += 1) {
      const { row, column } = nextCell(cells, n > 0);
      cells.push([row, column, "B"]);
    }
    expect(cells.slice(-3)).toEqual([[5, 0, "B"], [5, 1, "B"], [5, 2, "B"]]);
    expect(nextCell(cells, false)).toEqual({ row: 0, column: 1 });
  });

  it("F192: the first circle joins the ties that waited for it", () => {
    const card = { ...SHOE, big_road: [[0, 0, null, 2]] as const };
    expect(previewOf(card, "P").big_road).toEqual([0, 0, "P", 2]);
  });

  it("F200: Ask previews all five roads with the colours of the casino", () => {
    const preview = previewOf(SHOE, "B");
    expect(preview.bead).toEqual(["B"]);
    expect(preview.big_eye?.[2]).toBe(SHOE.ask_banker.big_eye);
    expect(preview.small?.[2]).toBe(SHOE.ask_banker.small);
    expect(preview.cockroach?.[2]).toBe(SHOE.ask_banker.cockroach);
  });
});
