// Made-up roads for the gallery: only shapes, no game was played.
import type { BeadMark, BigRoadMark, DerivedMark } from "../src/index.ts";

const RESULTS =
  "PP9 BB7b P8 B6 PP4 PT2 P7p PP9 BB6 BT3 B9b PP8b P7 P6p BB9 B8 B7 BT6 BT5 B8p B9 B7 B8 B9 P8 B7b P9 P6 B8 P7 P9 P6p P8 PT7 P9 B8 B9b";

export const BEADS: BeadMark[] = RESULTS.split(" ").map((text) => {
  const [, letters = "", total = "0", pairs = ""] = /^([PBT]+)(\d)([pb]*)$/.exec(text) ?? [];
  return [letters.at(-1) ?? "P", Number(total), pairs];
});

/** Columns as strings of sides; a digit adds ties, p and b pairs. The tail bends at row six. */
function road(columns: readonly string[]): BigRoadMark[] {
  const taken = new Set<string>();
  return columns.flatMap((column, start) => {
    let row = 0;
    let at = start;
    return [...column.matchAll(/([PB])(\d?)([pb]*)/g)].map(
      ([, side = "P", ties = "", pairs = ""], n): BigRoadMark => {
        if (n > 0) {
          if (row < 5 && at === start && !taken.has(`${row + 1} ${at}`)) row += 1;
          else at += 1;
        }
        taken.add(`${row} ${at}`);
        return [row, at, side, Number(ties || 0), pairs];
      },
    );
  });
}

export const BIG: BigRoadMark[] = road([
  "PP",
  "BBbB",
  "P",
  "B",
  "PPpP1P",
  "BB1B",
  "PPPbP",
  "BBBBpB2BBBB",
  "P",
  "BBb",
  "PP",
  "B",
  "PPPpPP1P",
  "BBb",
]);

export function derived(seed: string): DerivedMark[] {
  return [...seed].flatMap((length, column) =>
    Array.from({ length: Number(length) }, (_, row): DerivedMark => [
      row,
      column,
      column % 2 ? "B" : "R",
    ]),
  );
}
