// The line printed on the felt: what the table's own pay table says.

import type { TableTools } from "@sabot/game";
import type { TableInfo } from "@sabot/wire/types";
import { oddsOf } from "./resultText.ts";

export function printed(info: TableInfo, t: TableTools["t"]): string {
  const said = (kind: string, label: string): string => {
    const [over = "", under = "1"] = oddsOf(info, kind, label).split("/");
    return t("blackjack:ratio", { over, under });
  };
  return t("blackjack:print", {
    blackjack: said("main", "blackjack"),
    insurance: said("insurance", "dealer_blackjack"),
  });
}

/** F266: what the dealer must do, printed on every blackjack felt. */
export const dealerRule = (t: TableTools["t"]): string => t("blackjack:dealer_rule");
