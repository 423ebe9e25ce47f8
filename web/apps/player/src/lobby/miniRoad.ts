// Where the results of a tile lie on a small Big Road: down while a side repeats, right when there
// is no room below; a change of side starts at the next free column. Ties stay with the last mark.

import type { BigRoadMark } from "@sabot/board";

const ROWS = 6;

interface Mark {
  readonly row: number;
  readonly column: number;
  side: string | null;
  ties: number;
}

export function miniRoad(results: string): readonly BigRoadMark[] {
  const marks: Mark[] = [];
  const taken = new Set<string>();
  const key = (row: number, column: number): string => `${row} ${column}`;
  let runColumn = -1;
  let turned = false;

  const next = (side: string): { row: number; column: number } => {
    const last = marks.at(-1);
    if (last?.side === side) {
      const below = last.row + 1;
      turned ||= below >= ROWS || taken.has(key(below, last.column));
      return turned
        ? { row: last.row, column: last.column + 1 }
        : { row: below, column: last.column };
    }
    turned = false;
    do runColumn += 1;
    while (taken.has(key(0, runColumn)));
    return { row: 0, column: runColumn };
  };

  for (const letter of results) {
    const last = marks.at(-1);
    if (letter === "T") {
      if (last === undefined) marks.push({ row: 0, column: 0, side: null, ties: 1 });
      else last.ties += 1;
    } else if (last?.side === null) {
      last.side = letter; // ties before the first side wait in its place
      runColumn = 0;
      taken.add(key(0, 0));
    } else {
      const place = next(letter);
      taken.add(key(place.row, place.column));
      marks.push({ ...place, side: letter, ties: 0 });
    }
  }
  return marks.map(({ row, column, side, ties }) => [row, column, side, ties]);
}
