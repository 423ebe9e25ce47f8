// How far a set of cards has come at the shoe desk, and which step is next.

import type { CardSetShown, SetStep, TableNeed } from "@sabot/wire/types";

export const STEPS = ["decks", "count", "shuffle", "seal", "load", "burn"] as const;
export type Step = (typeof STEPS)[number];

/** The step that is due; null when the set is in play or will not be loaded again. */
export function nextStep(set: CardSetShown, tables: readonly TableNeed[]): Step | null {
  switch (set.stage) {
    case "prepared":
    case "returned":
      return "count";
    case "counted":
      return "shuffle";
    case "shuffled":
      return set.ready_at === null ? "seal" : "load";
    case "sealed":
      return "load";
    case "at_table":
      return tables.find((one) => one.table === set.table)?.shoe?.burn_due ? "burn" : null;
    default:
      return null;
  }
}

export type Group = "preparing" | "ready" | "at_table" | "out";

export function groupOf(set: CardSetShown): Group {
  if (set.table !== null) return "at_table";
  if (set.stage === "retired" || set.stage === "returned") return "out";
  return set.ready || set.ready_at !== null ? "ready" : "preparing";
}

export const lastStep = (set: CardSetShown): SetStep | undefined => set.steps.at(-1);

/** The newest count, if it was one that did not fit. */
export function wrongCount(set: CardSetShown): SetStep | null {
  const last = lastStep(set);
  return last?.deed === "counted" && last.after === "prepared" ? last : null;
}

/** The shuffles since the set was counted last. */
export function shuffles(set: CardSetShown): readonly SetStep[] {
  const counted = set.steps.findLastIndex((one) => one.deed === "counted");
  return set.steps.filter((one, n) => n > counted && one.deed === "shuffled");
}

/** Whether the set may be part of a shoe for this table. */
export const fitsTable = (set: CardSetShown, table: TableNeed): boolean =>
  set.table === null && (set.ready || set.ready_at === table.table) && set.decks <= table.decks;

/** The table that is proposed for a set: the one it was shuffled for, one without cards, or the first. */
export function proposedTable(
  set: CardSetShown,
  tables: readonly TableNeed[],
): TableNeed | undefined {
  const fitting = tables.filter((one) => fitsTable(set, one));
  return (
    fitting.find((one) => one.table === set.ready_at) ??
    fitting.find(
      (one) => (one.shoe === null || one.shoe.retired !== null) && one.decks === set.decks,
    ) ??
    fitting.find((one) => one.decks === set.decks) ??
    fitting[0]
  );
}

/** `23 h 22`, `41 min`: how old cards are. */
export function age(ms: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
