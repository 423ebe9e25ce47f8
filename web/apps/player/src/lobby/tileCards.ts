// Where the cards of a tile lie: pure, from the hands that everybody at the table sees.

import type { HandShown } from "@sabot/wire/types";

export interface TileCard {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  /** `AS`; null lies face down, an empty text is only a place. */
  readonly card: string | null;
}

export interface TileHand {
  readonly name: string;
  readonly total: string;
  readonly cards: readonly TileCard[];
}

interface Place {
  readonly name: string;
  /** The middle of the hand. */
  readonly x: number;
  readonly y: number;
  /** From card to card, and how far the outer ones are turned. */
  readonly step: number;
  readonly fan: number;
  /** Places that are shown while nothing is dealt. */
  readonly places: number;
}

const PLACES: Readonly<Record<string, readonly Place[]>> = {
  baccarat: [
    { name: "player", x: 98, y: 76, step: 26, fan: 0, places: 0 },
    { name: "banker", x: 234, y: 76, step: 26, fan: 0, places: 0 },
  ],
  blackjack: [{ name: "dealer", x: 166, y: 68, step: 28, fan: 0, places: 2 }],
  brag: [
    { name: "player", x: 98, y: 78, step: 24, fan: 8, places: 3 },
    { name: "dealer", x: 234, y: 78, step: 24, fan: 8, places: 3 },
  ],
};

/** More cards than these lie closer together. */
const ROOM = 4;

export function tileHands(game: string, hands: readonly HandShown[]): readonly TileHand[] {
  return (PLACES[game] ?? []).map((place) => {
    const hand = hands.find((one) => one.name === place.name);
    const cards = hand?.cards ?? [];
    const shown = cards.length > 0 ? cards : Array.from({ length: place.places }, () => "");
    const middle = (shown.length - 1) / 2;
    const step = shown.length > ROOM ? (place.step * ROOM) / shown.length : place.step;
    return {
      name: place.name,
      total: hand?.total ?? "",
      cards: shown.map((card, n) => ({
        card,
        x: place.x + (n - middle) * step,
        y: place.y + Math.abs(n - middle) * (place.fan === 0 ? 0 : 2),
        turn: (n - middle) * place.fan,
      })),
    };
  });
}
