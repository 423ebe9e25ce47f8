// The games that this house can draw, each loaded when a table of it is opened.

import type { Game } from "./contract.ts";

const PACKAGES = import.meta.glob<{ default: Game }>("../../../../games/*/src/index.ts");

/** A game without a felt of its own is drawn plainly from its data. */
export async function gameOf(name: string): Promise<Game> {
  const load = PACKAGES[`../../../../games/${name}/src/index.ts`];
  return (await (load?.() ?? import("./plain/index.ts"))).default;
}
