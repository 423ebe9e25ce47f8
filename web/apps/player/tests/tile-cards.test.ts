import { describe, expect, test } from "vitest";
import type { HandShown } from "@sabot/wire/types";
import { ours } from "../src/games/ours.ts";
import { tileHands as laid } from "../src/lobby/tileCards.ts";

const tileHands = (game: string, hands: readonly HandShown[]) =>
  laid(ours(game)?.tile.hands ?? [], hands);

const hand = (name: string, cards: (string | null)[], total = "") => ({
  name,
  cards,
  total,
  tags: [],
});

describe("a tile shows the cards of its table", () => {
  test("the cards that lie there, face down ones too", () => {
    const [dealer] = tileHands("blackjack", [hand("dealer", ["AS", null], "11")]);
    expect(dealer?.cards.map((one) => one.card)).toEqual(["AS", null]);
    expect(dealer?.total).toBe("11");
    expect(dealer?.cards[0]?.x).toBeLessThan(dealer?.cards[1]?.x ?? 0);
  });

  test("places without cards before the deal", () => {
    const hands = tileHands("brag", []);
    expect(hands.map((one) => one.cards.length)).toEqual([3, 3]);
    expect(hands.flatMap((one) => one.cards).every((one) => one.card === "")).toBe(true);
  });

  test("many cards stay on their half", () => {
    const cards = ["2S", "3S", "4S", "5S", "6S", "7S"];
    const [dealer] = tileHands("blackjack", [hand("dealer", cards)]);
    const x = dealer?.cards.map((one) => one.x) ?? [];
    expect(Math.max(...x) - Math.min(...x)).toBeLessThan(28 * 4);
  });
});
