// Where the next mark of a road would stand: six rows, a run falls, turns right and keeps its row.
// The colours of the next marks come from the casino; here is only their place on the grid (R19).

import type { Scorecard } from "@sabot/wire/types";
import type { BeadMark, BigRoadMark, DerivedMark } from "@sabot/board";

const ROWS = 6;
type Placed = readonly [row: number, column: number, colour: string | null, ...rest: readonly unknown[]];

/** The place after `cells`, which stand in play order; `same` as the last one or not. */
export function nextCell(cells: readonly Placed[], same: boolean): { row: number; column: number } {
  const last = cells.at(-1);
  const before = cells.at(-2);
  const filled = (row: number): number =>
    cells.reduce((most, cell) => (cell[0] === row ? Math.max(most, cell[1]) : most), -1);
  if (last === undefined || !same) return { row: 0, column: filled(0) + 1 };
  const [row, column] = last;
  const turned = before !== undefined && before[2] === last[2] && before[0] === row;
  const falls = !turned && row + 1 < ROWS && filled(row + 1) < column;
  return falls ? { row: row + 1, column } : { row, column: column + 1 };
}

export interface Preview {
  readonly bead: BeadMark | null;
  readonly big_road: BigRoadMark | null;
  readonly big_eye: DerivedMark | null;
  readonly small: DerivedMark | null;
  readonly cockroach: DerivedMark | null;
}

export const NO_PREVIEW: Preview = { bead: null, big_road: null, big_eye: null, small: null, cockroach: null };

/** The five marks that a win of `side` would add (F200). */
export function previewOf(card: Scorecard, side: "P" | "B"): Preview {
  const asked = side === "P" ? card.ask_player : card.ask_banker;
  return {
    bead: [side],
    big_road: bigRoad(card, side),
    big_eye: derived(card.big_eye, asked.big_eye),
    small: derived(card.small, asked.small),
    cockroach: derived(card.cockroach, asked.cockroach),
  };
}

function bigRoad(card: Scorecard, side: "P" | "B"): BigRoadMark {
  const last = card.big_road.at(-1);
  if (last !== undefined && last[2] === null) return [last[0], last[1], side, last[3] ?? 0];
  const { row, column } = nextCell(card.big_road, last?.[2] === side);
  return [row, column, side];
}

function derived(cells: readonly (readonly [number, number, string])[], colour: string | null): DerivedMark | null {
  if (colour === null) return null;
  const { row, column } = nextCell(cells, cells.at(-1)?.[2] === colour);
  return [row, column, colour];
}
