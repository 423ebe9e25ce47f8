// Which cards a message brings: laid on the table, or turned where they lay.

import type { AnyHappening, HandShown } from "@sabot/wire/types";

/** One card that moves. */
export interface CardMove {
  readonly hand: string;
  /** Its place in the hand, from 0. */
  readonly index: number;
  /** `laid` comes from the shoe, `turned` lay there face down. */
  readonly kind: "laid" | "turned";
  /** Null lies face down, and stays so. */
  readonly card: string | null;
}

/**
 * The cards that moved between two pictures of the hands. Hands alone do not tell: a split moves a
 * card that was dealt long ago, and a table that lays cards before it reads them shows six backs at
 * once. So a value counts as new only as often as the table holds it more than before, and a back
 * only when a card face down was dealt.
 */
export function movesBetween(
  before: readonly HandShown[],
  after: readonly HandShown[],
  happened: readonly AnyHappening[],
): readonly CardMove[] {
  const dealt = happened.filter((one) => one.what === "card");
  if (dealt.length === 0 && !happened.some((one) => one.what === "revealed")) return [];
  const fresh = freshCards(before, after);
  let backs = dealt.filter((one) => one.card === null).length;
  const found = after.flatMap((hand) => {
    const lay = before.find((one) => one.name === hand.name)?.cards ?? [];
    return hand.cards.flatMap((card, index): readonly CardMove[] => {
      const there = index < lay.length;
      if (there && lay[index] !== null) return [];
      if (card === null) {
        if (there || backs === 0) return [];
        backs -= 1;
        return [{ hand: hand.name, index, kind: "laid", card }];
      }
      const left = fresh.get(card) ?? 0;
      if (left <= 0) return [];
      fresh.set(card, left - 1);
      return [{ hand: hand.name, index, kind: there ? "turned" : "laid", card }];
    });
  });
  const order = dealt.map((one) => one.card);
  const place = ({ card }: CardMove): number => {
    const at = order.indexOf(card);
    return at < 0 ? order.length : at;
  };
  return [...found].sort((one, other) => place(one) - place(other));
}

function freshCards(
  before: readonly HandShown[],
  after: readonly HandShown[],
): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (hands: readonly HandShown[], by: number): void => {
    for (const card of hands.flatMap((hand) => hand.cards))
      if (card !== null) counts.set(card, (counts.get(card) ?? 0) + by);
  };
  count(after, 1);
  count(before, -1);
  return counts;
}
