// Texts by area and key, with values put in and plurals chosen. Knows no page and no language.

export interface Phrases {
  readonly [name: string]: string | Phrases;
}

type Values = Readonly<Record<string, unknown>>;

/** `lobby:limits.free` is `limits.free` of the area `lobby`; without an area it is a common one. */
export function parts(key: string): readonly [area: string, name: string] {
  const end = key.indexOf(":");
  return end < 0 ? ["common", key] : [key.slice(0, end), key.slice(end + 1)];
}

/** The texts of one language. */
export class Phrasebook {
  readonly #areas: Record<string, Phrases> = {};
  readonly #locale: string;
  #plurals: Intl.PluralRules | null = null; // which costs a slow phone some hundredths of a second

  constructor(locale: string) {
    this.#locale = locale;
  }

  /** More texts of an area; one that was there already is said as it is now. */
  add(area: string, phrases: Phrases): void {
    this.#areas[area] = joined(this.#areas[area] ?? {}, phrases);
  }

  has(key: string): boolean {
    return this.#found(key) !== null;
  }

  /** A text, or its name if there is no such text. */
  say(key: string, values: Values = {}): string {
    const text = this.#counted(key, values.count) ?? this.#found(key) ?? parts(key)[1];
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => written(values[name]));
  }

  /** The form for so many: `free_one`, `free_other`, for nothing at all `free_zero` if there is one. */
  #counted(key: string, count: unknown): string | null {
    if (typeof count !== "number") return null;
    const none = count === 0 ? this.#found(`${key}_zero`) : null;
    this.#plurals ??= new Intl.PluralRules(this.#locale);
    const form = this.#plurals.select(count);
    return none ?? this.#found(`${key}_${form}`) ?? this.#found(`${key}_other`);
  }

  #found(key: string): string | null {
    const [area, name] = parts(key);
    let found: string | Phrases | undefined = this.#areas[area];
    for (const step of name.split(".")) {
      if (typeof found !== "object") return null;
      found = Object.hasOwn(found, step) ? found[step] : undefined;
    }
    return typeof found === "string" ? found : null;
  }
}

function written(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function joined(old: Phrases, added: Phrases): Phrases {
  const all: Record<string, string | Phrases> = { ...old };
  for (const [name, phrase] of Object.entries(added)) {
    const before = all[name];
    const both = typeof before === "object" && typeof phrase === "object";
    all[name] = both ? joined(before, phrase) : phrase;
  }
  return all;
}
