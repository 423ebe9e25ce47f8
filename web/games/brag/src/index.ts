// 3 Card Brag on the table page: one hand for all players, the dealer's face down beside it.

import type { Game } from "@sabot/game";
import Dock from "./Dock.svelte";
import Felt from "./Felt.svelte";
import { words } from "./words.ts";

const game: Game = {
  Felt,
  Dock,
  words,
};

export default game;
