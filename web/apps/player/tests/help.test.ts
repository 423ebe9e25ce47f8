// The help without a page: every topic has its words, and a search finds them.

import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { folded, found, type Entry } from "../src/pages/help/searching.ts";
import { OURS } from "../src/games/ours.ts";
import { topicsOf, wordsOf } from "../src/pages/help/topics.ts";
import { areaTexts } from "../texts.ts";

interface Help {
  readonly topic: Readonly<
    Record<string, { title: string; s: Record<string, { title: string; text: string }> }>
  >;
  readonly reading: Readonly<Record<string, string>>;
}
const read = (language: string): Help =>
  areaTexts(
    fileURLToPath(new URL(`../src/language/${language}/help.json`, import.meta.url)),
    language,
  ) as unknown as Help;
const TOPICS = topicsOf(OURS.flatMap(({ game, help }) => help.map((one) => ({ ...one, game }))));
const topicOf = (id: string) => TOPICS.find((topic) => topic.id === id);

describe.each(["it", "en"])("F20 the help in %s", (language) => {
  const help = read(language);

  test("every topic and every section has its words, and no words are left over", () => {
    expect(Object.keys(help.topic).sort()).toEqual(TOPICS.map((topic) => topic.id).sort());
    for (const topic of TOPICS)
      expect(Object.keys(help.topic[topic.id]?.s ?? {}).sort(), topic.id).toEqual(
        topic.sections.map((section) => section.id).sort(),
      );
  });

  test("every reading is told", () => {
    const numbers = Array.from({ length: 30 }, (_, n) => `R${n + 1}`);
    expect(Object.keys(help.reading).sort()).toEqual([...numbers].sort());
    expect(topicOf("readings")?.readings).toEqual(numbers);
    const elsewhere = new Set(
      TOPICS.filter((topic) => topic.id !== "readings").flatMap((topic) => topic.readings ?? []),
    );
    expect(numbers.filter((number) => !elsewhere.has(number))).toEqual([]);
  });

  test("no figure of a pay table is written by hand where the server's data stands", () => {
    const texts = JSON.stringify(help.topic);
    expect(texts).not.toMatch(/\b(?:30|40|100|150|215|220|270|1000):1/);
  });
});

test("F20 every game leads to its help by its own name", () => {
  expect(OURS.length).toBe(3);
  for (const { game } of OURS) expect(topicOf(game)?.group).toBe(game);
});

test("words of a section are paragraphs and lists", () => {
  expect(wordsOf("One.\n- a\n- b\nTwo.\n- c")).toEqual([
    { paragraph: "One." },
    { list: ["a", "b"] },
    { paragraph: "Two." },
    { list: ["c"] },
  ]);
});

describe("F20 searching the help", () => {
  const entry = (title: string, text: string): Entry => ({
    topic: title,
    section: null,
    title,
    text,
  });
  const entries = [
    entry("Pairs", "A pair is two cards of one rank."),
    entry("Egalité", "A tie at one exact total."),
    entry("Results", `${"words ".repeat(60)}and then a pair of aces ${"more ".repeat(60)}`),
  ];

  test("accents and capitals do not matter", () => {
    expect(folded("Egalité È")).toBe("egalite e");
    expect(found(entries, "EGALITE").map((hit) => hit.entry.title)).toEqual(["Egalité"]);
  });

  test("every word must be there, and titles come first", () => {
    expect(found(entries, "pair").map((hit) => hit.entry.title)).toEqual(["Pairs", "Results"]);
    expect(found(entries, "pair rank").map((hit) => hit.entry.title)).toEqual(["Pairs"]);
    expect(found(entries, "pair nonsense")).toEqual([]);
    expect(found(entries, "  ")).toEqual([]);
  });

  test("an excerpt shows the words around the find", () => {
    const excerpt = found(entries, "aces")[0]?.excerpt ?? "";
    expect(excerpt).toContain("a pair of aces");
    expect(excerpt.length).toBeLessThan(190);
    expect(excerpt.startsWith("… ")).toBe(true);
  });
});
