// What a player can do with the chips on a table at this moment.

import type { Play } from "./play.svelte.ts";

export interface Possible {
  readonly undo: boolean;
  readonly double: boolean;
  readonly rebet: boolean;
  readonly clear: boolean;
  readonly confirm: boolean;
}

export function possible(play: Play): Possible {
  const { you } = play.table;
  const chips = you?.chips.length ?? 0;
  const open = play.betting;
  return {
    undo: open && (you?.undo ?? 0) + chips > 0,
    double: open && chips > 0,
    rebet: open && (you?.can_rebet ?? false) && chips === 0,
    clear: open && chips > 0,
    confirm: open && chips > 0 && you?.confirming !== true,
  };
}
