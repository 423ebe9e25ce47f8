// Cards as they are told: which came just now, and what one is called.

import type { Table } from "./table.ts";

type Translate = (key: string, data?: Readonly<Record<string, unknown>>) => string;

/** The positions of cards that came with the last message, in order: they fly in. */
export function justDealt(table: Table): ReadonlyMap<string, number> {
  const cards = table.happened.filter((one) => one.what === "card");
  return new Map(cards.map((card, order) => [card.position, order]));
}

/** `A-K-10` of `AKT`: ranks as they are printed on the cards of this client. */
export function ranksText(ranks: string): string {
  return [...ranks].map((rank) => (rank === "T" ? "10" : rank)).join("-");
}

/** `asso di cuori`, for those who listen; null lies face down. */
export function cardName(card: string | null, t: Translate): string {
  if (card === null) return t("cards:down");
  const [rank, suit] = [card.slice(0, -1), card.slice(-1)];
  return t("cards:name", { rank: t(`cards:rank.${rank}`), suit: t(`cards:suit.${suit}`) });
}
