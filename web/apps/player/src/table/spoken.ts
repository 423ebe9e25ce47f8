// What a screen reader hears of a table: phases, cards by name, results.

import type { HandShown } from "@sabot/wire/types";

export interface DealtCard {
  readonly hand: string;
  /** Null lies face down. */
  readonly card: string | null;
}

/** Cards that lie there after and did not before; a card that was turned counts as dealt. */
export function dealt(
  before: readonly HandShown[],
  after: readonly HandShown[],
): readonly DealtCard[] {
  return after.flatMap((hand) => {
    const earlier = before.find((other) => other.name === hand.name)?.cards ?? [];
    return hand.cards.flatMap((card, n) => {
      const there = n < earlier.length;
      return !there || (card !== null && earlier[n] === null) ? [{ hand: hand.name, card }] : [];
    });
  });
}
