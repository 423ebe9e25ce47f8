// What waits for a second person, and where it is decided.

import type { ApprovalLine } from "@sabot/wire/types";

/** Where each kind of proposal is decided; corrections and cancels are decided at their table. */
export const DECIDED: Readonly<Record<string, string>> = {
  credit: "adjustments",
  golden_chips: "golden-chips",
  expiry: "expiries",
  void: "voids",
};

export const atTable = (one: ApprovalLine): boolean => DECIDED[one.kind] === undefined;
