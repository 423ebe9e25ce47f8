// What the page says about a round of baccarat.

import type { Words } from "@sabot/game";
import { stillReading } from "@sabot/table";

const SIDES = ["player", "banker", "tie"] as const;

export const words: Words = {
  result(view, t) {
    const winner = SIDES.find((side) => side === view.outcome.winner);
    if (winner === undefined) return { title: t("table:status.result") };
    const { player_points: player, banker_points: banker } = view.outcome;
    const [more, less] = winner === "banker" ? [banker, player] : [player, banker];
    return { title: t(`baccarat:result.${winner}`), detail: t("baccarat:result.points", { more, less }) };
  },
  hand: (name, t) => t(`baccarat:hand.${name}`),
  turned: (view, info) => (stillReading(view.hands, info) ? [] : view.hands),
};
