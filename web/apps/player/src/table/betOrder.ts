// The order in which bets are read; what is not named keeps the house's order and comes last.

import { OURS } from "../games/ours.ts";

const ORDER = OURS.flatMap(({ bets }) => bets);

export function inOrder<T extends { readonly kind: string }>(bets: readonly T[]): readonly T[] {
  const rank = (bet: T): number =>
    ORDER.includes(bet.kind) ? ORDER.indexOf(bet.kind) : ORDER.length;
  return [...bets].sort((one, other) => rank(one) - rank(other));
}
