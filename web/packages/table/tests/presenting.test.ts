import { expect, test } from "vitest";
import type { AnyHappening, Message, TableView, TableViewChanges, You } from "@sabot/wire/types";
import {
  advanced,
  arrived,
  caughtUp,
  emptyPresentation,
  isBehind,
  movesBetween,
  nextAt,
  STILL,
  type Pace,
  type Presentation,
} from "../src/index.ts";

const PACE: Pace = () => ({ apartMs: 100, travelMs: 200, turnMs: 300 });
const hand = (name: string, cards: readonly (string | null)[], total = "") => ({
  name,
  cards,
  total,
});
const card = (value: string | null): AnyHappening => ({
  what: "card",
  position: "P1",
  card: value,
  seq: 0,
});
const settledAs = (winner: string): AnyHappening => ({
  what: "settled",
  outcome: { winner },
  seq: 0,
});
const about = { table: "t", epoch: 1, round: "t-1" } as const;

const view = {
  status: "bets_closed",
  variant: "live_baccarat",
  round: "t-1",
  window: null,
  hands: [],
  outcome: {},
  question: null,
  scorecard: { beads: [] },
} as unknown as TableView;

const mine = {
  table: "t",
  round: "t-1",
  status: "bets_accepted",
  chips: [],
  bets: [{ id: "b", kind: "banker", stake: 500 }],
  paid: null,
  ask: [],
  you_decide: false,
} as unknown as You;

/** A table on a stage, and what was heard of it. */
class Stage {
  now = 0;
  seq = 1;
  state: Presentation = emptyPresentation;
  heard: Message[] = [];
  pace: Pace;

  constructor(pace = PACE, first: Partial<TableView> = {}) {
    this.pace = pace;
    this.hear({ ...about, type: "snapshot", seq: 1, view: { ...view, ...first } });
    this.you(mine);
  }

  hear(message: Message): void {
    const { next, heard } = arrived(this.state, message, this.now, this.pace);
    this.state = next;
    this.heard.push(...heard);
  }

  update(set: TableViewChanges, ...happened: readonly AnyHappening[]): void {
    this.seq += 1;
    this.hear({ ...about, type: "update", after: this.seq - 1, seq: this.seq, set, happened });
  }

  you(you: You): void {
    this.hear({ ...about, type: "you", seq: this.seq, you });
  }

  at(now: number): this {
    this.now = now;
    const { next, heard } = advanced(this.state, now);
    this.state = next;
    this.heard.push(...heard);
    return this;
  }

  get shown() {
    return this.state.shown;
  }

  get happened(): readonly string[] {
    return this.heard.flatMap((one) =>
      one.type === "update" ? one.happened.map(({ what }) => what) : [],
    );
  }
}

const LAST = { hands: [hand("banker", ["KD", "4C", "5H"], "9")] };

/** The last card decides, and everything that follows from it comes with it. */
function decided(): Stage {
  const stage = new Stage(PACE, { status: "dealing", hands: [hand("banker", ["KD", "4C"], "4")] });
  stage.update(
    {
      ...LAST,
      status: "result",
      outcome: { winner: "banker" },
      scorecard: { beads: [["B"]] } as never,
    },
    card("5H"),
    settledAs("banker"),
  );
  const [bet] = mine.bets;
  stage.you({
    ...mine,
    status: "won",
    paid: 975,
    bets: [{ ...bet, id: "b", kind: "banker", stake: 500, result: "win", paid: 975 }],
  });
  return stage;
}

test("a result waits until its card has turned", () => {
  const stage = decided();
  expect(stage.shown.view).toMatchObject({
    status: "dealing",
    outcome: {},
    scorecard: { beads: [] },
    hands: [{ cards: ["KD", "4C", null], total: "4" }],
  });
  expect(stage.shown.you).toMatchObject({ status: "bets_accepted", paid: null });
  expect(stage.shown.you?.bets).toEqual([{ id: "b", kind: "banker", stake: 500 }]);
  expect(stage.at(199).shown.view?.hands[0]?.cards).toEqual(["KD", "4C", null]);
  expect(stage.at(200).shown.view?.hands[0]).toMatchObject({
    cards: ["KD", "4C", "5H"],
    total: "4",
  });
  expect(stage.at(499).shown.view?.status).toBe("dealing");
  expect(stage.at(500).shown.view).toMatchObject({ ...LAST, status: "result" });
  expect(stage.shown.you?.paid).toBe(975);
  expect(isBehind(stage.state)).toBe(false);
});

test("sound hears the card when it starts, the result when it has turned", () => {
  const stage = decided();
  expect(stage.happened).toEqual(["card"]);
  stage.at(200).at(499);
  expect(stage.happened).toEqual(["card"]);
  expect(stage.heard.filter(({ type }) => type === "you")).toHaveLength(1);
  stage.at(500);
  expect(stage.happened).toEqual(["card", "settled"]);
  expect(stage.heard.filter(({ type }) => type === "you")).toHaveLength(2);
});

test("what the casino told last is known at once to what a player may do", () => {
  const stage = decided();
  expect(stage.state.live.view?.status).toBe("result");
  expect(stage.state.live.you?.paid).toBe(975);
});

test("cards that come faster than they are dealt start one after the other", () => {
  const stage = new Stage();
  stage.update({ status: "dealing", hands: [hand("player", ["9S"], "9")] }, card("9S"));
  stage.update({ hands: [hand("player", ["9S"], "9"), hand("banker", ["2H"], "2")] }, card("2H"));
  expect(stage.shown.view?.hands).toMatchObject([{ cards: [null] }]);
  stage.at(100);
  expect(stage.shown.view?.hands).toMatchObject([{ cards: [null] }, { cards: [null] }]);
  expect(stage.shown.happened).toMatchObject([{ what: "card", card: "2H" }]);
  stage.at(200);
  expect(stage.shown.view?.hands).toMatchObject([{ cards: ["9S"] }, { cards: [null] }]);
  stage.at(300).at(500);
  expect(stage.shown.view?.hands).toMatchObject([{ total: "9" }, { cards: ["2H"] }]);
  expect(stage.shown.view?.hands[1]?.total).toBeUndefined();
  stage.at(600);
  expect(stage.shown.view?.hands[1]?.total).toBe("2");
});

test("a step that comes late delays the ones after it", () => {
  const stage = decided();
  stage.at(900); // a page that was busy turns the card now
  expect(stage.shown.view).toMatchObject({
    status: "dealing",
    hands: [{ cards: ["KD", "4C", "5H"] }],
  });
  expect(nextAt(stage.state)).toBe(1_200);
  expect(stage.at(1_200).shown.view?.status).toBe("result");
});

test("a decision waits for the card it is about, and not for longer", () => {
  const before = { decision_id: "d1", topic: "act", options: [], default: "stand" };
  const stage = new Stage(PACE, {
    status: "dealing",
    hands: [hand("seat:1:0", ["8S", "3D"], "11")],
  });
  const question = { ...before, decision_id: "d2" };
  stage.update(
    {
      status: "decision",
      question,
      hands: [hand("seat:1:0", ["8S", "3D", "2C"], "13")],
      window: { opened_at: 3, length_ms: 10_000, left_ms: 10_000 },
    },
    card("2C"),
  );
  stage.you({ ...mine, you_decide: true });
  expect(stage.shown).toMatchObject({
    endsAt: null,
    view: { question: null },
    you: { you_decide: false },
  });
  stage.at(200).at(500);
  expect(stage.shown).toMatchObject({
    endsAt: 10_000,
    view: { question },
    you: { you_decide: true },
  });
});

test("an open window is never hidden", () => {
  const stage = decided();
  stage.update({ status: "place_your_bets", round: "t-2", hands: [], outcome: {} });
  expect(stage.shown.view).toMatchObject({ status: "place_your_bets", round: "t-2", hands: [] });
  expect(isBehind(stage.state)).toBe(false);
  expect(stage.happened).toEqual(["card", "settled"]); // nothing is lost
});

test("without motion, and for a screen that joins or catches up, all of it comes at once", () => {
  const still = new Stage(() => STILL, { status: "dealing" });
  still.update({ ...LAST, status: "result" }, card("5H"), settledAs("banker"));
  expect(still.shown.view).toMatchObject({ ...LAST, status: "result" });

  const joined = decided();
  joined.hear({ ...about, type: "snapshot", seq: 9, view: { ...view, ...LAST, status: "result" } });
  expect(joined.shown.view).toMatchObject({ ...LAST, status: "result" });

  const { next, heard } = caughtUp(decided().state);
  expect(next.shown.view?.status).toBe("result");
  expect(heard.map(({ type }) => type)).toEqual(["update", "you"]);
  expect(next.told).toBe(next.queued);
});

test("a stage that takes far too long is not waited for", () => {
  const stage = new Stage(() => ({ apartMs: 0, travelMs: 60_000, turnMs: 0 }), {
    status: "dealing",
  });
  stage.update({ ...LAST, status: "result" }, card("5H"));
  expect(stage.shown.view?.status).toBe("result");
});

test("F90 R26 the first four of a scanner table turn together, once the fourth lies there", () => {
  const stage = new Stage(PACE, { variant: "speed6_scanner_baccarat", status: "dealing" });
  const three = [hand("player", ["9S", "9H"]), hand("banker", ["KD"])];
  stage.update({ hands: three }, card("9S"), card("9H"), card("KD"));
  for (const moment of [100, 200, 300, 400]) stage.at(moment);
  expect(stage.shown.view?.hands).toEqual([
    { name: "player", cards: [null, null] },
    { name: "banker", cards: [null] },
  ]);
  stage.at(1_000);
  stage.update(
    { hands: [hand("player", ["9S", "9H"], "8"), hand("banker", ["KD", "4C"], "4")] },
    card("4C"),
  );
  expect(stage.at(1_199).shown.view?.hands.flatMap(({ cards }) => cards)).toEqual(
    Array(4).fill(null),
  );
  expect(stage.at(1_200).shown.view?.hands).toMatchObject([
    { cards: ["9S", "9H"] },
    { cards: ["KD", "4C"] },
  ]);
  expect(stage.shown.view?.hands[0]?.total).toBeUndefined();
  expect(stage.at(1_500).shown.view?.hands[0]?.total).toBe("8");
});

test("backs that lie there before the betting closes do not travel, and turn where they lie", () => {
  const backs = [hand("player", [null, null]), hand("reserve", [null, null])];
  expect(movesBetween([], backs, [{ what: "dealing_started", seq: 1 }])).toEqual([]);
  expect(
    movesBetween(
      backs,
      [hand("player", ["9S", null]), hand("reserve", [null, null])],
      [card("9S")],
    ),
  ).toEqual([{ hand: "player", index: 0, kind: "turned", card: "9S" }]);
});

test("a split moves a card that was dealt before; a hole card is dealt face down", () => {
  const pair = [hand("seat:1:0", ["8S", "8H"])];
  const parted = [hand("seat:1:0", ["8S", "3D"]), hand("seat:1:1", ["8H"])];
  expect(movesBetween(pair, parted, [card("3D")])).toEqual([]);
  expect(
    movesBetween([hand("dealer", ["KS"])], [hand("dealer", ["KS", null])], [card(null)]),
  ).toEqual([{ hand: "dealer", index: 1, kind: "laid", card: null }]);
});

test("what is mine may come before its update, and is shown with it", () => {
  const stage = new Stage(PACE, { status: "dealing", hands: [hand("banker", ["KD", "4C"], "4")] });
  stage.hear({ ...about, type: "you", seq: 2, you: { ...mine, paid: 975, status: "won" } });
  expect(stage.shown.you?.paid).toBeNull();
  expect(isBehind(stage.state)).toBe(true);
  stage.now = 5;
  stage.update({ ...LAST, status: "result" }, card("5H"), settledAs("banker"));
  expect(stage.shown.you?.paid).toBeNull();
  stage.at(205).at(505);
  expect(stage.shown).toMatchObject({ view: { status: "result" }, you: { paid: 975 } });
  expect(stage.happened).toEqual(["card", "settled"]);
  expect(stage.state.told).toBe(stage.state.queued);

  const still = new Stage(() => STILL);
  still.hear({ ...about, type: "you", seq: 2, you: { ...mine, chips: [] } });
  still.update({ status: "dealing" });
  expect(isBehind(still.state)).toBe(false);
  expect(still.heard.map(({ type }) => type)).toEqual(["snapshot", "you", "update", "you"]);

  const alone = new Stage();
  alone.hear({ ...about, type: "you", seq: 2, you: { ...mine, paid: 0 } });
  expect(alone.at(250).shown.you?.paid).toBe(0); // an update that does not come is not waited for
});
