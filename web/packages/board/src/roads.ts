// Shapes of the roads as the server writes them, and the geometry of the grid they are drawn on.

/** Letter, winning total, pairs (`p`, `b`, `pb`). */
export type BeadMark = readonly [letter: string, total?: number | null, pairs?: string];
/** Row, column, side, ties, pairs. */
export type BigRoadMark = readonly [
  row: number,
  column: number,
  side: string | null,
  ties?: number,
  pairs?: string,
];
/** Row, column, `R` repeats or `B` breaks. */
export type DerivedMark = readonly [row: number, column: number, colour: string];
export type DerivedKind = "big_eye" | "small" | "cockroach";
export type RoadFit = "scroll" | "tail";

/** One cell in drawing units. */
export const UNIT = 20;
export const ROWS = 6;

/** Column and row of the n-th bead: down six, then right. */
export function beadPlace(n: number): { row: number; column: number } {
  return { row: n % ROWS, column: Math.floor(n / ROWS) };
}

/** How many columns the marks fill. */
export function columnsUsed(
  marks: readonly { readonly 1: number }[] | readonly (readonly unknown[])[],
): number {
  return marks.reduce((most, mark) => Math.max(most, Number(mark[1]) + 1), 0);
}

export interface RoadView {
  /** All columns that are drawn. */
  readonly columns: number;
  /** First column inside the picture. */
  readonly first: number;
  readonly viewBox: string;
}

/**
 * The picture of a road `visible` columns wide. `scroll` draws every column; `tail` shows the last
 * ones only. One column stays free for what comes next.
 */
export function roadView(used: number, visible: number, fit: RoadFit): RoadView {
  const columns = Math.max(visible, used + 1);
  const first = fit === "tail" ? columns - visible : 0;
  const width = (fit === "tail" ? visible : columns) * UNIT;
  return { columns, first, viewBox: `${first * UNIT} 0 ${width} ${ROWS * UNIT}` };
}

/** The lines between the cells as one path. */
export function gridPath(columns: number, rows = ROWS): string {
  const width = columns * UNIT;
  const height = rows * UNIT;
  const down = Array.from({ length: columns - 1 }, (_, n) => `M${(n + 1) * UNIT} 0V${height}`);
  const across = Array.from({ length: rows - 1 }, (_, n) => `M0 ${(n + 1) * UNIT}H${width}`);
  return [...down, ...across].join("");
}
