// The third-card rule for this round, from the table that the server teaches (F107, F108).

import type { BaccaratLessons, TableView } from "@sabot/wire/types";

export type Rule =
  /** The first four cards are not all read. */
  | { readonly what: "first_four" }
  /** After Player's third card: which values Banker draws on. */
  | { readonly what: "after"; readonly banker: string; readonly on: readonly number[] }
  | { readonly what: "alone" };

export function ruleOf(
  view: TableView,
  lessons: Pick<BaccaratLessons, "banker_draws"> | null,
): Rule | null {
  const why = view.studio?.instruction.why ?? "";
  if (why === "baccarat/first_four") return { what: "first_four" };
  if (why === "baccarat/banker_draws_alone") return { what: "alone" };
  if (why !== "baccarat/player_draws" || lessons === null) return null;
  const banker = view.studio?.instruction.facts?.["banker"];
  const row = lessons.banker_draws.find((one) => one.total === Number(banker));
  return row === undefined ? null : { what: "after", banker: String(banker), on: row.on };
}

/** `4 – 7`, `1 – 7, 9`: values in runs. */
export function runs(values: readonly number[]): string {
  const found: [number, number][] = [];
  for (const value of values.toSorted((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === value - 1) last[1] = value;
    else found.push([value, value]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from} – ${to}`)).join(", ");
}
