// Finding a place in the help: every word must be there; titles count more than texts.

export interface Entry {
  readonly topic: string;
  /** Null for the topic itself. */
  readonly section: string | null;
  readonly title: string;
  readonly text: string;
}

export interface Hit {
  readonly entry: Entry;
  /** The words around the first find. */
  readonly excerpt: string;
}

const HITS_MAX = 20;
const AROUND = 70;
const TITLE_COUNTS = 10;

/** Without capitals and accents, so that `Egalite` finds `Egalité`; as long as the text was. */
export function folded(text: string): string {
  return [...text.toLowerCase()].map((letter) => letter.normalize("NFD").charAt(0)).join("");
}

export function found(entries: readonly Entry[], query: string): readonly Hit[] {
  const words = folded(query)
    .split(/[^\p{L}\p{N}+]+/u)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scored(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, HITS_MAX)
    .map(({ entry }) => ({ entry, excerpt: excerptOf(entry.text, words) }));
}

/** Zero when a word is missing. */
function scored(entry: Entry, words: readonly string[]): number {
  const title = folded(entry.title);
  const text = folded(entry.text);
  let score = 0;
  for (const word of words) {
    const inTitle = title.includes(word);
    if (!inTitle && !text.includes(word)) return 0;
    score += inTitle ? TITLE_COUNTS : 1;
  }
  return score;
}

function excerptOf(text: string, words: readonly string[]): string {
  const flat = text.replace(/\s+/g, " ").replace(/ - /g, " · ").replace(/^- /, "");
  const low = folded(flat);
  const at = Math.max(
    0,
    Math.min(...words.map((word) => low.indexOf(word)).filter((n) => n >= 0), flat.length),
  );
  if (at >= flat.length || at < AROUND) return shortened(flat, 0);
  return shortened(flat, flat.indexOf(" ", at - AROUND) + 1);
}

function shortened(text: string, from: number): string {
  const to = from + 2 * AROUND + 20;
  const end = to >= text.length ? text.length : text.lastIndexOf(" ", to);
  return `${from > 0 ? "… " : ""}${text.slice(from, end)}${end < text.length ? " …" : ""}`;
}
