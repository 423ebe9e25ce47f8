// Baccarat on the table page: Speed with reserve cards, 7 Seat No Commission, Speed 6 Scanner.

import type { Game } from "@sabot/game";
import Controls from "./Controls.svelte";
import Dock from "./Dock.svelte";
import Felt from "./Felt.svelte";
import { words } from "./words.ts";

const game: Game = {
  Felt,
  Dock,
  Controls,
  words,
  multiplay: true,
};

export default game;
