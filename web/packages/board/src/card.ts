// How a card is written, read back for drawing.

export type Suit = "S" | "H" | "D" | "C";

export interface CardFace {
  /** What is printed: `A`, `2` … `10`, `J`, `Q`, `K`. */
  readonly index: string;
  readonly rank: string;
  readonly suit: Suit;
  readonly red: boolean;
  readonly court: boolean;
}

/** Reads `9H`, `TS`, `10s`; null for a card that is not known or not readable. */
export function parseCard(text: string | null | undefined): CardFace | null {
  const found = /^(10|[2-9TJQKA])([SHDC])$/i.exec(text ?? "");
  if (!found) return null;
  const rank = found[1] === "10" ? "T" : (found[1] as string).toUpperCase();
  const suit = (found[2] as string).toUpperCase() as Suit;
  return {
    index: rank === "T" ? "10" : rank,
    rank,
    suit,
    red: suit === "H" || suit === "D",
    court: "JQK".includes(rank),
  };
}

/** Suits drawn in a box of 100 × 100. */
export const SUIT_PATHS: Readonly<Record<Suit, string>> = {
  H: "M50 94C30 70 6 54 6 31 6 6 40 2 50 26 60 2 94 6 94 31c0 23-24 39-44 63z",
  D: "M50 3C58 20 70 36 86 50 70 64 58 80 50 97 42 80 30 64 14 50 30 36 42 20 50 3z",
  S: "M50 4C64 22 92 36 92 58c0 12-9 20-20 20-7 0-13-3-16-8 1 9 4 17 11 24H33c7-7 10-15 11-24-3 5-9 8-16 8C17 78 8 70 8 58 8 36 36 22 50 4z",
  C: "M50 4a21 21 0 0 1 16 35 21 21 0 1 1-10 33c1 11 3 18 8 24H36c5-6 7-13 8-24a21 21 0 1 1-10-33A21 21 0 0 1 50 4z",
};

/** A pip: middle in a card of 100 × 140, and whether it stands on its head. */
export type Pip = readonly [x: number, y: number, down: boolean];

const LEFT = 32;
const MIDDLE = 50;
const RIGHT = 68;
const both = (...rows: number[]): Pip[] =>
  rows.flatMap((y): Pip[] => [
    [LEFT, y, y > 70],
    [RIGHT, y, y > 70],
  ]);
const middle = (...rows: number[]): Pip[] => rows.map((y): Pip => [MIDDLE, y, y > 70]);

const PIPS: Readonly<Record<string, readonly Pip[]>> = {
  "2": middle(27, 113),
  "3": middle(27, 70, 113),
  "4": both(27, 113),
  "5": [...both(27, 113), ...middle(70)],
  "6": both(27, 70, 113),
  "7": [...both(27, 70, 113), ...middle(48.5)],
  "8": [...both(27, 70, 113), ...middle(48.5, 91.5)],
  "9": [...both(27, 55.5, 84.5, 113), ...middle(70)],
  T: [...both(27, 55.5, 84.5, 113), ...middle(41, 99)],
};

/** Where the pips of a number card lie; none for aces and courts. */
export function pipsOf(rank: string): readonly Pip[] {
  return PIPS[rank] ?? [];
}
