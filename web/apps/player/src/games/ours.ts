// The games that are built with these pages, as far as pages know them without their felts.

import type { About } from "@sabot/game/about";

const FOUND = import.meta.glob<About>("../../../../games/*/src/about.ts", {
  eager: true,
  import: "about",
});

/** In the order of their folders. */
export const OURS: readonly About[] = Object.values(FOUND);

export const ours = (game: string | undefined): About | undefined =>
  OURS.find((one) => one.game === game);

/** The game whose room is shown where no table is chosen yet. */
export const HOUSE = OURS[0]?.game ?? "";
