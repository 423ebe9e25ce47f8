import { costOf, ratio, winning } from "@sabot/table";
import type { Game } from "@sabot/game";
import { createRawSnippet } from "svelte";
import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import { fakeTools } from "../../gallery/tools.ts";
import { info, withBlind } from "../fixtures/info.ts";
import { scenes } from "../fixtures/scenes.ts";
import game from "../src/index.ts";
import { askedOf, playOf, rowOf, spotsOf, stanceOf } from "../src/model.ts";
import en from "../src/texts/en.json";
import italian from "../src/texts/it.json";

const texts = { it: italian, en };
const plate = createRawSnippet(() => ({ render: () => "<output>PLATE</output>" }));
const SCENES = scenes(0);
const WANTED = ["pair_plus", "poker_plus"];

function drawn(
  name: string,
  language: "it" | "en" = "it",
  layout: "wide" | "phone" | "landscape" = "wide",
): string {
  const scene = SCENES[name];
  if (!scene) throw new Error(name);
  const { tools } = fakeTools({
    game: "brag",
    texts,
    language,
    layout,
    betting: scene.betting,
    golden: scene.golden ?? [],
  });
  const { Felt } = game as Game;
  return render(Felt, { props: { table: scene.table, info: scene.info, tools, plate } }).body;
}
function docked(name: string): string {
  const scene = SCENES[name];
  if (!scene || !game.Dock) throw new Error(name);
  const { tools } = fakeTools({
    game: "brag",
    texts,
    betting: scene.betting,
    golden: scene.golden ?? [],
  });
  return render(game.Dock, { props: { table: scene.table, info: scene.info, tools } }).body;
}
const of = (name: string) => {
  const scene = SCENES[name];
  if (!scene) throw new Error(name);
  return scene;
};

describe("every scene", () => {
  for (const name of Object.keys(SCENES)) {
    it(`draws ${name} in both languages and every layout, with every text there`, () => {
      for (const language of ["it", "en"] as const) {
        for (const layout of ["wide", "phone", "landscape"] as const) {
          const html = drawn(name, language, layout);
          expect(html.match(/PLATE/g)).toHaveLength(1);
          expect(html).not.toMatch(
            /(brag|table|bets|cards|common):[a-z]|(?:spot|note|hand|ask|stance|result)\.[a-z_]+/,
          );
        }
      }
    });
  }
  it("has the same texts in both languages", () => {
    const keys = (texts: object, before = ""): string[] =>
      Object.entries(texts).flatMap(([key, text]) =>
        typeof text === "string" ? [before + key] : keys(text as object, `${before}${key}.`),
      );
    expect(keys(en).sort()).toEqual(keys(italian).sort());
  });
});

describe("the hands", () => {
  it("F103 shows the shared hand and keeps the dealer's face down until it is turned", () => {
    const html = drawn("decision");
    expect(html).toContain("fante di cuori");
    expect(html.match(/carta coperta/g)).toHaveLength(3);
    expect(html).not.toContain("donna di fiori");
    expect(drawn("won")).toContain("donna di fiori");
  });
  it("F171 says whether the dealer qualifies", () => {
    expect(drawn("won")).toContain("Si qualifica");
    expect(drawn("not_qualified")).toContain("Non si qualifica");
    expect(drawn("decision")).not.toContain("qualifica");
  });
  it("F173 names hands in words", () => {
    expect(drawn("decision")).toContain("La tua mano: Scala");
    expect(drawn("decision", "en")).toContain("Your hand: Run");
  });
  it("says the result in the game's words", () => {
    const { tools } = fakeTools({ game: "brag", texts });
    const said = (name: string) => game.words.result(of(name).table.view as never, tools.t);
    expect(said("won")).toEqual({ title: "VINCE IL GIOCATORE", detail: "Scala batte Carta alta" });
    expect(said("not_qualified")).toEqual({
      title: "IL BANCO NON SI QUALIFICA",
      detail: "Il banco ha J-9-4, serve una donna",
    });
    expect(said("equal")).toEqual({ title: "MANI UGUALI", detail: "7-7-4 per entrambi" });
    expect(game.words.hand("dealer", tools.t)).toBe("Banco");
  });
});

describe("hands of one kind", () => {
  const told = (outcome: object, language: "it" | "en" = "it") => {
    const { tools } = fakeTools({ game: "brag", texts, language });
    const view = { ...of("won").table.view, outcome: { dealer_qualifies: true, ...outcome } };
    return game.words.result(view as never, tools.t).detail;
  };
  const high = { player_hand: "high_card", dealer_hand: "high_card" };

  it("F174 are told apart by their ranks, the better one first", () => {
    const ours = { ...high, player_ranks: "AK7", dealer_ranks: "AK5", comparison: "player" };
    expect(told(ours)).toBe("A-K-7 batte A-K-5");
    expect(told(ours, "en")).toBe("A-K-7 beats A-K-5");
    const theirs = { ...high, player_ranks: "QT9", dealer_ranks: "QJ2", comparison: "dealer" };
    expect(told(theirs)).toBe("Q-J-2 batte Q-10-9");
    const pairs = { player_hand: "pair", dealer_hand: "pair", comparison: "player" };
    expect(told({ ...pairs, player_ranks: "77K", dealer_ranks: "775" })).toBe("7-7-K batte 7-7-5");
  });
  it("of a round without ranks are named by their kind", () => {
    expect(told({ ...high, comparison: "player" })).toBe("Carta alta batte Carta alta");
  });
  it("F170 a hand that was passed does not glow when it turns out better", () => {
    const scene = of("won");
    const glows = (bets: readonly object[]): boolean => {
      const { tools } = fakeTools({ game: "brag", texts });
      const you = { ...scene.table.you, bets } as never;
      const table = { ...scene.table, you };
      const props = { table, info, tools, plate };
      return /class="[^"]*hand player[^"]*\bwon\b/.test(render(game.Felt, { props }).body);
    };
    const ante = { id: "a", kind: "ante", stake: 500 };
    expect(glows([ante, { id: "p", kind: "play", stake: 500 }])).toBe(true);
    expect(glows([{ ...ante, result: "lose", paid: 0 }])).toBe(false);
    expect(glows([])).toBe(true);
  });
});

describe("the bets", () => {
  it("F62 F178 offers Blind Play only where it is on, with its exact return", () => {
    expect(drawn("betting")).not.toContain("Blind Play");
    expect(drawn("blind")).toContain("ritorno 96,18");
  });
  it("F84 F170 asks Play or Pass with the cost, and says that silence is a Pass", () => {
    const html = drawn("decision");
    expect(html).toContain("+5,00");
    expect(html).toContain("Senza risposta è Passa");
    expect(askedOf(of("decision").table)?.cost).toBe(500);
  });
  it("F178 asks nothing of a Blind Play", () => {
    expect(askedOf(of("blind_waits").table)).toBeNull();
    expect(drawn("blind_waits")).toContain("Blind Play: nessuna decisione");
  });
  it("tells what a player did", () => {
    const stances = Object.fromEntries(
      ["decision", "played", "passed", "blind_waits", "others_decide"].map((name) => [
        name,
        stanceOf(of(name).table),
      ]),
    );
    expect(stances).toEqual({
      decision: "open",
      played: "in",
      passed: "passed",
      blind_waits: "blind",
      others_decide: null,
    });
  });
  it("shows the server's figures line by line, and the Ante Bonus (F175)", () => {
    const html = drawn("won");
    expect(html).toContain("Torna 15");
    expect(html).toContain("Torna 35");
    expect(html).toContain("Bonus Scala");
  });
  it("keeps the chips of a hidden side bet visible", () => {
    expect(spotsOf(of("betting").table, info, []).map((spot) => spot.kind)).toEqual(["ante"]);
    expect(spotsOf(of("chips").table, info, []).map((spot) => spot.kind)).toEqual([
      "pair_plus",
      "ante",
    ]);
    expect(spotsOf(of("blind").table, withBlind, WANTED)).toHaveLength(4);
    expect(playOf(of("played").table, info)?.stake).toBe(500);
  });
  it("F170 keeps a place for Play beside the Ante, so that no spot moves when it is taken", () => {
    const row = (name: string, offered = info) =>
      rowOf(of(name).table, offered, WANTED).map((spot) => spot.kind);
    const places = ["pair_plus", "ante", "play", "poker_plus"];
    for (const name of ["betting", "decision", "played", "won"]) expect(row(name)).toEqual(places);
    expect(row("blind", withBlind)).toEqual(["pair_plus", "ante", "blind_play", "poker_plus"]);
    expect(row("played", withBlind)).toEqual(places);
    expect(drawn("betting", "en")).toContain("after the deal");
  });
  it("F180 F186 explains golden chips beside their rack", () => {
    expect(docked("golden")).toContain("Una sola per partita");
    expect(docked("betting")).not.toContain("Una sola per partita");
  });
  it("F175 F176 F177 lights the lines of the hand on the table", () => {
    expect(docked("won").match(/class="[^"]*lit/g)).toHaveLength(3);
  });
});

describe("arithmetic that is only drawing", () => {
  it("takes shares as the server does and puts the best pay first", () => {
    expect(costOf("1/2", 125)).toBe(62);
    expect(ratio("3/2")).toBe("3:2");
    const pair = info.bets.find((bet) => bet.kind === "pair_plus");
    expect(pair && winning(pair.pays).map((pay) => pay.label)).toEqual([
      "prial",
      "straight_flush",
      "run",
      "flush",
      "pair",
    ]);
  });
});
