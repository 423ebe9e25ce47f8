// What the page says in blackjack's own words.

import type { Words } from "@sabot/game";

export const words: Words = {
  result(view, t) {
    const { dealer_total: total, dealer_blackjack: blackjack } = view.outcome;
    const dealer = view.hands.find((hand) => hand.name === "dealer");
    if (blackjack === true) return { title: t("blackjack:result.dealer_blackjack") };
    if (dealer?.tags?.includes("bust")) {
      return {
        title: t("blackjack:result.dealer_bust"),
        detail: t("blackjack:result.with", { points: total }),
      };
    }
    if (typeof total !== "number") return { title: t("table:status.result") };
    return {
      title: t("blackjack:result.dealer_has", { points: total }),
      // The felt says that the dealer draws to 16: a lower total needs its reason.
      ...(total < 17 ? { detail: t("blackjack:result.need_not_draw") } : {}),
    };
  },
  hand(name, t) {
    const [, seat, hand] = /^seat:(\d+):(\d+)$/.exec(name) ?? [];
    if (seat === undefined) return t("blackjack:dealer");
    return hand === "0" ? t("table:felt.seat", { seat }) : t("blackjack:second_hand", { seat });
  },
};
