// What the pages know of 3 Card Brag before one of its tables is opened.

import type { About } from "@sabot/game/about";

const plain = (...ids: readonly string[]) => ids.map((id) => ({ id }));

export const about: About = {
  game: "brag",
  variants: ["three_card_brag"],
  tile: {
    hands: [
      { name: "player", x: 98, y: 78, step: 24, fan: 8, places: 3 },
      { name: "dealer", x: 234, y: 78, step: 24, fan: 8, places: 3 },
    ],
    ranks: true,
  },
  bets: ["ante", "pair_plus", "poker_plus", "blind_play"],
  sideBets: ["pair_plus", "poker_plus"],
  help: [
    {
      id: "brag",
      sections: [
        ...plain("goal", "course"),
        {
          id: "ranks",
          cards: {
            as: "ranks",
            heading: "help:figure.ranks",
            rows: [
              ["help:rank.prial", "3S 3H 3D"],
              ["help:rank.straight_flush", "AH 2H 3H"],
              ["help:rank.run", "QS KD AC"],
              ["help:rank.flush", "KC 9C 4C"],
              ["help:rank.pair", "8D 8S QH"],
              ["help:rank.high_card", "QD 6S 4H"],
            ],
          },
        },
        { id: "dealer" },
      ],
      readings: ["R14", "R15"],
    },
    {
      id: "brag-bets",
      sections: [{ id: "table", pays: true }, ...plain("bonus", "sides", "blind")],
      readings: ["R13"],
    },
  ],
};
