// The words that Multiplay needs before it is drawn: its own, and those of baccarat.

import { english, italian } from "../src/tile.ts";
import { speech } from "@sabot/player/language/language.svelte.ts";
import { money } from "@sabot/player/language/money.ts";
import en from "./texts/en.json?url";
import it from "./texts/it.json?url";

export async function learn(): Promise<void> {
  // The first amount takes a slow phone a tenth of a second: a task of its own, while texts come.
  setTimeout(() => money(0));
  await Promise.all([
    speech.learn("multiplay", { it, en }),
    speech.learn("baccarat", { it: italian, en: english }),
    speech.need("refusals"),
  ]);
}
