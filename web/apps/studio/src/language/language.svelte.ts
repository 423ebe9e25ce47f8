// The language of the studio. Areas of texts are loaded by the pages that speak them.

import { formatsOf, type Formats } from "@sabot/player/language/formats.ts";
import { Phrasebook, type Phrases } from "@sabot/player/language/phrasebook.ts";

export const LANGUAGES = ["it", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

type Load = () => Promise<Phrases>;

const CHOSEN = "sabot/language";
const AGAIN_MS = 1_500;
const FIRST = ["common", "refusals"];
const OWN = import.meta.glob<Phrases>("./*/*.json", { import: "default" });
/** Cards have one name in the whole casino. */
const CARDS: Readonly<Record<Language, Load>> = {
  it: async () => (await import("@sabot/player/language/it/cards.json")).default,
  en: async () => (await import("@sabot/player/language/en/cards.json")).default,
};

/** Bets are called as on the player's site: each game brings their names. */
const BETS = import.meta.glob<{ readonly name: Phrases }>(
  "../../../../games/*/src/texts/*/bets.json",
  { import: "default" },
);

async function betNames(language: Language): Promise<Phrases> {
  const found = Object.entries(BETS).filter(([path]) => path.endsWith(`/${language}/bets.json`));
  const names = found.map(async ([path, load]) => {
    const game = /games\/(\w+)\//.exec(path)?.[1] ?? "";
    return [game, (await load()).name] as const;
  });
  return Object.fromEntries(await Promise.all(names));
}

const known = (tag: string | null): Language | null =>
  LANGUAGES.find((one) => one === tag?.slice(0, 2)) ?? null;

function loaderOf(language: Language, area: string): Load {
  if (area === "cards") return CARDS[language];
  if (area === "bets") return () => betNames(language);
  const own = OWN[`./${language}/${area}.json`];
  if (own === undefined) throw new Error(`no texts are called ${area}`);
  return own;
}

class Speech {
  language = $state<Language>(
    known(localStorage.getItem(CHOSEN)) ?? known(navigator.language) ?? "en",
  );
  /** False until the first texts are there. */
  ready = $state(false);
  /** Grows with every area that arrives, so that pages read again. */
  #version = $state(0);
  readonly #books: Readonly<Record<Language, Phrasebook>> = {
    it: new Phrasebook("it"),
    en: new Phrasebook("en"),
  };
  readonly #spoken = new Set(FIRST);
  readonly #there = new Set<string>();

  formats: Formats = $derived(formatsOf(this.language));

  async start(): Promise<void> {
    await this.#bringAll(this.language);
    document.documentElement.lang = this.language;
    this.ready = true;
  }

  /** The person's own choice: kept on this device. */
  async choose(language: Language): Promise<void> {
    localStorage.setItem(CHOSEN, language);
    await this.#bringAll(language);
    this.language = language;
    document.documentElement.lang = language;
  }

  /** The texts that a page speaks: to be awaited before it is shown. */
  async need(...areas: readonly string[]): Promise<void> {
    for (const area of areas) this.#spoken.add(area);
    await this.#bringAll(this.language);
  }

  t(key: string, data: Readonly<Record<string, unknown>> = {}): string {
    void this.#version;
    return this.#books[this.language].say(key, data);
  }

  has(key: string): boolean {
    void this.#version;
    return this.#books[this.language].has(key);
  }

  async #bringAll(language: Language): Promise<void> {
    await Promise.all([...this.#spoken].map((area) => this.#bring(language, area)));
  }

  /** A page without words is no page: ask again until they come. */
  async #bring(language: Language, area: string): Promise<void> {
    const name = `${language}/${area}`;
    while (!this.#there.has(name)) {
      try {
        this.#books[language].add(area, await loaderOf(language, area)());
        this.#there.add(name);
        this.#version += 1;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }
}

export const speech = new Speech();

export const t = (key: string, data?: Readonly<Record<string, unknown>>): string =>
  speech.t(key, data);
