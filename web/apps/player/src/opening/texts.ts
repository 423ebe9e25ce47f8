// Which language is spoken first, and where its texts lie: they are data, not script.

export const LANGUAGES = ["it", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
/** The addresses of texts that are loaded late. */
export type Texts = Readonly<Record<Language, string>>;

const CHOSEN = "sabot/language";
const AGAIN_MS = 1_500;
const AREAS = import.meta.glob<string>("../language/*/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});
const GAMES = import.meta.glob<string>("../../../../games/*/src/texts/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/** What pages need to be drawn; the rest follows once they are. */
export const FIRST = ["common", "lobby", "table", "bets", "cards"];

export const known = (tag: string | null): Language | null =>
  LANGUAGES.find((one) => one === tag?.slice(0, 2)) ?? null;

/** The person's own choice, kept on this device. */
export const chosen = (): string | null => localStorage.getItem(CHOSEN);
export const keep = (language: Language): void => localStorage.setItem(CHOSEN, language);
export const firstLanguage = (): Language => known(chosen()) ?? known(navigator.language) ?? "en";

/** The address of each area's texts in a language. */
export function areasOf(language: Language): readonly (readonly [string, string])[] {
  const folder = `../language/${language}/`;
  return Object.entries(AREAS)
    .filter(([path]) => path.startsWith(folder))
    .map(([path, address]) => [path.slice(folder.length, -".json".length), address]);
}

/** Where the texts of a game lie; a game that is drawn plainly has none. */
export function textsOf(game: string): Texts | null {
  const [it, en] = LANGUAGES.map((one) => GAMES[`../../../../games/${game}/src/texts/${one}.json`]);
  return it === undefined || en === undefined ? null : { it, en };
}

const begun = new Map<string, Promise<object>>();

/** Ask for texts that a page will want to read soon. */
function readAhead(address: string): void {
  if (begun.has(address)) return;
  const text = brought(address);
  text.catch(() => undefined); // components that read it are updated
  begun.set(address, text);
}

export function readFirstTexts(): void {
  for (const [area, address] of areasOf(firstLanguage()))
    if (FIRST.includes(area)) readAhead(address);
}

export function readGameTexts(game: string): void {
  const address = textsOf(game)?.[firstLanguage()];
  if (address !== undefined) readAhead(address);
}

export function read(address: string): Promise<object> {
  const text = begun.get(address) ?? brought(address);
  begun.delete(address);
  return text;
}

/** A page without words is no page: ask again until they come. */
async function brought(address: string): Promise<object> {
  for (;;) {
    const text = await attempted(address);
    if (text === "gone") throw new Error(`${address} is of an older page`);
    if (text !== "silent") return text;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Where the casino has other files by now, it answers with its page. */
async function attempted(address: string): Promise<object | "gone" | "silent"> {
  try {
    const response = await fetch(address);
    if (!response.ok) return "silent";
    const kind = response.headers.get("Content-Type") ?? "";
    return kind.includes("json") ? ((await response.json()) as object) : "gone";
  } catch {
    return "silent"; // the line is down; the next attempt tells
  }
}
