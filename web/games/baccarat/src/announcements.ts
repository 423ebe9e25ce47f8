// What the dealer says about a round of baccarat (F232).

import type { Announcements } from "@sabot/game/about";

const PHRASES: Readonly<Record<string, string>> = {
  player: "player_wins",
  banker: "banker_wins",
  tie: "tie",
};

export const announcements: Announcements = {
  phraseOf(happened) {
    const settled = happened.find((one) => one.what === "settled");
    return settled === undefined ? null : (PHRASES[String(settled.outcome["winner"])] ?? null);
  },
  words: async () => (await import("./voice.json")).default,
};
