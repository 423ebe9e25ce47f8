// What helps against a refusal: the cashier where money is short, the player's own limits where they bind.

import { companion, openCashier } from "../companion/companion.svelte.ts";
import { t } from "../language/language.svelte.ts";
import { late } from "../state/late.svelte.ts";
import { router } from "../state/router.svelte.ts";
import type { Way } from "../state/toasts.svelte.ts";

const SHORT = new Set(["bet/insufficient_balance", "wallet/insufficient_funds"]);
const LIMITED = /^control\/(stake|loss|session)_/;
const SEAT = "seat/through_the_lobby";

/** Undefined where there is nothing to do but to wait, or to choose otherwise. */
export function wayFrom(code: string): Way | undefined {
  if (SHORT.has(code)) return { text: t("table:way.cashier"), go: openCashier };
  if (LIMITED.test(code)) return { text: t("table:way.limits"), go: openLimits };
  if (code === SEAT) return { text: t("table:top.lobby"), go: () => router.go({ page: "lobby" }) };
  return undefined;
}

function openLimits(): void {
  late.now();
  companion.show("control", "limits");
}
