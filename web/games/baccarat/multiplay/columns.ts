// How many tall tiles stand side by side while there are few of them; null once there are many.

import type { Layout } from "@sabot/game";

/** `columnsOf(4, "wide")` is 2, `columnsOf(7, "wide")` is null. */
export function columnsOf(tiles: number, layout: Layout): number | null {
  if (tiles === 0) return null;
  if (layout !== "wide" && layout !== "tablet") return null;
  if (tiles <= 4) return 2;
  return tiles <= 6 && layout === "wide" ? 3 : null;
}
