// What the pages know of blackjack before one of its tables is opened.

import type { About } from "@sabot/game/about";
import { announcements } from "./announcements.ts";

const plain = (...ids: readonly string[]) => ids.map((id) => ({ id }));

export const about: About = {
  game: "blackjack",
  variants: ["blackjack"],
  tile: { hands: [{ name: "dealer", x: 166, y: 68, step: 28, fan: 0, places: 2 }] },
  bets: ["main", "perfect_pairs", "21+3", "top3"],
  sideBets: ["perfect_pairs", "twenty_one_plus_three"],
  settings: [
    { name: "auto_stand", Part: () => import("../settings/AutoStand.svelte") },
    { name: "bet_behind", Part: () => import("../settings/BetBehind.svelte") },
  ],
  announcements,
  help: [
    {
      id: "blackjack",
      sections: [
        { id: "goal" },
        {
          id: "values",
          cards: {
            as: "values",
            rows: [
              ["help:figure.values_bj_ace", "AS"],
              ["help:figure.values_bj_number", "2D 5C 9H"],
              ["help:figure.values_bj_ten", "TS JD QC KH"],
            ],
          },
        },
        ...plain("moves", "dealer", "blackjack", "insurance", "auto"),
      ],
      readings: ["R9", "R11", "R30"],
    },
    {
      id: "blackjack-bets",
      sections: [
        { id: "table", pays: true },
        {
          id: "pairs",
          cards: {
            as: "ranks",
            heading: "help:figure.pairs",
            rows: [
              ["help:pair_class.perfect", "7H 7H"],
              ["help:pair_class.coloured", "7H 7D"],
              ["help:pair_class.mixed", "7H 7S"],
            ],
          },
        },
        {
          id: "three",
          cards: {
            as: "ranks",
            heading: "help:figure.three",
            rows: [
              ["help:three_class.suited_trips", "9S 9S 9S"],
              ["help:three_class.straight_flush", "9D TD JD"],
              ["help:three_class.trips", "QS QH QC"],
              ["help:three_class.straight", "AS 2D 3C"],
              ["help:three_class.flush", "KH 8H 3H"],
            ],
          },
        },
      ],
      readings: ["R10", "R12"],
    },
    { id: "bet-behind", sections: plain("how"), readings: ["R28"] },
  ],
};
