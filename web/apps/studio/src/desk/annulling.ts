// What an annulment would move, summed up as the queue of the second person shows it.

import type { AnnulmentPreview, ApprovalLine } from "@sabot/wire/types";

export type Sums = ApprovalLine & { readonly players: number };

export function sumsOf(preview: AnnulmentPreview): Sums {
  const sum = (of: (line: AnnulmentPreview["lines"][number]) => number): number =>
    preview.lines.reduce((all, line) => all + of(line), 0);
  return {
    kind: "annulment",
    id: "",
    table: null,
    round: preview.round,
    player: null,
    amount: null,
    by: "",
    at_ms: null,
    reason: "",
    yours: true,
    players: preview.lines.length,
    gives: sum((line) => Math.max(0, line.amount)),
    takes: sum((line) => Math.max(0, -line.amount)),
    facts: {
      uncollected: sum((line) => line.uncollected),
      theirs: sum((line) => line.theirs),
      chips: preview.lines.filter((line) => line.chips > 0).length,
    },
  };
}
