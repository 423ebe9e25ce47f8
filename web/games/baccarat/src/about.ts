// What the pages know of baccarat before one of its tables is opened.

import type { About } from "@sabot/game/about";
import { announcements } from "./announcements.ts";

const plain = (...ids: readonly string[]) => ids.map((id) => ({ id }));

export const about: About = {
  game: "baccarat",
  variants: ["speed_baccarat", "no_commission_baccarat", "speed6_scanner_baccarat"],
  tile: {
    hands: [
      { name: "player", x: 98, y: 76, step: 26, fan: 0, places: 0, area: "P" },
      { name: "banker", x: 234, y: 76, step: 26, fan: 0, places: 0, area: "B" },
    ],
    road: true,
  },
  bets: [
    "player",
    "banker",
    "banker_zero_commission",
    "tie",
    "player_pair",
    "banker_pair",
    "either_pair",
    "perfect_pair",
    "player_bonus",
    "banker_bonus",
    "super6",
  ],
  sideBets: ["pairs", "bonus", "big_small", "egalite", "super6"],
  wishes: ["zero_commission"],
  announcements,
  goodRoads: true,
  heldBySeat: true,
  help: [
    {
      id: "baccarat",
      sections: [
        { id: "goal" },
        {
          id: "values",
          cards: {
            as: "values",
            rows: [
              ["help:figure.values_ace", "AS"],
              ["help:figure.values_number", "2D 5C 9H"],
              ["help:figure.values_ten", "TS JD QC KH"],
            ],
          },
        },
        { id: "natural" },
        { id: "third", Figure: () => import("../help/ThirdCard.svelte") },
        ...plain("result", "tables"),
      ],
      readings: ["R1", "R4", "R7", "R25", "R26", "R27"],
    },
    {
      id: "baccarat-bets",
      sections: [
        { id: "table", pays: true },
        ...plain("zero", "pairs", "bonus", "size", "opposite"),
      ],
      readings: ["R5", "R6", "R8", "R11", "R16"],
    },
    {
      id: "roads",
      sections: [
        { id: "what" },
        { id: "steps", Figure: () => import("../help/RoadLesson.svelte") },
        ...plain("marks", "derived", "ask"),
      ],
      readings: ["R19", "R20", "R21", "R22"],
    },
    {
      id: "good-roads",
      sections: [
        { id: "what" },
        { id: "patterns", Figure: () => import("../help/GoodRoads.svelte") },
      ],
      readings: ["R23"],
    },
    { id: "multiplay", sections: plain("start", "tabs", "bets", "menu"), readings: ["R24"] },
  ],
};
