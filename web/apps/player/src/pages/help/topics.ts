// What the help is made of: topics, their sections, and what is drawn beside the words.

export type FigureName =
  | "values"
  | "values-blackjack"
  | "third-card"
  | "roads"
  | "good-roads"
  | "brag-ranks"
  | "pairs"
  | "three-cards";

export type GroupName = "all" | "baccarat" | "blackjack" | "brag" | "house";

export interface Section {
  readonly id: string;
  readonly figure?: FigureName;
  /** The pay tables of a game. */
  readonly pays?: string;
}

export interface Topic {
  readonly id: string;
  readonly group: GroupName;
  readonly sections: readonly Section[];
  /** Numbers of the readings that matter here. */
  readonly readings: readonly string[];
}

const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `R${from + n}`);

const plain = (...ids: readonly string[]): readonly Section[] => ids.map((id) => ({ id }));

export const TOPICS: readonly Topic[] = [
  {
    id: "basics",
    group: "all",
    sections: plain("chips", "limits", "confirm", "yours", "opposite", "money"),
    readings: ["R2", "R3", "R16"],
  },
  { id: "for-fun", group: "all", sections: plain("what", "how"), readings: [] },
  { id: "golden-chips", group: "all", sections: plain("how"), readings: ["R29"] },
  {
    id: "trouble",
    group: "all",
    sections: plain("line", "paused", "cancelled", "dispute"),
    readings: ["R17", "R18"],
  },
  {
    id: "baccarat",
    group: "baccarat",
    sections: [
      { id: "goal" },
      { id: "values", figure: "values" },
      { id: "natural" },
      { id: "third", figure: "third-card" },
      { id: "result" },
      { id: "tables" },
    ],
    readings: ["R1", "R4", "R7", "R25", "R26", "R27"],
  },
  {
    id: "baccarat-bets",
    group: "baccarat",
    sections: [{ id: "table", pays: "baccarat" }, ...plain("zero", "pairs", "bonus", "size")],
    readings: ["R5", "R6", "R8", "R11"],
  },
  {
    id: "roads",
    group: "baccarat",
    sections: [
      { id: "what" },
      { id: "steps", figure: "roads" },
      ...plain("marks", "derived", "ask"),
    ],
    readings: ["R19", "R20", "R21", "R22"],
  },
  {
    id: "good-roads",
    group: "baccarat",
    sections: [{ id: "what" }, { id: "patterns", figure: "good-roads" }],
    readings: ["R23"],
  },
  {
    id: "multiplay",
    group: "baccarat",
    sections: plain("start", "tabs", "bets", "menu"),
    readings: ["R24"],
  },
  {
    id: "blackjack",
    group: "blackjack",
    sections: [
      { id: "goal" },
      { id: "values", figure: "values-blackjack" },
      ...plain("moves", "dealer", "blackjack", "insurance", "auto"),
    ],
    readings: ["R9", "R11", "R30"],
  },
  {
    id: "blackjack-bets",
    group: "blackjack",
    sections: [
      { id: "table", pays: "blackjack" },
      { id: "pairs", figure: "pairs" },
      { id: "three", figure: "three-cards" },
    ],
    readings: ["R10", "R12"],
  },
  { id: "bet-behind", group: "blackjack", sections: plain("how"), readings: ["R28"] },
  {
    id: "brag",
    group: "brag",
    sections: [...plain("goal", "course"), { id: "ranks", figure: "brag-ranks" }, { id: "dealer" }],
    readings: ["R14", "R15"],
  },
  {
    id: "brag-bets",
    group: "brag",
    sections: [{ id: "table", pays: "brag" }, ...plain("bonus", "sides", "blind")],
    readings: ["R13"],
  },
  { id: "fairness", group: "house", sections: plain("promise", "live", "returns"), readings: [] },
  { id: "readings", group: "house", sections: plain("all"), readings: numbered(1, 30) },
];

export const GROUPS: readonly GroupName[] = ["all", "baccarat", "blackjack", "brag", "house"];

export const topicOf = (id: string | null): Topic | undefined =>
  TOPICS.find((topic) => topic.id === id);

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
