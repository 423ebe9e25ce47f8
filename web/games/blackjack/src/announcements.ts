// What the dealer says about a round of blackjack (F232, F269).

import type { Announcements } from "@sabot/game/about";

/** What a dealer announces at the console. */
const ANNOUNCED: Readonly<Record<string, string>> = {
  blackjack: "dealer_blackjack",
  no_blackjack: "no_dealer_blackjack",
};

export const announcements: Announcements = {
  phraseOf(happened) {
    const announced = happened.find((one) => one.what === "announced");
    if (announced !== undefined) return ANNOUNCED[announced.phrase] ?? null;
    const names = happened.map((one) => one.what);
    // Insurance is over and a player decides: the dealer has no blackjack.
    if (names.includes("answers_closed") && names.includes("asked")) return "no_dealer_blackjack";
    const settled = happened.find((one) => one.what === "settled");
    return settled?.outcome["dealer_blackjack"] === true ? "dealer_blackjack" : null;
  },
  words: async () => (await import("./voice.json")).default,
};
