// The language of the page. Only the one that is spoken is loaded; a third one is a folder more.

import i18next from "i18next";
import { formatsOf, type Formats } from "./formats.ts";

export const LANGUAGES = ["it", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
/** The addresses of a game's texts: they are data, not script. */
export type Texts = Readonly<Record<Language, string>>;

const CHOSEN = "sabot/language";
/** Where the texts of each language and area lie; they are data, not script. */
const AREAS = import.meta.glob<string>("./*/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});
/** What pages need to be drawn; the rest follows once they are. */
const FIRST = ["common", "lobby", "table", "bets", "cards"];

/** What follows once the page is drawn; other areas are loaded by the pages that speak them. */
const SOON = ["reasons", "refusals"];

const AFTER_MS = 400;
const AGAIN_MS = 1_500;

const known = (tag: string | null): Language | null =>
  LANGUAGES.find((one) => one === tag?.slice(0, 2)) ?? null;

class Speech {
  language = $state<Language>(
    known(localStorage.getItem(CHOSEN)) ?? known(navigator.language) ?? "en",
  );
  /** False until the texts of a language are there. */
  ready = $state(false);
  #version = $state(0);
  readonly #games = new Map<string, Texts>();
  readonly #spoken = new Set<string>([...FIRST, ...SOON]);

  formats: Formats = $derived(formatsOf(this.language));

  async start(): Promise<void> {
    await i18next.init({
      lng: this.language,
      fallbackLng: false,
      resources: {},
      keySeparator: ".",
      nsSeparator: ":",
      defaultNS: "common",
      interpolation: { escapeValue: false },
      returnNull: false,
    });
    await this.#load(this.language, (area) => FIRST.includes(area));
    document.documentElement.lang = this.language;
    this.ready = true;
    setTimeout(() => void this.#load(this.language, (area) => SOON.includes(area)), AFTER_MS);
  }

  /** The person's own choice: kept on this device. */
  async choose(language: Language): Promise<void> {
    localStorage.setItem(CHOSEN, language);
    await this.speak(language);
  }

  async speak(language: Language): Promise<void> {
    if (language === this.language && this.ready) return;
    await this.#load(language, (name) => this.#spoken.has(name) || this.#games.has(name));
    await i18next.changeLanguage(language);
    this.language = language;
    document.documentElement.lang = language;
  }

  /** The texts of one area, for a page that speaks them at once. */
  async need(area: string): Promise<void> {
    this.#spoken.add(area);
    await this.#load(this.language, (name) => name === area);
  }

  /** The texts of a game, under the game's name. */
  async learn(name: string, texts: Texts): Promise<void> {
    this.#games.set(name, texts);
    i18next.addResourceBundle(
      this.language,
      name,
      (await read(texts[this.language])).default,
      true,
      true,
    );
    this.#version += 1;
  }

  t(key: string, data: Readonly<Record<string, unknown>> = {}): string {
    void this.#version;
    return i18next.t(key, { ...data, lng: this.language });
  }

  has(key: string): boolean {
    void this.#version;
    return i18next.exists(key, { lng: this.language });
  }

  async #load(language: Language, wanted: (area: string) => boolean): Promise<void> {
    const areas = Object.entries(AREAS)
      .filter(([path]) => path.startsWith(`./${language}/`))
      .map(([path, address]) => [areaOf(path), () => read(address)] as const);
    const games = [...this.#games].map(
      ([name, texts]) => [name, () => read(texts[language])] as const,
    );
    const parts = [...areas, ...games].filter(([name]) => wanted(name));
    await Promise.all(
      parts.map(async ([name, load]) => {
        i18next.addResourceBundle(language, name, (await load()).default, true, true);
      }),
    );
    this.#version += 1;
  }
}

function areaOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".json".length);
}

/** A page without words is no page: ask again until they come. */
async function read(address: string): Promise<{ readonly default: object }> {
  for (;;) {
    try {
      const response = await fetch(address);
      if (response.ok) return { default: (await response.json()) as object };
    } catch {
      // the line is down; the next attempt tells
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

export const speech = new Speech();

export const t = (key: string, data?: Readonly<Record<string, unknown>>): string =>
  speech.t(key, data);

/** After signing in: this device's choice first, then the account's, then the browser's. */
export async function settleLanguage(ofAccount: string): Promise<void> {
  if (localStorage.getItem(CHOSEN) !== null) return;
  const settled = known(ofAccount);
  if (settled !== null && settled !== "en") await speech.speak(settled);
}
