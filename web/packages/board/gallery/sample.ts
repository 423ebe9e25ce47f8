// Made-up roads for the gallery: only shapes, no game was played.
import type { BeadMark, BigRoadMark, DerivedMark } from "../src/index.ts";

import type { OptionName } from "../src/index.ts";

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

export const LETTERS = { P: "G", B: "B", T: "P" };
export const SUITS = ["S", "H", "D", "C"];
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
export const VALUES = [50, 100, 500, 2_500, 10_000, 50_000, 100_000];
export const MOVES: OptionName[] = ["hit", "stand", "double", "split", "auto_stand", "insurance"];
export const ASKED = { big_eye: "B", small: "B", cockroach: "R" };
export const rack = VALUES.map((value, n) => ({
  value,
  label: `Fiche ${value / 100} euro`,
  text: value === 50 ? "0,50" : undefined,
  reason: n === 0 ? "0,50 € è sotto il minimo" : n === 6 ? "Saldo insufficiente" : undefined,
  advice: n === 0 ? "Qui si parte da 1 €" : undefined,
})).map(({ text, ...rest }) => (text ? { ...rest, text } : rest));
export const golden = [
  { value: 500, label: "Golden chip 5 euro", golden: true, count: 3, id: "g5" },
  { value: 2_500, label: "Golden chip 25 euro", golden: true, count: 1, id: "g25" },
];

const opened = Date.now();
export const query = new URLSearchParams(location.search);
export const only = query.get("only");
/** The clock of the gallery; `?still` stops it for pictures. */
export const now = (): number => (query.has("still") ? opened : Date.now());
export { opened };
