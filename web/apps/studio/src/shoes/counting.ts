// A count in progress: what was read, and how it stands against the passport. The server judges it.

import { cardCode } from "../dealer/wedge.ts";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const SUITS = ["S", "H", "D", "C"] as const;

export interface Counting {
  /** Every code that counts, in the order it was read. */
  readonly scans: readonly string[];
  /** By hand: how many of each card, `AS` … `KC`; null while cards are read. */
  readonly byHand: Readonly<Record<string, number>> | null;
}

export const NOTHING: Counting = { scans: [], byHand: null };

export type Read =
  | { readonly kind: "counted"; readonly code: string; readonly card: string }
  /** The same code once more: the same card read twice, unless a person says otherwise. */
  | { readonly kind: "again"; readonly code: string; readonly card: string }
  /** No card of this set: it counts, and the count will say so. */
  | { readonly kind: "foreign"; readonly code: string; readonly card: string }
  | { readonly kind: "no_card"; readonly code: string };

export const codesOf = (passport: readonly string[]): ReadonlySet<string> => new Set(passport);

/** A code was read. Twice the same one does not count until a person says that it is another card. */
export function read(
  counting: Counting,
  text: string,
  passport: ReadonlySet<string>,
): readonly [Counting, Read] {
  const { code, card } = cardCode(text);
  if (card === "") return [counting, { kind: "no_card", code }];
  if (counting.scans.includes(code)) return [counting, { kind: "again", code, card }];
  const after = { ...counting, scans: [...counting.scans, code] };
  return [after, { kind: passport.has(code) ? "counted" : "foreign", code, card }];
}

/** A card that has the code of another one: it counts as well. */
export const another = (counting: Counting, code: string): Counting => ({
  ...counting,
  scans: [...counting.scans, code],
});

/** Take back the newest reading of a code. */
export function without(counting: Counting, code: string): Counting {
  const at = counting.scans.lastIndexOf(code);
  return at < 0 ? counting : { ...counting, scans: counting.scans.toSpliced(at, 1) };
}

/** Count by hand from here on, or read again. */
export const byHand = (counting: Counting, on: boolean): Counting => ({
  ...counting,
  byHand: on ? {} : null,
});

export function setCard(counting: Counting, card: string, count: number): Counting {
  const whole = Math.max(0, Math.min(999, Math.floor(Number.isFinite(count) ? count : 0)));
  return { ...counting, byHand: { ...counting.byHand, [card]: whole } };
}

/** How many of each card were counted so far. */
export function tally({ scans, byHand }: Counting): Readonly<Record<string, number>> {
  if (byHand !== null) return byHand;
  const found: Record<string, number> = {};
  for (const code of scans) {
    const { card } = cardCode(code);
    found[card] = (found[card] ?? 0) + 1;
  }
  return found;
}

export const total = (counting: Counting): number =>
  Object.values(tally(counting)).reduce((sum, count) => sum + count, 0);

export const foreign = (counting: Counting, passport: ReadonlySet<string>): readonly string[] =>
  counting.scans.filter((code) => !passport.has(code));

export type Cell = "open" | "right" | "over";

export const cellOf = (count: number, decks: number): Cell =>
  count > decks ? "over" : count === decks ? "right" : "open";

/** Whether there are as many of each card as decks: what the screen can see of a whole set. */
export function looksWhole(counting: Counting, decks: number): boolean {
  const found = tally(counting);
  return SUITS.every((suit) => RANKS.every((rank) => found[`${rank}${suit}`] === decks));
}

/** What the server is sent. */
export function bodyOf(
  counting: Counting,
): { readonly scans: readonly string[] } | { readonly cards: Readonly<Record<string, number>> } {
  if (counting.byHand === null) return { scans: counting.scans };
  const cards = Object.entries(counting.byHand).filter(([, count]) => count > 0);
  return { cards: Object.fromEntries(cards) };
}
