// The language of the page. Only the one that is spoken is loaded; a third one is a folder more.

import {
  areasOf,
  chosen,
  FIRST,
  firstLanguage,
  keep,
  known,
  LANGUAGES,
  read,
  textsOf,
  type Language,
  type Texts,
} from "../opening/texts.ts";
import { formatsOf, type Formats } from "./formats.ts";
import { parts, Phrasebook, type Phrases } from "./phrasebook.ts";

export { LANGUAGES, type Language, type Texts };

/** What follows once the page is drawn; other areas are loaded by the pages that speak them. */
const SOON = ["reasons", "refusals"];

const AFTER_MS = 400;

/**
 * The texts of an area arrive and change by themselves; readers of other areas are not notified.
 *
 * The state is made before a text is asked for: Svelte does not track a state in the effect that made it.
 */
class Area {
  version = $state(0);
}

class Speech {
  language = $state<Language>(firstLanguage());
  /** False until the texts of a language are there. */
  ready = $state(false);
  /** They do not come. */
  lost = $state(false);
  readonly #areas = new Map(areasOf(LANGUAGES[0]).map(([name]) => [name, new Area()]));
  /** The areas that have not been loaded yet. */
  readonly #others = new Area();
  readonly #games = new Map<string, Texts>();
  readonly #books = { it: new Phrasebook("it"), en: new Phrasebook("en") } satisfies Record<
    Language,
    Phrasebook
  >;
  readonly #spoken = new Set<string>([...FIRST, ...SOON]);

  formats: Formats = $derived(formatsOf(this.language));

  async start(): Promise<void> {
    await this.#load(this.language, (area) => FIRST.includes(area));
    document.documentElement.lang = this.language;
    this.ready = true;
    setTimeout(() => void this.#load(this.language, (area) => SOON.includes(area)), AFTER_MS);
  }

  /** The person's own choice: kept on this device. */
  async choose(language: Language): Promise<void> {
    keep(language);
    await this.speak(language);
  }

  async speak(language: Language): Promise<void> {
    if (language === this.language && this.ready) return;
    await this.#load(language, (name) => this.#spoken.has(name) || this.#games.has(name));
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
    await this.#bring(this.language, name, texts[this.language]);
  }

  async learnGame(game: string): Promise<void> {
    const texts = textsOf(game);
    if (texts !== null) await this.learn(game, texts);
  }

  /** The texts of a game from another package, in both languages, joined to the areas they name. */
  teach(texts: Readonly<Record<Language, Readonly<Record<string, Phrases>>>>): void {
    for (const language of LANGUAGES)
      for (const [name, phrases] of Object.entries(texts[language])) {
        this.#books[language].add(name, phrases);
        this.#refresh(name);
      }
  }

  t(key: string, data: Readonly<Record<string, unknown>> = {}): string {
    void this.#area(key).version;
    return this.#book.say(key, data);
  }

  has(key: string): boolean {
    void this.#area(key).version;
    return this.#book.has(key);
  }

  async #load(language: Language, wanted: (area: string) => boolean): Promise<void> {
    const games = [...this.#games].map(([name, texts]) => [name, texts[language]] as const);
    const parts = [...areasOf(language), ...games].filter(([name]) => wanted(name));
    await Promise.all(parts.map(([name, address]) => this.#bring(language, name, address)));
  }

  async #bring(language: Language, name: string, address: string): Promise<void> {
    this.#books[language].add(name, (await read(address)) as Phrases);
    this.#refresh(name);
  }

  #refresh(name: string): void {
    const area = this.#areas.get(name) ?? this.#others;
    if (area === this.#others) this.#areas.set(name, new Area());
    area.version += 1;
  }

  get #book(): Phrasebook {
    return this.#books[this.language];
  }

  #area(key: string): Area {
    return this.#areas.get(parts(key)[0]) ?? this.#others;
  }
}

export const speech = new Speech();

export const t = (key: string, data?: Readonly<Record<string, unknown>>): string =>
  speech.t(key, data);

/** After signing in: this device's choice first, then the account's, then the browser's. */
export async function settleLanguage(ofAccount: string): Promise<void> {
  if (chosen() !== null) return;
  const settled = known(ofAccount);
  if (settled !== null && settled !== "en") await speech.speak(settled);
}
