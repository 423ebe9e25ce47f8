// Blackjack on the table page: seven seats on an arc, decisions in the middle.

import type { Game } from "@sabot/player/contract";
import Dock from "./Dock.svelte";
import Felt from "./Felt.svelte";
import { words } from "./words.ts";
import en from "./texts/en.json?url";
import it from "./texts/it.json?url";

const game: Game = {
  Felt,
  Dock,
  words,
  texts: { it, en },
};

export default game;
