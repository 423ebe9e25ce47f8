// What the page knows of all games: of those it is built with, and of modules of other packages.

import type { Announcements, Tile, Topic } from "@sabot/game/about";
import type { GameModule } from "@sabot/game/module";
import { api, ApiError } from "@sabot/wire";
import type { TableInfo } from "@sabot/wire/types";
import { speech } from "../language/language.svelte.ts";
import { moduleOf, modules } from "./load.ts";
import { OURS, ours } from "./ours.ts";

/** A lobby row, a table or a regulation, as far as it names a module. */
interface Row {
  readonly game: string;
}
export interface GameTopic extends Topic {
  readonly game: string;
}

class Known {
  #games = $state.raw<Readonly<Record<string, GameModule>>>({});
  readonly #asked = new Map<string, Promise<unknown>>();

  tile(game: string): Tile | undefined {
    return ours(game)?.tile ?? this.#games[game]?.tile;
  }

  /** What the dealer says at a table of the game. */
  announcements(game: string | undefined): Announcements | null {
    const brought = game === undefined ? undefined : this.#games[game]?.announcements;
    if (brought === undefined) return ours(game)?.announcements ?? null;
    const { words } = brought;
    return {
      phraseOf: (happened) => brought.phraseOf(happened),
      words: () => Promise.resolve(words as Awaited<ReturnType<Announcements["words"]>>),
    };
  }

  get topics(): readonly GameTopic[] {
    const brought = Object.entries(this.#games).map(([game, { help = [] }]) => ({ game, help }));
    return [...OURS, ...brought].flatMap(({ game, help }) =>
      help.map((topic) => ({ ...topic, game })),
    );
  }

  /** Our games first, then those that came as modules. */
  get games(): readonly string[] {
    return [...OURS.map(({ game }) => game), ...Object.keys(this.#games)];
  }

  async learn(game: string, address: string): Promise<GameModule> {
    const module = await modules.load(address);
    if (this.#games[game] !== module) {
      speech.teach(module.texts);
      paint(game, module.colours ?? {});
      this.#games = { ...this.#games, [game]: module };
    }
    return module;
  }

  /** Learn the games of all rows. A game whose module fails stays a plain row; its table says why. */
  async look(rows: readonly Row[]): Promise<void> {
    await Promise.all(
      rows.map((row) => {
        const address = moduleOf(row);
        if (address === null) return undefined;
        const asked =
          this.#asked.get(address) ?? this.learn(row.game, address).catch(() => undefined);
        this.#asked.set(address, asked);
        return asked;
      }),
    );
  }

  /** Learn the game of a table that is not on the page: the table names its module. */
  async seek(game: string, table: string): Promise<void> {
    if (this.games.includes(game)) return;
    try {
      await this.look([await api<TableInfo>("GET", `/api/tables/${encodeURIComponent(table)}`)]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // a table that is gone names no module
    }
  }
}

/** Custom properties only, set one by one: a colour cannot bring rules of its own. */
function paint(game: string, colours: Readonly<Record<string, string>>): void {
  const sheet = new CSSStyleSheet();
  sheet.insertRule(`[data-game="${CSS.escape(game)}"] {}`);
  const rule = sheet.cssRules[0] as CSSStyleRule;
  for (const [name, value] of Object.entries(colours))
    if (name.startsWith("--")) rule.style.setProperty(name, value);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export const known = new Known();
