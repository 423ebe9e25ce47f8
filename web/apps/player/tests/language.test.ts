// Both languages are complete, every refusal has its sentence, and no page speaks without `t`.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "svelte/compiler";
import { describe, expect, test } from "vitest";
import { areaTexts } from "../texts.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const WEB = here("../../../");
const ROOT = here("../../../../");
const LANGUAGES = ["it", "en"] as const;

type Leaves = Readonly<Record<string, string>>;

function leaves(value: unknown, path = ""): Leaves {
  if (typeof value === "string") return { [path]: value };
  return Object.assign(
    {},
    ...Object.entries(value as object).map(([key, inner]) =>
      leaves(inner, path === "" ? key : `${path}.${key}`),
    ),
  ) as Leaves;
}

function texts(folder: string, language: string): Leaves {
  const files = readdirSync(join(folder, language)).filter((name) => name.endsWith(".json"));
  return Object.assign(
    {},
    ...files.map((name) =>
      Object.fromEntries(
        Object.entries(leaves(areaTexts(join(folder, language, name), language))).map(
          ([key, text]) => [`${name.slice(0, -".json".length)}:${key}`, text],
        ),
      ),
    ),
  ) as Leaves;
}

const pages = here("../src/language");
/** Texts of screens that load late. */
const late = here("../src/companion/language");
const spoken = Object.fromEntries(
  LANGUAGES.map((language) => [language, { ...texts(pages, language), ...texts(late, language) }]),
) as Record<(typeof LANGUAGES)[number], Leaves>;
const holes = (text: string): readonly string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();

test("Italian and English have the same keys", () => {
  expect(Object.keys(spoken.it).sort()).toEqual(Object.keys(spoken.en).sort());
  expect(Object.keys(spoken.it).length).toBeGreaterThan(400);
});

test.each(LANGUAGES)(
  "no text of %s is empty, and its figures are those of the other language",
  (language) => {
    for (const [key, text] of Object.entries(spoken[language])) {
      expect(text.trim(), key).not.toBe("");
      const other = language === "it" ? spoken.en : spoken.it;
      expect(holes(text), key).toEqual(holes(other[key] ?? ""));
    }
  },
);

test("F84 F170 Italian calls the choice of Brag Gioca or Passa, as the glossary does", () => {
  const felt = leaves(JSON.parse(readFileSync(join(WEB, "games/brag/src/texts/it.json"), "utf8")));
  const said = Object.entries({ ...spoken.it, ...felt });
  const foreign = said.filter(([, text]) =>
    /\bPass\b|(?<!Blind )\bPlay\b|\bAnte Bonus\b/.test(text),
  );
  expect(foreign).toEqual([]);
});

// --- refusals --------------------------------------------------------------------------------------

const files = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? entry.name === "node_modules" || entry.name.startsWith("__")
        ? []
        : files(join(folder, entry.name), ending)
      : entry.name.endsWith(ending)
        ? [join(folder, entry.name)]
        : [],
  );

interface Listed {
  readonly refusals: Readonly<Record<string, readonly string[]>>;
  readonly reasons: readonly string[];
  readonly phrases: readonly string[];
}

/** Every code of the house, and for whom it is: `make schemas` writes it from the code. */
const listed = JSON.parse(readFileSync(join(ROOT, "schemas/refusals.json"), "utf8")) as Listed;

const codes = Object.entries(listed.refusals)
  .filter(([, told]) => told.includes("player"))
  .map(([code]) => code);

/** What the page itself says where no answer of the house came. */
const OWN_WORDS = /^(?:unknown|network\/silent|protocol\/other|server\/unclear)$/;

test("the list of codes is read", () => {
  expect(codes.length).toBeGreaterThan(200);
});

test.each(LANGUAGES)("no sentence in %s is for a code that players are not answered with", (language) => {
  const sentences = Object.keys(spoken[language])
    .filter((key) => key.startsWith("refusals:code."))
    .map((key) => key.slice("refusals:code.".length));
  expect(sentences.filter((code) => !codes.includes(code) && !OWN_WORDS.test(code))).toEqual([]);
});

describe.each(LANGUAGES)("refusals in %s", (language) => {
  test.each(codes)("%s", (code) => {
    const key = `refusals:code.${code}`;
    expect(spoken[language][key], key).toBeDefined();
  });
});

// --- why a table stands still, and what its dealer announces -----------------------------------------

const REASONS = listed.reasons;
const PHRASES = listed.phrases;

test("the reasons and the phrases are read", () => {
  expect(REASONS).toContain("studio/investigation");
  expect(REASONS).toContain("for_fun/left");
  expect(REASONS.length).toBeGreaterThan(20);
  expect(PHRASES).toContain("dealer_not_qualified");
  expect(PHRASES.length).toBeGreaterThan(12);
});

test.each(LANGUAGES)("F242 every reason that players can read has its text in %s", (language) => {
  const texts = spoken[language];
  expect(REASONS.filter((code) => texts[`reasons:code.${code}`] === undefined)).toEqual([]);
});

test.each(LANGUAGES)(
  "F242 a pause says in %s that the problem is investigated, once",
  (language) => {
    const { [`table:detail.paused`]: plain = "", [`table:detail.paused_why`]: why = "" } =
      spoken[language];
    const investigated = { it: "in corso di verifica", en: "under investigation" }[language];
    expect(plain).toContain(investigated);
    expect(why).toContain(investigated);
    const twice = REASONS.filter(
      (code) =>
        code !== "studio/investigation" &&
        spoken[language][`reasons:code.${code}`]?.includes(investigated),
    );
    expect(twice).toEqual([]);
  },
);

test.each(LANGUAGES)("F242 every phrase of the dealer has its text in %s", (language) => {
  expect(PHRASES.filter((one) => spoken[language][`dealer:said.${one}`] === undefined)).toEqual([]);
});

// --- words of the games' data ------------------------------------------------------------------------

test.each(LANGUAGES)(
  "every kind of bet and every label of a pay table has a name in %s",
  (language) => {
    const returns = files(join(ROOT, "src/sabot/games"), "returns.json").flatMap((path) =>
      Object.values(JSON.parse(readFileSync(path, "utf8")) as Record<string, object>),
    );
    const kinds = new Set(returns.flatMap((variant) => Object.keys(variant)));
    expect(kinds.size).toBeGreaterThan(20);
    expect(
      [...kinds].filter((kind) => spoken[language][`bets:name.${kind}`] === undefined),
    ).toEqual([]);
  },
);

test.each(LANGUAGES)("A4: every status has its words in %s", (language) => {
  const generated = readFileSync(join(WEB, "packages/wire/src/generated/messages.ts"), "utf8");
  const listed = (name: string): readonly string[] =>
    [
      ...(new RegExp(`export type ${name} = (.*);`).exec(generated)?.[1] ?? "").matchAll(
        /"(\w+)"/g,
      ),
    ].map((match) => match[1] ?? "");
  for (const status of listed("Status")) {
    expect(spoken[language][`table:status.${status}`], status).toBeDefined();
    expect(spoken[language][`lobby:status.${status}`], status).toBeDefined();
  }
  for (const status of listed("YourStatus").filter((one) => one !== "none")) {
    expect(spoken[language][`table:yours.${status}`], status).toBeDefined();
  }
  expect(listed("Status").length).toBe(12);
});

test("A4: the exact words on an Italian screen", () => {
  const at = (key: string): string | undefined => spoken.it[`table:${key}`];
  expect([
    at("status.place_your_bets"),
    at("status.last_bets"),
    at("status.bets_closed"),
    at("yours.bets_accepted"),
    at("yours.some_bets_not_accepted"),
    at("yours.bets_rejected"),
    at("status.dealing"),
    at("yours.wait_for_next_round"),
    at("yours.insufficient_balance"),
    at("status.paused"),
    at("status.cancelled"),
  ]).toEqual([
    "PIAZZA LE TUE PUNTATE",
    "ULTIME PUNTATE",
    "PUNTATE CHIUSE",
    "PUNTATE ACCETTATE",
    "ALCUNE PUNTATE NON ACCETTATE",
    "PUNTATE RIFIUTATE",
    "DISTRIBUZIONE CARTE",
    "ATTENDI LA PROSSIMA PARTITA",
    "SALDO INSUFFICIENTE",
    "GIOCO IN PAUSA",
    "GIOCO ANNULLATO",
  ]);
});

// --- nothing is said without t() -----------------------------------------------------------------------

const READ_ATTRIBUTES = new Set([
  "aria-label",
  "title",
  "placeholder",
  "alt",
  "label",
  "text",
  "closeLabel",
  "note",
]);

interface Node {
  readonly type?: string;
  readonly data?: string;
  readonly name?: string;
  readonly value?: unknown;
}

/** Words in markup, and in attributes that people read or hear. */
function words(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(words);
  if (typeof node !== "object" || node === null) return [];
  const { type, data, name, value } = node as Node;
  if (type === "Text") return /\p{L}{2,}/u.test(data ?? "") ? [(data ?? "").trim()] : [];
  if (type === "Attribute") return READ_ATTRIBUTES.has(name ?? "") ? words(value) : [];
  if (["Script", "StyleSheet", "Comment", "StyleDirective"].includes(type ?? "")) return [];
  return Object.entries(node)
    .filter(([key]) => key !== "parent" && key !== "css")
    .flatMap(([, inner]) => words(inner));
}

const components = [...files(here("../src"), ".svelte"), ...files(join(WEB, "games"), ".svelte")];

test("components are found", () => {
  expect(components.length).toBeGreaterThan(15);
});

test.each(components.map((path) => path.slice(WEB.length)))("%s says nothing by itself", (path) => {
  const tree = parse(readFileSync(join(WEB, path), "utf8"), { modern: true });
  expect(words(tree.fragment)).toEqual([]);
});

test("every key that a page names exists", () => {
  const sources = [
    ...components.filter((path) => path.includes("/player/")),
    ...files(here("../src"), ".ts"),
  ];
  const known = new Set(
    Object.keys(spoken.en).map((key) => key.replace(/_(?:zero|one|other)$/, "")),
  );
  const areas = new Set([...known].map((key) => key.split(":")[0] ?? ""));
  const missing = sources.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/\bt\(\s*"([a-z_]+:)?([a-z_A-Z0-9+.]+)"/g)]
      .map((match) => `${match[1] ?? "common:"}${match[2]}`)
      .filter((key) => areas.has(key.split(":")[0] ?? "") && !known.has(key))
      .map((key) => `${path.slice(WEB.length)}: ${key}`),
  );
  expect(missing).toEqual([]);
});

// --- the pages name no game ------------------------------------------------------------------------

/** Names of our games, of their sides and variants, as words or as parts of names. */
const GAME_NAMES = /baccarat|blackjack|(?<![a-z])brag(?![a-z])|(?<!-)banker|dragon|tiger/i;

const named = (path: string): readonly string[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, n) =>
      GAME_NAMES.test(line) ? [`${path.slice(WEB.length)}:${n + 1} ${line}`] : [],
    );

test("no page, and no text of one, names a game: that is behind the contract of @sabot/game", () => {
  const sources = [".ts", ".svelte", ".json", ".css"].flatMap((end) => files(here("../src"), end));
  expect(sources.length).toBeGreaterThan(150);
  expect(sources.flatMap(named)).toEqual([]);
});

test("every game adds the same texts in both languages", () => {
  for (const game of readdirSync(join(WEB, "games")).filter((name) => name !== "gallery")) {
    const folder = join(WEB, "games", game, "src/texts");
    expect(readdirSync(join(folder, "it")), game).toEqual(readdirSync(join(folder, "en")));
    expect(readdirSync(join(folder, "it")), game).toContain("lobby.json");
  }
});
