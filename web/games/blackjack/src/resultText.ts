// What became of a hand, in a word or two; the odds are those of the table's own pay table.

import type { TableTools } from "@sabot/game";
import { ratio } from "@sabot/table";
import type { TableInfo } from "@sabot/wire/types";

const SHORT = new Set(["blackjack", "dealer_blackjack"]);
/** At a seat a dealer's blackjack is a hand that lost. */
const SAID: Readonly<Record<string, string>> = { dealer_blackjack: "lose" };

export function resultText(
  result: string,
  t: TableTools["t"],
  info: TableInfo,
  short = false,
): string {
  const key = short && SHORT.has(result) ? `short.${result}` : (SAID[result] ?? result);
  return t(`blackjack:result.${key}`, { odds: ratio(oddsOf(info, "main", result)) });
}

export function oddsOf(info: TableInfo, kind: string, label: string): string {
  const pays = info.bets.find((bet) => bet.kind === kind)?.pays ?? [];
  return pays.find((pay) => pay.label === label)?.odds ?? "";
}
