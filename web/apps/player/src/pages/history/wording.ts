// Facts of the server as sentences: a code names the sentence, its figures fill the gaps.

import { ranksText } from "@sabot/table";
import type { Because, BetLine, DecisionLine, HandShown, RoundTold } from "@sabot/wire/types";

export type Translate = (key: string, data?: Readonly<Record<string, unknown>>) => string;

const SUITS: Readonly<Record<string, string>> = { S: "♠", H: "♥", D: "♦", C: "♣" };

const CARDS = /^(?:[2-9TJQKA][SHDC])(?: [2-9TJQKA][SHDC])*$/;

/** `10♥` of `TH`; a card that was not shown is a blank. */
export function cardText(card: string | null): string {
  if (card === null) return "▯";
  const rank = card.slice(0, -1);
  return `${rank === "T" ? "10" : rank}${SUITS[card.slice(-1)] ?? ""}`;
}

export function cardsText(cards: string): string {
  return cards.split(" ").map(cardText).join(" ");
}

/** A fact in words. Names of hands and classes are words too, and cards are drawn as text. */
export function worded(fact: Because, game: string, t: Translate): string {
  const data = Object.fromEntries(
    Object.entries(fact.data).map(([key, value]) => [key, said(key, value, { code: fact.code, game, t })]),
  );
  return t(`history:because.${game}.${fact.code}`, data);
}

function said(
  key: string,
  value: string | number,
  { code, game, t }: { readonly code: string; readonly game: string; readonly t: Translate },
): string | number {
  if (typeof value === "number") return value;
  if (CARDS.test(value)) return cardsText(value);
  if (key.endsWith("_ranks")) return ranksText(value);
  if (key === "side") return t(`bets:name.${value}`);
  if (key === "name") return t(`history:named.${code}.${value}`);
  if (key === "poker_hand") return t(`history:poker.${value}`);
  if (key.endsWith("_hand")) return t(`history:rank.${game}.${value}`);
  return value;
}

/** Whose cards: Player, dealer, seat 3, the second hand of seat 3. */
export function handName(hand: string, game: string, t: Translate): string {
  const [what, seat, number] = hand.split(":");
  if (what !== "seat") return t(`history:hand.${game}.${hand}`);
  return number === undefined || number === "0"
    ? t("history:hand.seat", { seat })
    : t("history:hand.seat_hand", { seat, hand: Number(number) + 1 });
}

/** What stands above a hand: points, or the name of three cards. */
export function totalText(hand: HandShown, game: string, t: Translate): string {
  const total = hand.total ?? "";
  return /^(?:\d|$)/.test(total) ? total : t(`history:rank.${game}.${total}`);
}

/** Hands with cards, in the order in which people read them; reserve cards are in no hand. */
export function handsOf(told: RoundTold): readonly HandShown[] {
  const shown = told.hands.filter((hand) => hand.cards.length > 0 && hand.name !== "reserve");
  const dealer = shown.filter((hand) => hand.name === "dealer");
  return [...dealer, ...shown.filter((hand) => hand.name !== "dealer")];
}

export type Who = "you" | "other" | "default" | "default_other" | "auto_stand";

/** The source of a decision: a player, the house when time ran out, or auto stand. */
export function decidedBy(decision: DecisionLine): Who {
  if (decision.by === "player") return decision.own ? "you" : "other";
  if (decision.by === "auto_stand") return "auto_stand";
  return decision.own ? "default" : "default_other";
}

/** What a bet won or lost: what came back less its stake; a golden chip is no money. */
export function net(bet: BetLine): number {
  return bet.paid - (bet.golden ? 0 : bet.stake);
}

/** The name of a bet with its place at the table. */
export function betName(bet: BetLine, t: Translate): string {
  const name = t(`bets:name.${bet.kind}`);
  return bet.seat === null ? name : t("history:at_seat", { bet: name, seat: bet.seat });
}
