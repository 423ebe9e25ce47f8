// The texts of an area are the page's own and those that each game adds: one file for a browser.

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const GAMES = fileURLToPath(new URL("../../games/", import.meta.url));
/** `…/language/it/bets.json?url` */
const AREA = /\/player\/src\/(?:companion\/)?language\/(\w+)\/(\w+)\.json\?url$/;

interface Phrases {
  [name: string]: string | Phrases;
}

/** One area in one language: the page's file, and the files of that name in all games. */
export function areaTexts(file: string, language: string): Phrases {
  const games = readdirSync(GAMES).map((game) =>
    join(GAMES, game, "src/texts", language, basename(file)),
  );
  return [file, ...games].map(read).reduce(joined);
}

function read(file: string): Phrases {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Phrases;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {}; // the game adds nothing
    throw error;
  }
}

/** Two games must not write one text: the order of folders would decide which one is read. */
function joined(one: Phrases, other: Phrases): Phrases {
  const all = { ...one };
  for (const [name, phrase] of Object.entries(other)) {
    const before = all[name];
    if (before === undefined) all[name] = phrase;
    else if (typeof before === "object" && typeof phrase === "object")
      all[name] = joined(before, phrase);
    else throw new Error(`two texts are called ${name}: ${JSON.stringify([before, phrase])}`);
  }
  return all;
}

export function gameTexts(): Plugin {
  let building = false;
  return {
    name: "sabot:game-texts",
    enforce: "pre",
    configResolved({ command }) {
      building = command === "build";
    },
    load(id) {
      const found = AREA.exec(id);
      if (found === null) return null;
      const [, language = "", area = ""] = found;
      const source = JSON.stringify(areaTexts(id.slice(0, -"?url".length), language));
      if (!building)
        return `export default ${JSON.stringify(`data:application/json,${encodeURIComponent(source)}`)}`;
      const file = this.emitFile({ type: "asset", name: `${area}.json`, source });
      return `export default import.meta.ROLLUP_FILE_URL_${file}`;
    },
  };
}
