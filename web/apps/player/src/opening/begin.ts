// What the address needs, started at once and together: answers, texts and the page's own script
// are on the line while the script that draws them arrives.

import { moduleOf } from "../games/load.ts";
import { gameOf } from "../table/games.ts";
import { askAhead } from "./ahead.ts";
import { lobbyPage, signInPage } from "./pages.ts";
import { readFirstTexts, readGameTexts } from "./texts.ts";

const TABLE = /^\/table\/([^/]+)/;

interface Visitor {
  readonly me: { readonly player: string | null } | null;
}

export async function begin(): Promise<void> {
  const visitor = askAhead<Visitor>("/api/visitor"); // first: the most waits for it
  readFirstTexts();
  const { me } = await visitor;
  if (me === null) await signInPage();
  else if (me.player !== null) await enter();
}

async function enter(): Promise<void> {
  askAhead("/api/preferences");
  const table = TABLE.exec(location.pathname)?.[1];
  if (table === undefined) {
    if (location.pathname !== "/") return;
    askAhead("/api/for-fun");
    await lobbyPage();
    return;
  }
  const info = await askAhead<{ readonly game: string }>(`/api/tables/${table}`);
  if (moduleOf(info) !== null) return; // the site loads it, with its texts
  readGameTexts(info.game);
  await gameOf(info.game, null);
}
