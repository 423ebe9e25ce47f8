// What the page says in brag's own words.

import type { Words } from "@sabot/game";
import { ranksText } from "@sabot/table";

export const words: Words = {
  result(view, t) {
    const {
      comparison,
      dealer_qualifies: qualifies,
      dealer_hand: dealer,
      player_hand: player,
      player_ranks: ours,
      dealer_ranks: theirs,
    } = view.outcome;
    if (typeof comparison !== "string") return { title: t("table:status.result") };
    if (qualifies !== true) {
      const hand = typeof theirs === "string" ? ranksText(theirs) : t(`brag:hand.${dealer}`);
      return { title: t("brag:result.not_qualified"), detail: t("brag:result.too_low", { hand }) };
    }
    // Equal kinds are told apart by their ranks, which the server has put in the order that decides.
    const alike = player === dealer && typeof ours === "string" && typeof theirs === "string";
    const hands = alike
      ? { player: ranksText(ours), dealer: ranksText(theirs) }
      : { player: t(`brag:hand.${player}`), dealer: t(`brag:hand.${dealer}`) };
    const detail =
      comparison === "tie"
        ? t("brag:result.both", { hand: hands.player })
        : t("brag:result.beats", {
            better: comparison === "player" ? hands.player : hands.dealer,
            worse: comparison === "player" ? hands.dealer : hands.player,
          });
    return { title: t(`brag:result.${comparison}`), detail };
  },
  hand: (name, t) => t(name === "dealer" ? "brag:dealer" : "brag:player"),
};
