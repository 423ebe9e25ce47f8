// A card in words, for those who listen.

import { parseCard } from "@sabot/board";
import type { TableTools } from "@sabot/player/contract";

export function cardName(card: string | null, t: TableTools["t"]): string {
  const face = parseCard(card);
  if (face === null) return t("cards:down");
  return t("cards:name", {
    rank: t(`cards:rank.${face.rank}`),
    suit: t(`cards:suit.${face.suit}`),
  });
}
