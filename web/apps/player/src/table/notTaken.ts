// Chips that did not become a bet, in words.

import type { TableInfo, You } from "@sabot/wire/types";
import { speech, t } from "../language/language.svelte.ts";
import { brief, refused } from "../language/money.ts";
import type { Way } from "../state/toasts.svelte.ts";
import { wayFrom } from "./ways.ts";

export interface NotTakenWords {
  /** Tells one refusal from the next. */
  readonly key: string;
  readonly title: string;
  readonly text: string;
  /** What helps. */
  readonly way: Way | undefined;
}

export function notTaken(you: You | null, info: TableInfo): NotTakenWords | null {
  if (you === null || you.not_taken.length === 0) return null;
  if (!speech.has("refusals:code.unknown")) return null; // reasons come a moment after the page
  const lines = you.not_taken.map((left) =>
    t("table:detail.not_taken", {
      bet: t(`bets:name.${left.kind}`),
      stake: brief(left.stake),
      why: refused(left.reason, { kind: left.kind, info }),
    }),
  );
  const some = you.bets.length > 0;
  return {
    key: JSON.stringify([you.round, you.not_taken]),
    title: t(some ? "table:yours.some_bets_not_accepted" : "table:yours.bets_rejected"),
    text: lines.join(" "),
    way: you.not_taken.map((left) => wayFrom(left.reason)).find((way) => way !== undefined),
  };
}
