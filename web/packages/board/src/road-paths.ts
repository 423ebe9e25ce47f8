// A road as a handful of paths: for pages that show many roads at once.

import { UNIT, type BigRoadMark, type DerivedKind, type DerivedMark } from "./roads.ts";

const ring = (x: number, y: number, r: number): string =>
  `M${x + 10 - r} ${y + 10}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const stroke = (x: number, y: number, inset: number): string =>
  `M${x + inset} ${y + 20 - inset}L${x + 20 - inset} ${y + inset}`;
const at = (mark: readonly [number, number, ...unknown[]]): [number, number] => [
  mark[1] * UNIT,
  mark[0] * UNIT,
];

export interface BigRoadPaths {
  readonly player: string;
  readonly banker: string;
  readonly ties: string;
  /** Ties from two on, as numbers. */
  readonly numbers: readonly { readonly x: number; readonly y: number; readonly ties: number }[];
}

export function bigRoadPaths(marks: readonly BigRoadMark[], first = 0): BigRoadPaths {
  const shown = marks.filter((mark) => mark[1] >= first);
  const rings = (side: string): string =>
    shown
      .filter((mark) => mark[2] === side)
      .map((mark) => ring(...at(mark), 7))
      .join("");
  const tied = shown.filter((mark) => (mark[3] ?? 0) > 0);
  return {
    player: rings("P"),
    banker: rings("B"),
    ties: tied.map((mark) => stroke(...at(mark), 5.5)).join(""),
    numbers: tied
      .filter((mark) => (mark[3] ?? 0) > 1)
      .map((mark) => ({ x: at(mark)[0] + 10, y: at(mark)[1] + 10, ties: mark[3] ?? 0 })),
  };
}

export interface DerivedPaths {
  readonly red: string;
  readonly blue: string;
}

export function derivedPaths(
  kind: DerivedKind,
  marks: readonly DerivedMark[],
  first = 0,
): DerivedPaths {
  const drawn = (colour: string): string =>
    marks
      .filter((mark) => mark[1] >= first && mark[2] === colour)
      .map((mark) =>
        kind === "cockroach"
          ? stroke(...at(mark), 4)
          : ring(...at(mark), kind === "small" ? 7.6 : 6.6),
      )
      .join("");
  return { red: drawn("R"), blue: drawn("B") };
}
