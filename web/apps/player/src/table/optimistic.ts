// Chips that are under way: they lie on the felt at once, and the server's own picture takes over
// as soon as it has them. Only chips are shown early; nothing is decided here.

import type { Chip, You } from "@sabot/wire/types";

/** What a spot should hold once everything sent has been answered. */
export interface Target {
  readonly kind: string;
  readonly seat: number | null;
  readonly golden: boolean;
  readonly stake: number;
  /** Chips sent and not answered. */
  readonly waiting: number;
  /** The answer takes its time: the chips are shown as being under way. */
  readonly late: boolean;
}

type Spot = Pick<Target, "kind" | "seat" | "golden">;

const same = (
  target: Spot,
  chip: { kind: string; seat?: number | null; golden?: boolean },
): boolean =>
  target.kind === chip.kind &&
  target.seat === (chip.seat ?? null) &&
  target.golden === (chip.golden ?? false);

export function stakeOf(you: You | null, spot: Spot): number {
  const chips = you?.chips.filter((chip) => same(spot, chip)) ?? [];
  return chips.reduce((sum, chip) => sum + chip.stake, 0);
}

/** A chip leaves the hand. */
export function placed(
  targets: readonly Target[],
  you: You | null,
  spot: Spot,
  amount: number,
): readonly Target[] {
  const held = targets.find((target) => same(target, spot));
  const before = Math.max(held?.stake ?? 0, stakeOf(you, spot));
  const waiting = (held?.waiting ?? 0) + 1;
  const next = { ...spot, stake: before + amount, waiting, late: held?.late ?? false };
  return [...targets.filter((target) => target !== held), next];
}

/** Chips on a spot have waited for a moment; a chip that has been answered since does not count. */
export function delayed(targets: readonly Target[], spot: Spot): readonly Target[] {
  return targets.map((target) =>
    same(target, spot) && target.waiting > 0 ? { ...target, late: true } : target,
  );
}

/** Chips of a spot are on their way, and not just since now. */
export const isLate = (targets: readonly Target[], kind: string, seat: number | null): boolean =>
  targets.some((target) => target.late && target.kind === kind && target.seat === seat);

/** The server answered one chip; a refused one is taken off again. */
export function answered(
  targets: readonly Target[],
  spot: Spot,
  amount: number,
  accepted: boolean,
): readonly Target[] {
  return targets.flatMap((target) => {
    if (!same(target, spot)) return [target];
    const stake = accepted ? target.stake : target.stake - amount;
    const waiting = Math.max(0, target.waiting - 1);
    const next = { ...target, stake, waiting, late: target.late && waiting > 0 };
    return stake <= 0 ? [] : [next];
  });
}

/** The server told what is mine: what it has answered is in there. */
export function told(targets: readonly Target[]): readonly Target[] {
  return targets.filter((target) => target.waiting > 0);
}

/** My part of the table with the chips that are under way. */
export function withTargets(you: You | null, targets: readonly Target[]): You | null {
  if (you === null || targets.length === 0) return you;
  const ahead = targets.filter((target) => target.stake > stakeOf(you, target));
  if (ahead.length === 0) return you;
  const rest = you.chips.filter((chip) => !ahead.some((target) => same(target, chip)));
  return { ...you, chips: [...rest, ...ahead.map(chipOf)] };
}

/** How much is under way beyond what the server has told. */
export function underWay(you: You | null, targets: readonly Target[]): number {
  return targets
    .filter((target) => !target.golden)
    .reduce((sum, target) => sum + Math.max(0, target.stake - stakeOf(you, target)), 0);
}

function chipOf(target: Target): Chip {
  return {
    kind: target.kind,
    seat: target.seat,
    stake: target.stake,
    counts: target.stake,
    ...(target.golden ? { golden: true } : {}),
  };
}
