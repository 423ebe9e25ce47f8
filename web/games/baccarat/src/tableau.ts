// Which cards lie where, from the view alone: a player who joins in the middle sees the same picture.

import { stillReading } from "@sabot/table";
import type { HandShown, TableInfo, TableView } from "@sabot/wire/types";

export type HandName = "player" | "banker" | "reserve";

export interface LyingCard {
  /** The same card keeps its key while it is turned. */
  readonly key: string;
  readonly card: string | null;
  /** It is known but not turned yet: all scanners read, then all cards turn. */
  readonly covered: boolean;
  readonly index: number;
}

export interface LyingHand {
  readonly name: HandName;
  readonly cards: readonly LyingCard[];
  /** Empty while nothing is turned. */
  readonly total: string;
  readonly tags: readonly string[];
}

export type Tableau = Readonly<Record<HandName, LyingHand>>;

const SIDES: readonly HandName[] = ["player", "banker"];
const TWO = [null, null] as const;
/** From the first chip until the first card is read, six cards lie there. */
const LAID: readonly string[] = ["place_your_bets", "last_bets", "bets_closed", "dealing"];

/** The table lays cards face down before betting closes (F90). */
export const laysBefore = (info: TableInfo): boolean => info.laid_before_close > 0;

export function tableau(view: TableView, info: TableInfo): Tableau {
  const shown = view.hands.length > 0 ? view.hands : waiting(view, info);
  const reading = stillReading(shown, info);
  const hand = (name: HandName): LyingHand => {
    const found = shown.find((one) => one.name === name);
    return {
      name,
      cards: cardsOf(shown, name).map((card, n, all) => {
        // The first reserve card is taken first: what is left lies at the end.
        const index = name === "reserve" ? n + 2 - all.length : n;
        return { key: `${view.round ?? ""}/${name}/${index}`, card, covered: reading, index };
      }),
      total: reading ? "" : (found?.total ?? ""),
      tags: reading ? [] : (found?.tags ?? []),
    };
  };
  return { player: hand("player"), banker: hand("banker"), reserve: hand("reserve") };
}

function cardsOf(hands: readonly HandShown[], name: HandName): readonly (string | null)[] {
  return hands.find((hand) => hand.name === name)?.cards ?? [];
}

function waiting(view: TableView, info: TableInfo): readonly HandShown[] {
  if (!LAID.includes(view.status) || !laysBefore(info)) return [];
  return [...SIDES, "reserve"].map((name) => ({ name, cards: TWO }));
}
