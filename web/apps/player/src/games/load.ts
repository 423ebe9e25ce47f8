// Games of other packages: modules that the casino names and serves, loaded while the page runs.
// The page trusts a module as it trusts the casino; it never loads one from another origin.

import type { GameModule } from "@sabot/game/module";

/** The casino serves the files of an installed game below this path, and nothing else there. */
const SERVED = /^\/games\/[a-z0-9_]+\/[A-Za-z0-9_-]+\/[A-Za-z0-9_./-]+\.js$/;
const CONTRACT = 1;

/** A game's module did not come, or it does not keep the contract. */
export class ModuleLost extends Error {}

export type Import = (address: string) => Promise<{ readonly default?: unknown }>;

/** The module of a lobby row or of a table; null: the game is built in. */
export function moduleOf(row: object): string | null {
  return "module" in row && typeof row.module === "string" ? row.module : null;
}

export class Modules {
  readonly #import: Import;
  readonly #loaded = new Map<string, Promise<GameModule>>();
  readonly #failures = new Map<string, number>();

  constructor(load: Import) {
    this.#import = load;
  }

  /** One module is loaded once. After a failure the next call tries again. */
  load(address: string): Promise<GameModule> {
    const known = this.#loaded.get(address);
    if (known !== undefined) return known;
    const loading = this.#bring(address);
    this.#loaded.set(address, loading);
    loading.catch(() => {
      this.#loaded.delete(address);
      this.#failures.set(address, (this.#failures.get(address) ?? 0) + 1);
    });
    return loading;
  }

  async #bring(address: string): Promise<GameModule> {
    if (!SERVED.test(address) || address.includes(".."))
      throw new ModuleLost(`${address} is no address of a game's module`);
    // A browser remembers that a module failed. Another query is another module to it.
    const failures = this.#failures.get(address) ?? 0;
    const found = await this.#fetched(failures === 0 ? address : `${address}?try=${failures}`);
    if (!isModule(found)) throw new ModuleLost(`${address} does not keep contract ${CONTRACT}`);
    return found;
  }

  async #fetched(address: string): Promise<unknown> {
    try {
      return (await this.#import(address)).default;
    } catch (error) {
      throw new ModuleLost(`${address}: ${String(error)}`);
    }
  }
}

function isModule(found: unknown): found is GameModule {
  const one = found as Partial<GameModule> | null | undefined;
  return (
    one?.contract === CONTRACT &&
    typeof one.mount === "function" &&
    typeof one.words?.result === "function" &&
    typeof one.words.hand === "function" &&
    typeof one.texts?.it === "object" &&
    typeof one.texts.en === "object"
  );
}

export const modules = new Modules((address) => import(/* @vite-ignore */ address));
