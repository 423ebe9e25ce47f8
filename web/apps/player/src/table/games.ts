// The games that this house can draw, each loaded when a table of it is opened.

import type { Game } from "@sabot/game";
import type { Component } from "svelte";

const PACKAGES = import.meta.glob<{ default: Game }>("../../../../games/*/src/index.ts");
/** Many tables of one game beside each other (F206, F207), for the games that bring such a view. */
const PAGES = import.meta.glob<{ default: Component }>(
  "../../../../games/*/multiplay/MultiplayPage.svelte",
);
const WINDOWS = import.meta.glob<{ default: Component<Record<string, unknown>> }>(
  "../../../../games/*/multiplay/MultiplayWindow.svelte",
);

/** A game without a felt of its own is drawn plainly from its data. */
export async function gameOf(name: string, module: string | null): Promise<Game> {
  if (module !== null) return foreignGame(name, module);
  const load = PACKAGES[`../../../../games/${name}/src/index.ts`];
  return (await (load?.() ?? import("./plain/index.ts"))).default;
}

/** A game of another package: its module comes from the casino while the page runs. */
async function foreignGame(name: string, module: string): Promise<Game> {
  const [{ known }, { adapted }] = await Promise.all([
    import("../games/known.svelte.ts"),
    import("../games/adapted.ts"),
  ]);
  return adapted(await known.learn(name, module));
}

export async function multiplayPage(): Promise<{ default: Component }> {
  const [load] = Object.values(PAGES);
  if (load === undefined) throw new Error("no game brings a Multiplay page");
  return load();
}

export async function multiplayWindow(
  game: string,
): Promise<{ default: Component<Record<string, unknown>> }> {
  const load = WINDOWS[`../../../../games/${game}/multiplay/MultiplayWindow.svelte`];
  if (load === undefined) throw new Error(`${game} brings no Multiplay window`);
  return load();
}
