// What the help is made of: topics of every game, and of each game in its own words.

import type { Section, Topic as GameTopic } from "@sabot/game/about";

export interface Topic extends GameTopic {
  /** The game it belongs to, or one of the two groups around the games. */
  readonly group: string;
}

const plain = (...ids: readonly string[]): readonly Section[] => ids.map((id) => ({ id }));

/** Before the games. */
export const FIRST: readonly Topic[] = [
  {
    id: "basics",
    group: "all",
    sections: plain("chips", "limits", "confirm", "yours", "money"),
    readings: ["R2", "R3"],
  },
  { id: "for-fun", group: "all", sections: plain("what", "how") },
  { id: "golden-chips", group: "all", sections: plain("how"), readings: ["R29"] },
  {
    id: "trouble",
    group: "all",
    sections: plain("line", "paused", "cancelled", "dispute"),
    readings: ["R17", "R18"],
  },
];

/** After them. */
const LAST: readonly Topic[] = [
  { id: "fairness", group: "house", sections: plain("promise", "live", "returns") },
];

const number = (reading: string): number => Number(reading.slice(1));

/** All topics: the page's own around those of the games, and one that holds every reading. */
export function topicsOf(games: readonly (GameTopic & { readonly game: string })[]): readonly Topic[] {
  const told = [...FIRST, ...games.map(({ game, ...topic }) => ({ ...topic, group: game })), ...LAST];
  const readings = [...new Set(told.flatMap(({ readings = [] }) => readings))];
  readings.sort((one, other) => number(one) - number(other));
  return [...told, { id: "readings", group: "house", sections: plain("all"), readings }];
}

export const groupsOf = (games: readonly string[]): readonly string[] => ["all", ...games, "house"];

/** The words of a section: paragraphs, and lists of lines that begin with a dash. */
export type Words = { readonly list: readonly string[] } | { readonly paragraph: string };

export function wordsOf(text: string): readonly Words[] {
  const found: Words[] = [];
  let list: string[] | null = null;
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    if (!line.startsWith("- ")) {
      list = null;
      found.push({ paragraph: line });
    } else if (list === null) {
      list = [line.slice(2)];
      found.push({ list });
    } else list.push(line.slice(2));
  }
  return found;
}
