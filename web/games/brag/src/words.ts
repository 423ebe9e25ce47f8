// What the page says in brag's own words.

import type { Words } from "@sabot/player/contract";

export const words: Words = {
  result(view, t) {
    const {
      comparison,
      dealer_qualifies: qualifies,
      dealer_hand: dealer,
      player_hand: player,
    } = view.outcome;
    if (typeof comparison !== "string") return { title: t("table:status.result") };
    const detail = t("brag:result.hands", {
      player: t(`brag:hand.${player}`),
      dealer: t(`brag:hand.${dealer}`),
    });
    const title = qualifies === true ? `brag:result.${comparison}` : "brag:result.not_qualified";
    return { title: t(title), detail };
  },
  hand: (name, t) => t(name === "dealer" ? "brag:dealer" : "brag:player"),
};
