// Tells a player, on every page, that a settled round of theirs was annulled.

import type { Message } from "@sabot/wire/types";
import { t } from "../language/language.svelte.ts";
import { money } from "../language/money.ts";
import { toasts } from "../state/toasts.svelte.ts";

export function tellAnnulled(message: Message): void {
  if (message.type !== "notice" || message.code !== "round/annulled") return;
  const { round, amount } = message.data ?? {};
  if (typeof round !== "string" || typeof amount !== "number") return;
  const way = amount > 0 ? "back" : amount < 0 ? "taken" : "even";
  toasts.show("plain", t(`annulled.${way}`, { round, amount: money(Math.abs(amount)) }));
}
