// How cards overlap in a hand: the index of a card takes less than half of it and is never covered.

export interface Fan {
  /** What the next card leaves free of one, as a share of its width. */
  readonly step: number;
  /** Long hands are drawn a little smaller. */
  readonly scale: number;
}

export function fanOf(cards: number, open = false): Fan {
  const step = cards < 3 ? (open ? 1.08 : 0.64) : cards < 4 ? 0.54 : 0.47;
  return { step, scale: cards > 4 ? 0.86 : 1 };
}

/** How wide hands side by side are, in widths of a card. */
export function widthOf(hands: readonly number[], gap: number): number {
  const fans = hands.map((cards) => {
    const { step, scale } = fanOf(cards);
    return scale * (1 + Math.max(0, cards - 1) * step);
  });
  return fans.reduce((total, width) => total + width, 0) + gap * Math.max(0, hands.length - 1);
}
