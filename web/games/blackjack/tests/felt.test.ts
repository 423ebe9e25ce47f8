import { costOf, justDealt } from "@sabot/table";
import { createRawSnippet } from "svelte";
import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import { fakeTools, type Setting } from "../../gallery/tools.ts";
import { info, withTop3 } from "../fixtures/info.ts";
import { scenes } from "../fixtures/scenes.ts";
import game from "../src/index.ts";
import {
  focusOf,
  offeredSides,
  positionOf,
  seatsOf,
  stillToPress,
  turnOf,
  type Seat,
} from "../src/model.ts";
import en from "../src/texts/en.json";
import italian from "../src/texts/it.json";

const texts = { it: italian, en };
const plate = createRawSnippet(() => ({ render: () => "<output>PLATE</output>" }));
const SCENES = scenes(0);

function of(name: string) {
  const scene = SCENES[name];
  if (!scene) throw new Error(name);
  return scene;
}
function drawn(name: string, setting: Partial<Setting> = {}): string {
  const scene = of(name);
  const { tools } = fakeTools({ game: "blackjack", texts, betting: scene.betting, ...setting });
  return render(game.Felt, { props: { table: scene.table, info: scene.info, tools, plate } }).body;
}
function seat(name: string, number: number): Seat {
  const found = seatsOf(of(name).table, of(name).info).find((one) => one.seat === number);
  if (!found) throw new Error(`${name} ${number}`);
  return found;
}

describe("every scene", () => {
  for (const name of Object.keys(SCENES)) {
    it(`draws ${name} in both languages and every layout, with every text there`, () => {
      for (const language of ["it", "en"] as const) {
        for (const layout of ["wide", "tablet", "phone", "landscape"] as const) {
          const html = drawn(name, { language, layout });
          expect(html.match(/PLATE/g)).toHaveLength(1);
          expect(html).not.toMatch(
            /(blackjack|table|bets|cards|common):[a-z]|(?:seat|short|option|turn|insurance|behind|result)\.[a-z_]+/,
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

describe("seats", () => {
  it("F46 offers free seats up to the limit of the table", () => {
    expect(drawn("free_seats").match(/Siediti<\/span>/g)).toHaveLength(2);
    expect(drawn("three_seats")).not.toContain("Siediti</span>");
  });
  it("F45 invites to the main spot, and keeps side bets beside it", () => {
    expect(drawn("seated")).toMatch(/class="[^"]*inviting/);
    expect(drawn("betting")).not.toMatch(/class="[^"]*inviting/);
  });
  it("F149 shows Top 3 only where it is offered", () => {
    expect(offeredSides(of("betting").table.view as never, info, ["perfect_pairs"])).toEqual([
      "perfect_pairs",
    ]);
    expect(offeredSides(of("top3").table.view as never, withTop3, [])).toEqual(["top3"]);
    expect(drawn("top3")).toContain("Top 3");
  });
  it("F157 shows the medal, F143 the insured hand, F154 who decides", () => {
    expect(drawn("insurance")).toContain("4 partite vinte di fila");
    expect(seat("insurance", 1).insured).toBe(true);
    expect(seat("insurance", 3).insured).toBe(false);
    expect(seat("insured", 3).insured).toBe(true);
    expect(drawn("decision_other")).toContain("Decide Gio_Tex, posto 4");
  });
  it("F16 waits with a seat taken in the middle of a round", () => {
    expect(drawn("waiting")).toContain("Attende");
    expect(turnOf(seatsOf(of("waiting").table, info), of("waiting").table)).toBeNull();
  });
  it("shows chips that would not count, and golden ones", () => {
    expect(seat("noted", 3).main?.note).toBe("under_minimum");
    expect(seat("golden", 3).main?.golden).toBe(true);
  });
});

describe("hands", () => {
  it("F82 F83 marks the acting hand and writes soft points as both values", () => {
    expect(seat("decision", 3).acting).toBe(true);
    expect(seat("decision", 4).hands[0]?.points).toBe("7/17");
  });
  it("F101 keeps the hole card face down", () => {
    expect(drawn("decision").match(/carta coperta/g)).toHaveLength(1);
    expect(drawn("won")).not.toContain("carta coperta");
  });
  it("F150 F168 draws what was chosen, auto stand included", () => {
    expect(seat("decision", 1).hands[0]?.option).toBe("double");
    expect(seat("decision", 2).hands.map((hand) => hand.option)).toEqual(["stand", "stand"]);
    expect(seat("decision_other", 3).hands[0]?.option).toBe("auto_stand");
  });
  it("F150 leaves no sign of a hit beside a bust hand", () => {
    const { table, info: told } = of("decision");
    const { view } = table;
    if (view === null) throw new Error("no view");
    const option = (tags: string[]) => {
      const hands = view.hands.map((one) => (one.name === "seat:4:0" ? { ...one, tags } : one));
      return seatsOf({ ...table, view: { ...view, hands } }, told)[3]?.hands[0]?.option;
    };
    expect(option(["hit"])).toBe("hit");
    expect(option(["hit", "bust"])).toBeNull();
    expect(option(["doubled", "bust"])).toBe("double");
  });
  it("F135 F134 puts the extra stakes on their hands", () => {
    expect(seat("decision", 2).hands.map((hand) => hand.stake?.amount)).toEqual([1000, 1000]);
    expect(seat("decision", 1).hands[0]?.stake?.amount).toBe(10000);
    expect(seat("decision_split", 3).hands.map((hand) => hand.stake?.amount)).toEqual([2500, 2500]);
  });
  it("F133 F139 F144 F145 tells every result", () => {
    const html = drawn("won");
    for (const word of ["Blackjack 3:2", "Sballa", "Pareggio", "Vince"]) expect(html).toContain(word);
    expect(html).toContain("Torna 85");
    expect(seat("lost", 3).hands[0]?.stake?.fate).toBe("lose");
    expect(seat("lost", 6).hands[0]?.stake?.fate).toBe("push");
  });
  it("F146 shows a won side bet with its odds as soon as it is known", () => {
    expect(seat("decision", 3).sides.get("perfect_pairs")).toMatchObject({
      fate: "win",
      odds: "6",
    });
    expect(seat("decision", 3).sides.get("21+3")?.fate).toBe("lose");
    expect(drawn("decision")).toContain("6:1");
  });
  it("knows cards that were just dealt, also behind a split", () => {
    expect([...justDealt(of("dealing").table).keys()]).toEqual(["seat:1:0:2"]);
    expect([positionOf("seat:3:0", 0, true), positionOf("seat:3:0", 1, true)]).toEqual([
      "seat:3:0:1",
      "seat:3:0:3",
    ]);
    expect(positionOf("dealer", 2, false)).toBe("dealer:3");
  });
});

describe("decisions", () => {
  it("keeps four slots; what is not possible is dimmed, not removed", () => {
    const two = drawn("decision_soft");
    for (const word of ["Carta", "Stai", "Raddoppia", "Dividi"]) expect(two).toContain(word);
    expect(two.match(/<button[^>]*disabled[^>]*>/g)?.length).toBeGreaterThanOrEqual(2);
  });
  it("F134 F135 writes the cost on Double and Split, and takes it from the first stake", () => {
    expect(drawn("decision").match(/\+25,00/g)).toHaveLength(2);
    expect(costOf("1", 2500)).toBe(2500);
    expect(costOf("1/2", 125)).toBe(62);
    expect(
      turnOf(seatsOf(of("decision_split").table, info), of("decision_split").table)?.hand.index,
    ).toBe(1);
  });
  it("dims what the balance does not cover, and says so", () => {
    expect(drawn("decision", { available: 1000 })).toContain("Saldo basso");
  });
  it("has the keys of each language", () => {
    expect(drawn("decision")).toContain('aria-keyshortcuts="R"');
    expect(drawn("decision", { language: "en" })).toContain('aria-keyshortcuts="P"');
  });
  it("F141 F163 offers insurance for the hand and for each bet behind, with the cost", () => {
    const html = drawn("insurance");
    expect(html).toContain("La tua mano, posto 3");
    expect(html).toContain("12,50");
    expect(html).toContain("Dietro al posto 6");
    expect(html).toContain("2,50");
    expect(drawn("insured")).toContain("Risposto");
  });
});

describe("the table", () => {
  it("F156 writes how many bet behind a seat and how much lies there", () => {
    expect(seat("decision", 4).behind).toMatchObject({ players: 3, total: 4500 });
    expect(seat("betting", 4).behind).toMatchObject({ players: 2, total: 3000 });
    expect(drawn("decision")).toContain("3 giocatori dietro");
  });
  it("F155 offers no bet behind oneself", () => {
    expect(drawn("three_seats")).not.toContain("Gioca dietro a Ada");
    expect(drawn("three_seats")).toContain("Gioca dietro a Gio_Tex");
  });
  it("F48 says who still has to press Deal now", () => {
    expect(stillToPress(seatsOf(of("deal_now").table, info))).toEqual(["marco_88"]);
    expect(drawn("deal_now")).toContain("Dai Ora: manca marco_88");
  });
  it("looks at the acting own seat first on a small screen", () => {
    const seats = seatsOf(of("decision").table, info);
    expect(focusOf(seats, 6)?.seat).toBe(3);
    expect(focusOf(seatsOf(of("three_seats").table, info), 7)?.seat).toBe(7);
  });
  it("F46 opens on the own seat, else on a free one, and never on a stranger's while one is free", () => {
    const seats = seatsOf(of("three_seats").table, info);
    const mine = seats.filter((seat) => seat.mine).map((seat) => seat.seat);
    expect(mine).toContain(focusOf(seats, null)?.seat);
    const strangers = seats.map((seat) => ({ ...seat, mine: false, acting: seat.seat === 2 }));
    expect(focusOf(strangers, null)?.seat).toBe(2);
    const free = strangers.map((seat) => (seat.seat === 6 ? { ...seat, person: null } : seat));
    expect(focusOf(free, null)?.seat).toBe(6);
  });
  it("prints and says what the server pays", () => {
    expect(drawn("betting")).toContain("Blackjack paga 3 a 2 · Assicurazione 2 a 1");
    const { tools } = fakeTools({ game: "blackjack", texts });
    expect(game.words.result(of("lost").table.view as never, tools.t).title).toBe(
      "BLACKJACK DEL BANCO",
    );
    expect(game.words.result(of("won").table.view as never, tools.t).title).toBe("BANCO 19");
    const won = of("won").table.view;
    const early = { ...won, outcome: { ...won?.outcome, dealer_total: 13 } };
    expect(game.words.result(early as never, tools.t)).toEqual({
      title: "BANCO 13",
      detail: "nessuna mano da battere",
    });
    expect(game.words.hand("seat:3:1", tools.t)).toBe("Posto 3, seconda mano");
  });
});
