// Sums a player reads; they are the server's cents, added up and never multiplied.

import type { Balance, You } from "@sabot/wire/types";

/** What lies on one spot: chips that are not bets yet, and bets. */
export function onSpot(
  you: You | null,
  kind: string,
  seat: number | null,
): { chips: number; bets: number } {
  const here = (spot: { kind: string; seat?: number | null }) =>
    spot.kind === kind && (spot.seat ?? null) === seat;
  return {
    chips: sum(you?.chips.filter(here) ?? [], (chip) => chip.stake),
    bets: sum(you?.bets.filter((bet) => here(bet) && bet.parent == null) ?? [], (bet) => bet.stake),
  };
}

/** Everything staked in this round, with the chips that would count if betting closed now. */
export function totalBet(you: You | null): number {
  return you === null ? 0 : you.staked + sum(you.chips, (chip) => chip.counts ?? 0);
}

/** What came back less what was staked; null while the round runs. Golden chips are no money. */
export function net(you: You | null): number | null {
  if (you === null || you.paid === null) return null;
  return (
    you.paid -
    sum(
      you.bets.filter((bet) => !bet.golden),
      (bet) => bet.stake,
    )
  );
}

/** What is free less chips under way; null while the operator has not told it. */
export function free(balance: Balance | null, underWay: number): number | null | undefined {
  if (balance?.available == null) return balance?.available;
  return balance.available - underWay;
}

/** What own limits leave, less chips under way; null where the money ends first. */
export function allowed(balance: Balance | null, underWay: number): number | null {
  if (balance === null || balance.allowed === null) return null;
  return Math.max(0, balance.allowed - underWay);
}

/** What ends before this cost: the money, or own limits; null where neither does. */
export function short(balance: Balance | null, cost: number): "short" | "limited" | null {
  if (balance?.available == null) return null;
  if (cost > balance.available) return "short";
  return cost > (balance.allowed ?? cost) ? "limited" : null;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
