// The instruction in every state of the design's table, in both languages.

import type { Duty, Instruction, StudioView, TableView } from "@sabot/wire/types";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Phrasebook, type Phrases } from "@sabot/player/language/phrasebook.ts";
import { actionsOf } from "../src/dealer/actions.ts";
import { byHand } from "../src/dealer/drawers/byHand.ts";
import { instructionOf, whyOf, type Around, type Words } from "../src/dealer/instruction.ts";
import { groupsOf } from "../src/dealer/layout.ts";
import { PHRASES } from "../src/dealer/phrases.ts";
import { ruleOf, runs } from "../src/dealer/rules.ts";
import { stepsOf } from "../src/dealer/steps.ts";
import { sayingOf } from "../src/prompter/saying.ts";
import { here } from "./texts.ts";

const AREAS = ["common", "refusals", "table", "dealer", "prompter"];

function wordsOf(language: "it" | "en"): Words {
  const book = new Phrasebook(language);
  for (const area of AREAS)
    book.add(
      area,
      JSON.parse(readFileSync(here(`../src/language/${language}/${area}.json`), "utf8")) as Phrases,
    );
  return {
    t: (key, data) => book.say(key, data),
    has: (key) => book.has(key),
    clock: () => "21:41:24",
  };
}
const it = wordsOf("it");
const HERE: Around = {
  charge: "here",
  discard: null,
  saidLastHand: false,
  saidNoBlackjack: false,
  scanners: false,
};

function view(
  instruction: Instruction,
  more: Partial<TableView> = {},
  staff: Partial<StudioView> = {},
): TableView {
  return {
    game: "baccarat",
    variant: "speed_baccarat",
    phase: "dealing",
    status: "dealing",
    round: "r-1",
    hands: [],
    outcome: {},
    seats: {},
    question: null,
    window: null,
    ...more,
    studio: {
      live: true,
      instruction,
      dealer: null,
      shoe: null,
      reads: [],
      incidents: [],
      call: null,
      proposal: null,
      paused_since_ms: null,
      ...staff,
    },
  } as unknown as TableView;
}
const duty = (act: Duty, why = "", positions: readonly string[] = [], facts = {}): Instruction => ({
  act,
  why,
  positions,
  facts,
});
const BETTING = { phase: "betting", status: "place_your_bets", window: {} } as Partial<TableView>;

const STATES: readonly (readonly [string, TableView, Partial<Around>, string, string])[] = [
  ["off", view(duty("off")), {}, "Tavolo spento", "plain"],
  ["no dealer", view(duty("sign_on")), { charge: "none" }, "Prendi servizio", "now"],
  ["another console", view(duty("open")), { charge: "elsewhere" }, "Prendi servizio qui", "now"],
  ["no shoe", view(duty("load", "shoe/none")), {}, "Aspetta il sabot", "plain"],
  ["burn", view(duty("burn")), {}, "Brucia: leggi la prima", "now"],
  ["open", view(duty("open")), {}, "Apri le puntate", "now"],
  ["betting", view(duty("lay", "round/lay"), BETTING), {}, "Disponi le carte coperte", "ok"],
  [
    "last seconds",
    view(duty("lay", "round/lay"), { ...BETTING, status: "last_bets" }),
    {},
    "Ultime puntate",
    "last",
  ],
  ["closed", view(duty("wait", "round/wallets")), {}, "Puntate chiuse, aspetta", "plain"],
  ["a card", view(duty("deal", "baccarat/player_draws", ["X"])), {}, "Riserva X", "now"],
  [
    "six scanners",
    view(duty("deal", "baccarat/first_four", ["P1", "B1"])),
    { scanners: true },
    "Leggi tutte",
    "now",
  ],
  [
    "a decision that was taken",
    view(duty("deal", "decision/hit", ["seat:4:0:3"], { seat: 4 }), { game: "blackjack" }),
    {},
    "Carta a posto 4",
    "now",
  ],
  [
    "a decision",
    view(duty("decide", "blackjack/asked", [], { total: "16" }), {
      game: "blackjack",
      question: { seat: 4, default: "stand" } as TableView["question"],
    }),
    {},
    "Aspetta posto 4",
    "plain",
  ],
  [
    "F269: insurance is over",
    view(duty("decide", "blackjack/asked"), {
      game: "blackjack",
      hands: [{ name: "dealer", cards: ["AD", null] }] as unknown as TableView["hands"],
    }),
    {},
    "Annuncia: nessun blackjack",
    "now",
  ],
  ["play or pass", view(duty("decide", "brag/play_or_fold")), {}, "Aspetta le risposte", "plain"],
  ["reveal", view(duty("reveal", "", ["dealer:2"])), {}, "Gira la coperta", "now"],
  [
    "result",
    view(duty("announce"), { outcome: { winner: "banker", player_points: 4, banker_points: 7 } }),
    {},
    "Annuncia: Banco\u00a07\u00a0a\u00a04",
    "ok",
  ],
  [
    "last hand",
    view(duty("wait", "round/wallets", [], { last_hand: true })),
    {},
    "Annuncia: ultima partita del sabot",
    "shoe_end",
  ],
  ["paused", view(duty("manager", "scan/foreign")), {}, "Aspetta il manager", "stop"],
  ["cancelled", view(duty("collect")), {}, "Ritira le carte, annuncia", "stop"],
];

test.each(STATES)("%s", (_, state, around, big, tone) => {
  const shown = instructionOf(state, { ...HERE, ...around }, it);
  expect(shown.big).toBe(big);
  expect(shown.tone).toBe(tone);
  expect(shown.eyebrow).not.toMatch(/^do\./);
});

test.each(["it", "en"] as const)("no state shows a key instead of words in %s", (language) => {
  for (const [name, state, around] of STATES) {
    const words = wordsOf(language);
    const shown = instructionOf(state, { ...HERE, ...around }, words);
    const saying = sayingOf(state, words.t);
    for (const text of [shown.eyebrow, shown.big, shown.why, saying.phase, saying.say])
      expect(text, name).not.toMatch(
        /\b(?:do|say|phase|why|result|table|slot)\.[a-z]|\{\{|undefined/,
      );
  }
});

test("betting says beforehand that a reading stops the table (R25)", () => {
  const shown = instructionOf(view(duty("lay", "round/lay"), BETTING), HERE, it);
  expect(shown.why).toContain("Non leggere ora");
  expect(shown.then).toContain("GIOCATORE 1");
});

test("the last hand is said once, then the round goes on", () => {
  const state = view(duty("lay", "round/lay", [], { last_hand: true }), BETTING);
  expect(instructionOf(state, HERE, it).beside).toEqual({ kind: "act", act: "said_last_hand" });
  expect(instructionOf(state, { ...HERE, saidLastHand: true }, it).big).toBe(
    "Disponi le carte coperte",
  );
});

test("a repeated card says both places", () => {
  const incident = { kind: "scan/repeated", first: "B1", position: "P2", open: true, round: "r-1" };
  const state = view(
    duty("manager", "scan/repeated"),
    {},
    {
      incidents: [incident] as unknown as StudioView["incidents"],
      paused_since_ms: 5,
    },
  );
  const shown = instructionOf(state, HERE, it);
  expect(shown.why).toContain("*BANCO 1* e a *GIOCATORE 2*");
  expect(shown.beside).toEqual({ kind: "since", since: 5 });
  expect(shown.alarm).toBe(true);
});

test("a place that went wrong in this round is read again", () => {
  const incident = {
    kind: "scan/repeated",
    first: "B1",
    position: "P2",
    open: false,
    round: "r-1",
  };
  const state = view(
    duty("deal", "baccarat/first_four", ["P2"]),
    {},
    {
      incidents: [incident] as unknown as StudioView["incidents"],
    },
  );
  expect(instructionOf(state, HERE, it).eyebrow).toBe("Rileggi");
});

/** Reasons that the games and the studio give: the sources are read, so that none is forgotten. */
test.each(["it", "en"] as const)("every reason of a card has its words in %s", (language) => {
  const words = wordsOf(language);
  const codes = ["baccarat", "blackjack", "brag"].flatMap((game) => {
    const source = readFileSync(here(`../../../../src/sabot/games/${game}/reasons.py`), "utf8");
    return [...source.matchAll(/"((?:baccarat|blackjack|brag)\/[a-z_]+)"/g)].map((m) => m[1] ?? "");
  });
  expect(codes.length).toBeGreaterThan(8);
  /** The instruction itself tells the question and the player who decides. */
  const asked = ["blackjack/insurance", "blackjack/asked", "brag/play_or_fold"];
  const state = view(duty("deal"));
  const unsaid = [...codes, "decision/hit", "decision/double", "decision/split", "decision/"]
    .filter((code) => !asked.includes(code))
    .filter((code) => whyOf(state, code, words) === "");
  expect(unsaid).toEqual([]);
});

test.each(["it", "en"] as const)(
  "every announcement of the house has its words in %s",
  (language) => {
    const source = readFileSync(here("../../../../src/sabot/table/staff/phrases.py"), "utf8");
    const listed = [...source.matchAll(/^ {4}[A-Z_]+ = "([a-z_]+)"/gm)].map((m) => m[1] ?? "");
    expect([...PHRASES]).toEqual(listed);
    for (const phrase of PHRASES)
      expect(wordsOf(language).has(`dealer:phrase.${phrase}`), phrase).toBe(true);
  },
);

describe("actions keep their places", () => {
  const why = (state: TableView, charge: Around["charge"], name: string): string | null =>
    actionsOf(state, { charge }).find((action) => action.name === name)?.why ?? null;

  test("five of them in every phase, Call manager last", () => {
    for (const [, state] of STATES) {
      const actions = actionsOf(state, HERE);
      expect(actions).toHaveLength(5);
      expect(actions.at(-1)?.name).toBe("call");
      expect(actions.at(-1)?.why).toBeNull();
    }
  });
  test("what cannot be done says why, in words", () => {
    for (const [, state] of STATES)
      for (const action of actionsOf(state, HERE))
        if (action.why !== null) expect(it.has(action.why), action.why).toBe(true);
  });
  test("the manager is called, and the table is stopped, from every console", () => {
    const state = view(duty("deal", "", ["P1"]));
    expect(why(state, "colleague", "call")).toBeNull();
    expect(why(state, "colleague", "stop")).toBeNull();
    expect(why(state, "colleague", "barcode")).toBe("dealer:why_not.not_in_charge");
  });
});

describe("the board", () => {
  test("is the table as the dealer sees it: Player right, first card outermost", () => {
    const places = groupsOf(view(duty("deal")), { laid_before_close: 6 });
    expect(places.map((group) => group.slots.map((slot) => slot.position))).toEqual([
      ["B2", "B1"],
      ["Y", "X"],
      ["P2", "P1"],
    ]);
  });
  test("can be turned to the camera's view", () => {
    const places = groupsOf(view(duty("deal")), { laid_before_close: 0 }, "camera");
    expect(places.map((group) => group.slots.map((slot) => slot.position))).toEqual([
      ["P1", "P2", "P3"],
      ["B1", "B2", "B3"],
    ]);
  });
});

describe("the rule in play", () => {
  test("values in runs", () => {
    expect(runs([4, 5, 6, 7])).toBe("4 – 7");
    expect(runs([9, 0, 1, 2, 3, 4, 5, 6, 7])).toBe("0 – 7, 9");
  });
  test("after Player's third card it says what Banker draws on", () => {
    const lessons = { banker_draws: [{ total: 5, on: [4, 5, 6, 7], alone: true }] };
    const state = view(duty("deal", "baccarat/player_draws", ["X"], { banker: 5 }));
    expect(ruleOf(state, lessons)).toEqual({ what: "after", banker: "5", on: [4, 5, 6, 7] });
  });
});

test("the way out of a stop names who is waited for", () => {
  const state = view(duty("manager", "scan/foreign"), {}, { paused_since_ms: 1 });
  const steps = stepsOf(state, it.t);
  expect(steps.map((step) => step.state)).toEqual(["done", "now", "next"]);
  expect(steps[1]?.text).toBe("Il manager guarda");
});

describe("a card by hand", () => {
  test("is put together from the edge of the card", () => {
    expect(byHand("S", "K", "A7:117", [])).toBe("A7:117:KS");
    expect(byHand("S", "K", "117", ["A7"])).toBe("A7:117:KS");
    expect(byHand("S", "K", "A7:117:KS", [])).toBe("A7:117:KS");
  });
  test("needs all of it", () => {
    expect(byHand(null, "K", "A7:117", [])).toBeNull();
    expect(byHand("S", "K", "117", ["A7", "B2"])).toBeNull();
    expect(byHand("S", "K", "", ["A7"])).toBeNull();
  });
});
