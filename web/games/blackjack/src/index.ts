// Blackjack on the table page: seven seats on an arc, decisions in the middle.

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
