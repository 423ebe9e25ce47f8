// The order in which bets are read; what is not named keeps the house's order and comes last.

const ORDER = [
  "player",
  "banker",
  "banker_zero_commission",
  "tie",
  "player_pair",
  "banker_pair",
  "either_pair",
  "perfect_pair",
  "player_bonus",
  "banker_bonus",
  "super6",
  "main",
  "perfect_pairs",
  "21+3",
  "top3",
  "ante",
  "pair_plus",
  "poker_plus",
  "blind_play",
];

export function inOrder<T extends { readonly kind: string }>(bets: readonly T[]): readonly T[] {
  const rank = (bet: T): number =>
    ORDER.includes(bet.kind) ? ORDER.indexOf(bet.kind) : ORDER.length;
  return [...bets].sort((one, other) => rank(one) - rank(other));
}
