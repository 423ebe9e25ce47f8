// Whether chips wait for Confirm (F38, F39).

import type { TableInfo } from "@sabot/wire/types";

/** Auto-confirm is a setting of the table: where it is off, a player's own wish changes nothing. */
export const confirmsByHand = (
  info: Pick<TableInfo, "confirmation" | "auto_confirm">,
  wished: boolean,
): boolean => info.confirmation === "manual" && !(info.auto_confirm && wished);

/** Whether the player has a choice here. */
export const mayConfirmItself = (info: Pick<TableInfo, "confirmation" | "auto_confirm">): boolean =>
  info.confirmation === "manual" && info.auto_confirm;
