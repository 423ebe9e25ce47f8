// Where the cards of a tile lie: pure, from the hands that are public at the table.

import type { TilePlace } from "@sabot/game/about";
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
  /** The side of the road that it is, where its area is drawn. */
  readonly area: "P" | "B" | null;
  readonly middle: number;
  readonly total: string;
  readonly cards: readonly TileCard[];
}

/** More cards than these lie closer together. */
const ROOM = 4;

export function tileHands(
  places: readonly TilePlace[],
  hands: readonly HandShown[],
): readonly TileHand[] {
  return places.map((place) => {
    const hand = hands.find((one) => one.name === place.name);
    const cards = hand?.cards ?? [];
    const shown = cards.length > 0 ? cards : Array.from({ length: place.places }, () => "");
    const middle = (shown.length - 1) / 2;
    const step = shown.length > ROOM ? (place.step * ROOM) / shown.length : place.step;
    return {
      name: place.name,
      area: place.area ?? null,
      middle: place.x,
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
