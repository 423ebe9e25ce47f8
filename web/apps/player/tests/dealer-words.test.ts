// What a dealer announces, as players read it: for some seconds, and after the cards before it.

import type { Message } from "@sabot/wire/types";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Presenting } from "../src/state/presenting.svelte.ts";
import { plateOf } from "../src/table/plate.ts";
import { DealerWords, SHOWN_MS } from "../src/table/dealerWords.svelte.ts";

const about = { table: "live-1", epoch: 1, round: "r" };
const hand = (...cards: string[]) => ({ name: "banker", cards, total: String(cards.length) });
const view = {
  name: "Aurora",
  status: "dealing",
  round: "r",
  window: null,
  hands: [hand("KD")],
  outcome: {},
  question: null,
};
const update = (seq: number, happened: readonly object[], set: object = {}): Message =>
  ({ ...about, type: "update", after: seq - 1, seq, set, happened }) as unknown as Message;
const announces = (seq: number, phrase: string): Message =>
  update(seq, [{ what: "announced", seq, phrase }]);

let said: string[] = [];
let words: DealerWords;

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  words = new DealerWords("live-1", "Dora", (phrase) => said.push(phrase));
});
afterEach(() => {
  words.stop();
  vi.useRealTimers();
});

test("F242 an announcement is shown for six seconds, and a newer one for six of its own", () => {
  words.hear(announces(1, "welcome"));
  expect(words.phrase).toBe("welcome");
  vi.advanceTimersByTime(SHOWN_MS - 1_000);
  words.hear(announces(2, "last_hand"));
  vi.advanceTimersByTime(SHOWN_MS - 1_000);
  expect(words.phrase).toBe("last_hand");
  vi.advanceTimersByTime(1_000);
  expect(words.phrase).toBeNull();
  expect(said).toEqual(["welcome", "last_hand"]);
});

test("what the dealer of another table says is not heard at this one", () => {
  words.hear({ ...announces(1, "welcome"), table: "live-2" } as Message);
  expect(words.phrase).toBeNull();
  expect(said).toEqual([]);
});

test("F265 the dealer's name follows who signs on, and no dealer is no name", () => {
  expect(words.name).toBe("Dora");
  words.hear(update(1, [{ what: "dealer_changed", seq: 1, dealer: null }]));
  expect(words.name).toBeNull();
  words.hear(update(2, [{ what: "dealer_changed", seq: 2, dealer: "Bruno" }]));
  expect(words.name).toBe("Bruno");
});

test("F242 an announcement that tells a result waits for the card that makes it", () => {
  const presenting = new Presenting((message) => words.hear(message));
  presenting.stage("live-1", () => ({ apartMs: 100, travelMs: 200, turnMs: 300 }));
  presenting.apply("live-1", {
    ...about,
    type: "snapshot",
    seq: 1,
    view,
    you: null,
  } as unknown as Message);
  presenting.apply(
    "live-1",
    update(2, [{ what: "card", seq: 2, position: "B2", card: "AS" }], {
      hands: [hand("KD", "AS")],
    }),
  );
  presenting.apply("live-1", announces(3, "blackjack"));
  vi.advanceTimersByTime(499);
  expect(words.phrase).toBeNull();
  vi.advanceTimersByTime(1);
  expect(words.phrase).toBe("blackjack");
});

test.each([
  ["studio/investigation", "table:detail.paused"],
  ["studio/card_on_floor", "table:detail.paused_why"],
  [null, "table:detail.paused"],
])("F242 the plate of a pause because of %s says once that it is investigated", (because, key) => {
  const told = plateOf(
    { view: { ...view, status: "paused", because }, you: null } as never,
    { opening: "clock" } as never,
    false,
    { t: (name) => name, brief: String, money: String, reason: String, words: {} as never },
  );
  expect(told.detail).toBe(key);
});
