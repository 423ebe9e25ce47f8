import { render } from "svelte/server";
import { createRawSnippet } from "svelte";
import { describe, expect, it } from "vitest";
import type { Layout, TableTools } from "@sabot/game";
import { fakeTools } from "../../gallery/tools.ts";
import { scenes } from "../fixtures/scenes.ts";
import game from "../src/index.ts";
import RoadStrip from "../src/RoadStrip.svelte";
import Seats from "../src/Seats.svelte";
import en from "../src/texts/en.json";
import it_ from "../src/texts/it.json";

const LAYOUTS: readonly Layout[] = ["wide", "tablet", "phone", "landscape"];
const plate = createRawSnippet(() => ({ render: () => "<p>plate</p>" }));
const all = scenes(0);
const RECT = { x: 0, y: 0, width: 390, height: 160 };

function toolsFor(language: "it" | "en", layout: Layout, betting: boolean): TableTools {
  const { tools } = fakeTools({ game: "baccarat", texts: { it: it_, en }, language, layout, betting });
  const { preferences } = tools;
  return {
    ...tools,
    preferences: {
      ...preferences,
      game: { ...preferences.game, side_bets: ["pairs", "bonus", "big_small", "egalite", "super6"] },
    },
  };
}

function drawn(name: string, language: "it" | "en" = "it", layout: Layout = "wide"): string {
  const scene = all[name];
  if (!scene) throw new Error(name);
  const tools = toolsFor(language, layout, scene.betting);
  const props = { table: scene.table, info: scene.info, tools };
  const felt = render(game.Felt, { props: { ...props, plate } }).body;
  // Parts that a felt loads when it needs them.
  const late = [
    ...(scene.info.seats > 0 ? [Seats] : []),
    ...(layout === "phone" ? [RoadStrip] : []),
  ].map((Part) => render(Part, { props: { ...props, rect: RECT } }).body);
  return [felt, ...late].join("");
}

describe("the felt", () => {
  it("draws every scene in all layouts and both languages, without a missing text", () => {
    let count = 0;
    for (const name of Object.keys(all)) {
      for (const language of ["it", "en"] as const) {
        for (const layout of language === "it" ? LAYOUTS : (["phone"] as const)) {
          const html = drawn(name, language, layout);
          expect(html, `${name} ${language} ${layout}`).toContain("plate");
          expect(html, `${name} ${language} ${layout}`).not.toMatch(/(baccarat|bets|cards|table|refusals):[a-z]|\b(hand|area|seat|dock|note|closed|backing|code|name)\.[a-z_]+/);
          count += 1;
        }
      }
    }
    expect(count).toBe(Object.keys(all).length * 5);
  }, 30_000);

  it("says what an area pays, what lies on it and what became of it", () => {
    expect(drawn("betting")).toContain("Banco, hai 30");
    expect(drawn("won")).toContain("Vinto 58,50");
    expect(drawn("push")).toContain("Restituita");
    expect(drawn("cancelled")).toContain("Rimborsata");
  });

  it("F72: says which chips were not accepted, and why", () => {
    expect(drawn("closed")).toContain("Non accettata");
    expect(drawn("closed")).toContain("Sotto il minimo");
  });

  it("F57, F58: a closed area names the last round of the shoe", () => {
    expect(drawn("shut")).toContain("Chiusa dopo la partita 60");
    expect(drawn("shut")).toContain("Chiusa dopo la partita 44");
  });

  it("F129: seats show nicknames, bots are marked, yours stands out", () => {
    const scene = all.seven;
    if (!scene) throw new Error("no seats");
    const rect = { x: 0, y: 0, width: 1024, height: 50 };
    const tools = toolsFor("it", "wide", true);
    const html = render(Seats, { props: { table: scene.table, info: scene.info, tools, rect } }).body;
    expect(html).toContain("Margherita77");
    expect(html).toContain("Il tuo posto");
    expect(html).toContain("Bot");
  });

  it("without a seat the felt asks to choose one", () => {
    expect(drawn("seven_new")).toContain("Scegli un posto per puntare");
  });

  it("a card that lies face down is not named", () => {
    const html = drawn("dealing");
    expect(html).toContain("donna di cuori");
    expect(html).toContain("carta coperta");
  });
});

describe("the dock and the switch", () => {
  it("F187: draws five roads in both languages and says that they change no odds", () => {
    const scene = all.betting;
    if (!scene || !game.Dock) throw new Error("no dock");
    for (const language of ["it", "en"] as const) {
      const tools = toolsFor(language, "wide", true);
      const html = render(game.Dock, { props: { table: scene.table, info: scene.info, tools } }).body;
      for (const road of ["Bead Plate", "Big Road", "Big Eye Boy", "Small Road", "Cockroach Road"]) expect(html).toContain(road);
      expect(html).toContain(language === "it" ? "non cambiano le probabilità" : "do not change the odds");
    }
  });

  it("F112: the switch says what a six pays and is locked while chips lie on Banker", () => {
    const shown = (name: string): string => {
      const scene = all[name];
      if (!scene || !game.Controls) throw new Error(name);
      const tools = toolsFor("it", "wide", scene.betting);
      return render(game.Controls, { props: { table: scene.table, info: scene.info, tools } }).body;
    };
    expect(shown("empty")).toContain("con 6 paga 0,5:1");
    expect(shown("empty")).not.toContain("disabled=\"\"");
    expect(shown("betting")).toContain("Prima togli le fiche da Banco");
    expect(shown("betting")).toContain("disabled");
    expect(shown("scanner")).not.toContain("Zero commissione");
  });
});

describe("words", () => {
  const t = toolsFor("it", "wide", false).t;
  const view = (name: string) => {
    const found = all[name]?.table.view;
    if (!found) throw new Error(name);
    return found;
  };
  it("tell the winner first, then both totals", () => {
    expect(game.words.result(view("won"), t)).toEqual({ title: "VINCE BANCO", detail: "7 a 4" });
    expect(game.words.result(view("push"), t)).toEqual({ title: "PAREGGIO", detail: "8 a 8" });
    expect(game.words.hand("reserve", t)).toBe("Riserva");
  });
  it("are complete in both languages", () => {
    const keys = (value: object, path = ""): string[] =>
      Object.entries(value).flatMap(([key, text]) =>
        typeof text === "object" ? keys(text as object, `${path}${key}.`) : [`${path}${key}`],
      );
    expect(keys(en)).toEqual(keys(it_));
  });
});
