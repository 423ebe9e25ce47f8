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

/** Codes of the wire's document, up to the chapter for staff. */
function wireCodes(): readonly string[] {
  const text = readFileSync(join(ROOT, "docs/wire.md"), "utf8").split(/^## 10\./m)[0] ?? "";
  const codes = [...text.matchAll(/`((?:[a-z_]+)\/(?:[a-z_0-9]+))`/g)].map(
    (match) => match[1] ?? "",
  );
  const ended = [
    "signed_out",
    "signed_out_everywhere",
    "expired",
    "idle",
    "role_changed",
    "password_changed",
    "disabled",
    "excluded",
    "replaced",
  ];
  return [...codes, ...ended.map((code) => `session/${code}`)];
}

/** Codes that the document of HTTP names. */
function httpCodes(): readonly string[] {
  const text = readFileSync(join(ROOT, "docs/http.md"), "utf8").match(/^## Errors$[^]*?^## /m)?.[0];
  return [...(text ?? "").matchAll(/`([a-z_]+\/[a-z_]+)`/g)]
    .map((match) => match[1] ?? "")
    .filter((code) => code !== "area/reason" && !code.startsWith("signature/"));
}

/** Whatever may refuse something over the socket or over HTTP. */
const ANSWERING = [
  "gateway",
  "runtime",
  "service",
  "table",
  "gamekit",
  "adapters/sql",
  "games/blackjack/autostand.py",
];

/** Codes that no player is answered with, and who is; what is not listed here needs its sentence. */
const NOT_FOR_PLAYERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:application|image|text)\/[a-z]/, "kinds of content, and words of staff"],
  [
    /^(?:adjustment|annul|cancel|card|cards|ceiling|chips|clock|correction|credit|exclusion|expiry|grant|office|proposal|role|void)\//,
    "staff",
  ],
  [/^shoe\/(?!unknown$)/, "dealers"],
  [/^(?:alarm|incident|video)\//, "shift managers, of their tables"],
  [/^relief\//, "shift managers, who plan the change of dealer"],
  [/^(?:device|passport|set)\//, "staff that keep readers, cards and their passports"],
  [/^announce\/unknown$/, "dealers, of a phrase outside the list"],
  [/^reason\/unknown$/, "staff, of a reason outside the list"],
  [
    /^chat\/(?:answered_already|distress|distress_unanswered|no_such_reason|not_support|staff_line)$/,
    "dealers and moderators",
  ],
  [/^round\/taken$/, "records of the house log"],
  [/^account\/(?:no_login|operator|own|reason|role)$/, "who keeps the accounts"],
  [/^round\/(?:none|result_known|expired|missing|other)$/, "shift managers"],
  [/^round\/annulled$/, "a notice, with texts of its own"],
  [/^round\/taken$/, "records of the house log"],
  [/^bet\/(?:already_so|off_by_settings)$/, "shift managers"],
  [/^table\/(?:already_so|opens_by_itself)$/, "shift managers and dealers"],
  [/^launch\/(?:currency|operator|other_player|player|table|wallet|wallet_silent)$/, "operators"],
  [/^(?:signature|operator)\//, "operators"],
  [/^(?:config|event|events|snapshot|archive|script|timer|transfer|outcome)\//, "the house itself"],
  [/^(?:bot|expired|answer|settings|wallets)\//, "the house itself"],
  [/^(?:act|deposit|log|record|rollback|state)\//, "records of the house log"],
  [
    /^(?:account\/(?:restated|signed)|control\/changed|house\/opened|staff\/changed)$/,
    "records of the house log",
  ],
  [/^wallet_op\//, "staff, and records of the house log"],
  [/^table\/(?:claimed|in_doubt)$/, "records of the house log"],
  [/^bet\/(?:from_escrow|no_stake)$/, "the house itself"],
  [/^round\/(?:card_expected|escrow_not_empty|reveal_expected)$/, "the house itself"],
  [/^wallet\/(?:not_asked|not_granted|restored)$/, "the house itself"],
  [/^for_fun\/(?:left|other_owner)$/, "the house itself"],
  [/^player\/(?:id|name|other_identity)$/, "the house itself"],
  [/^(?:control|preferences)\/un(?:readable|known_version)$/, "told as server/error"],
  [
    /^store\/(?:absent|after_commit|before_\w+|corrupt|schema_\w+|url)$/,
    "whoever starts the house",
  ],
];

/** Every code in the sources that answer. */
function answeredCodes(): readonly string[] {
  const sources = ANSWERING.flatMap((path) =>
    path.endsWith(".py")
      ? [join(ROOT, "src/sabot", path)]
      : files(join(ROOT, "src/sabot", path), ".py"),
  );
  const text = sources.map((path) => readFileSync(path, "utf8")).join("\n");
  return [...text.replaceAll(/^ *>>> .*$/gm, "").matchAll(/"([a-z_]+\/[a-z_0-9]+)"/g)]
    .map((match) => match[1] ?? "")
    .filter((code) => !NOT_FOR_PLAYERS.some(([those]) => those.test(code)));
}

/** Reasons of the studio are told beside a pause, not as a refusal. */
const codes = [...new Set([...wireCodes(), ...httpCodes(), ...answeredCodes()])].filter(
  (code) => !/^(?:studio|scan|cards)\//.test(code),
);

test("the list of codes is read", () => {
  expect(codes.length).toBeGreaterThan(120);
});

describe.each(LANGUAGES)("refusals in %s", (language) => {
  test.each(codes)("%s", (code) => {
    const key = `refusals:code.${code}`;
    expect(spoken[language][key], key).toBeDefined();
  });
});

// --- why a table stands still, and what its dealer announces -----------------------------------------

/** The values of an enumeration in a Python file. */
function values(path: string, name: string): readonly string[] {
  const text = readFileSync(join(ROOT, "src/sabot/table/staff", path), "utf8");
  const body =
    new RegExp(`^class ${name}\\(StrEnum\\):\\n((?:(?: .*)?\\n)+)`, "m").exec(text)?.[1] ?? "";
  return [...body.matchAll(/^ {4}[A-Z_]+ = "([^"]+)"/gm)].map((match) => match[1] ?? "");
}

const REASONS = [...values("reasons.py", "Public"), ...values("reasons.py", "OfTheHouse")];
const PHRASES = values("phrases.py", "Phrase");

test("the reasons and the phrases are read", () => {
  expect(REASONS).toContain("studio/investigation");
  expect(REASONS).toContain("for_fun/left");
  expect(REASONS.length).toBeGreaterThan(20);
  expect(PHRASES).toContain("dealer_not_qualified");
  expect(PHRASES.length).toBeGreaterThan(12);
});

test.each(LANGUAGES)("F242 every reason that players can read has its text in %s", (language) => {
  const text = readFileSync(join(ROOT, "docs/wire.md"), "utf8");
  const scans = [...text.matchAll(/`(scan\/[a-z_]+)`/g)].map((match) => match[1] ?? "");
  const missing = new Set(
    [...REASONS, ...scans].filter((code) => spoken[language][`reasons:code.${code}`] === undefined),
  );
  expect([...missing]).toEqual([]);
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
