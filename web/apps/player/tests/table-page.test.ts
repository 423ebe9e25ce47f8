import { describe, expect, test } from "vitest";
import type { Table } from "@sabot/table";
import type { TableInfo, TableView, You } from "@sabot/wire/types";
import { inOrder } from "../src/table/betOrder.ts";
import { LineWatch } from "../src/table/lineWatch.ts";
import { cutOff, mayBet, pastPlate, plateOf, type PlateWords } from "../src/table/plate.ts";
import { cardName } from "@sabot/table";
import { dealt } from "../src/table/spoken.ts";
import { nearest } from "../src/table/spots.ts";

const said = (key: string, data?: Readonly<Record<string, unknown>>): string =>
  data === undefined ? key : `${key} ${JSON.stringify(data)}`;
const words: PlateWords = {
  t: said,
  brief: String,
  money: String,
  reason: (because) => `why:${because}`,
  words: { result: () => ({ title: "banker", detail: "7:4" }), hand: (name) => name },
};
const info = {
  opening: "clock",
  seat_rule: "none",
  confirmation: "at_close",
  auto_confirm: true,
  bets: [{ role: "main", minimum: 100 }],
} as unknown as TableInfo;

function table(view: Partial<TableView>, you: Partial<You> = {}): Table {
  const mine = {
    status: "none",
    chips: [],
    bets: [],
    seats: [],
    can_rebet: false,
    paid: null,
    ask: [],
    you_decide: false,
    ...you,
  };
  return { view: { last_hand: false, because: null, ...view }, you: mine } as unknown as Table;
}
const at = (view: Partial<TableView>, you: Partial<You> = {}, more: Partial<TableInfo> = {}) =>
  plateOf(table(view, you), { ...info, ...more }, true, words);

describe("the plate (A4)", () => {
  test("F68 F69 betting, then the last seconds", () => {
    expect(at({ status: "place_your_bets" })).toMatchObject({
      title: "table:status.place_your_bets",
      tone: "open",
      timed: true,
    });
    expect(at({ status: "last_bets" })).toMatchObject({
      title: "table:status.last_bets",
      tone: "last",
      timed: true,
    });
  });

  test.each([
    "bets_accepted",
    "some_bets_not_accepted",
    "bets_rejected",
    "wait_for_next_round",
  ] as const)("F71 F72 F73 F75 what became of one's chips: %s", (status) => {
    expect(at({ status: "dealing" }, { status })).toMatchObject({
      title: "table:status.dealing",
      detail: `table:yours.${status}`,
    });
  });

  test("F64 F76 too little for this table, and what would do", () => {
    const plate = at({ status: "place_your_bets" }, { status: "insufficient_balance" });
    expect(plate.title).toBe("table:yours.insufficient_balance");
    expect(plate.detail).toContain('"minimum":"100"');
  });

  test("F77 a pause says why and that bets stand", () => {
    expect(at({ status: "paused", because: "scan/early" }).detail).toContain("why:scan/early");
    expect(at({ status: "paused" }).detail).toBe("table:detail.paused");
  });

  test("F78 a cancelled round says what came back", () => {
    expect(at({ status: "cancelled" }, { paid: 1200 }).detail).toContain('"amount":"1200"');
    expect(at({ status: "cancelled" }).detail).toBe("table:detail.cancelled");
  });

  test("F50 F79 a result shows return and net of those who bet", () => {
    const bets = [{ id: "a", kind: "player", stake: 500 }];
    expect(at({ status: "result" }, { bets, paid: 400 }).money).toEqual({ paid: 400, net: -100 });
    expect(at({ status: "result" }).money).toBeNull();
  });

  test("F38 chips that need a Confirm say so", () => {
    const chips = [{ kind: "player", stake: 500 }];
    const manual = { ...info, confirmation: "manual" } as TableInfo;
    expect(
      plateOf(table({ status: "place_your_bets" }, { chips }), manual, false, words).detail,
    ).toBe("table:detail.confirm");
    expect(
      plateOf(table({ status: "place_your_bets" }, { chips }), manual, true, words).detail,
    ).toBe("");
  });

  test("F68 nobody is asked for bets that the line would not carry; the time is still shown", () => {
    const open = table({ status: "last_bets" });
    expect(cutOff(plateOf(open, info, true, words), open, info, said)).toMatchObject({
      title: "table:status.cut_off",
      detail: "table:detail.cut_off",
      tone: "closed",
      timed: true,
    });
    const dealing = table({ status: "dealing" });
    const told = plateOf(dealing, info, true, words);
    expect(cutOff(told, dealing, info, said)).toBe(told);
  });

  test("F68 somebody who has not bet here yet is told how", () => {
    const seats = { seat_rule: "own" };
    expect(at({ status: "place_your_bets" }).detail).toBe("table:detail.how");
    expect(at({ status: "place_your_bets" }, {}, seats).detail).toBe("table:detail.sit");
    expect(at({ status: "waiting" }, {}, { ...seats, opening: "first_bet" }).detail).toBe(
      "table:detail.sit",
    );
    expect(at({ status: "last_bets" }, { seats: [3] }, seats).detail).toBe("table:detail.how");
    expect(at({ status: "place_your_bets" }, { can_rebet: true }).detail).toBe("");
    expect(at({ status: "place_your_bets", last_hand: true }).detail).toBe(
      "table:detail.last_hand",
    );
  });

  test("F47 an idle blackjack table waits for a first bet", () => {
    expect(at({ status: "waiting" }, { can_rebet: true }, { opening: "first_bet" }).detail).toBe(
      "table:detail.first_bet",
    );
    expect(mayBet(table({ status: "waiting" }), { ...info, opening: "first_bet" })).toBe(true);
    expect(mayBet(table({ status: "waiting" }), info)).toBe(false);
    expect(mayBet(table({ status: "dealing" }), info)).toBe(false);
  });

  test("F82 it is one's own turn", () => {
    expect(at({ status: "decision" }, { you_decide: true }).title).toBe("table:yours.your_turn");
    expect(at({ status: "decision" }).title).toBe("table:status.decision");
  });

  test("F71 F82 during a decision accepted bets are no news, and the felt alone draws the time", () => {
    const mine = at({ status: "decision" }, { you_decide: true, status: "bets_accepted" });
    expect(mine).toMatchObject({ detail: "", ringed: true });
    const others = at({ status: "decision" }, { status: "bets_accepted" });
    expect([others.detail, others.timed, others.ringed]).toEqual(["", true, undefined]);
    const some = at({ status: "decision" }, { status: "some_bets_not_accepted" });
    expect(some.detail).toBe("table:yours.some_bets_not_accepted");
    expect(at({ status: "insurance" }, { ask: ["a"] }).ringed).toBe(false);
  });

  test("F64 the plate of an empty wallet leads to the cashier", () => {
    const short = at({ status: "place_your_bets" }, { status: "insufficient_balance" });
    expect(short.short).toBe(true);
    expect(at({ status: "place_your_bets" }).short).toBeUndefined();
  });

  test("F245 a replay tells what was and asks for nothing", () => {
    const past = (view: Partial<TableView>, you: Partial<You> = {}) =>
      pastPlate(at(view, you), table(view, you), said);
    for (const status of ["place_your_bets", "last_bets", "waiting"] as const)
      expect(past({ status })).toMatchObject({ title: "lobby:status.place_your_bets", detail: "" });
    expect(past({ status: "decision" }, { you_decide: true })).toMatchObject({
      title: "lobby:status.decision",
      tone: "closed",
      ringed: false,
    });
    expect(past({ status: "result" }).title).toBe("banker");
  });
});

test("cards are spoken when they come and when they are turned", () => {
  const before = [{ name: "player", cards: [null, "9H"] }];
  const after = [
    { name: "player", cards: ["4S", "9H"] },
    { name: "banker", cards: [null] },
  ];
  expect(dealt(before, after)).toEqual([
    { hand: "player", card: "4S" },
    { hand: "banker", card: null },
  ]);
  expect(cardName("TH", said)).toBe('cards:name {"rank":"cards:rank.T","suit":"cards:suit.H"}');
});

test("arrow keys walk to the nearest spot in their direction", () => {
  const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 });
  const others = [box(20, 0), box(60, 0), box(0, 30), box(25, 40)];
  expect(nearest(box(0, 0), others, "ArrowRight")).toBe(0);
  expect(nearest(box(0, 0), others, "ArrowDown")).toBe(2);
  expect(nearest(box(0, 0), others, "ArrowLeft")).toBeNull();
});

describe("F235 F236 a bad line", () => {
  test("over a second for ten seconds", () => {
    const line = new LineWatch();
    expect(line.due(0, 1_500, 0)).toBe(false);
    expect(line.due(9_000, 1_200, 0)).toBe(false);
    expect(line.due(10_000, 1_200, 0)).toBe(true);
  });

  test("one quick answer begins the count anew", () => {
    const line = new LineWatch();
    line.due(0, 1_500, 0);
    line.due(5_000, 200, 0);
    line.due(6_000, 1_500, 0);
    expect(line.due(12_000, 1_500, 0)).toBe(false);
  });

  test("two losses in a minute", () => {
    expect(new LineWatch().due(0, 50, 1)).toBe(false);
    expect(new LineWatch().due(0, 50, 2)).toBe(true);
  });
});

test("F4 bets are listed in the order they are read", () => {
  const kinds = ["tie", "new_one", "banker", "player"].map((kind) => ({ kind }));
  expect(inOrder(kinds).map((bet) => bet.kind)).toEqual(["player", "banker", "tie", "new_one"]);
});
