import { expect, test } from "vitest";
import type { Balance, Snapshot, TableView, Update, You } from "@sabot/wire/types";
import { amounts, applied, emptyTable, secondsLeft, shareLeft } from "../src/index.ts";

const view = {
  status: "place_your_bets",
  round: "t-1",
  window: { opened_at: 1, length_ms: 12_000, left_ms: 9_000 },
};
const snapshot = {
  type: "snapshot",
  table: "t",
  epoch: 1,
  seq: 5,
  round: "t-1",
  view: view as unknown as TableView,
} satisfies Snapshot;
const at5 = applied(emptyTable, snapshot, 1_000);
const update: Update = {
  type: "update",
  table: "t",
  epoch: 1,
  after: 5,
  seq: 6,
  round: "t-1",
  set: {},
  happened: [],
};

test("the window ends on this machine's own clock", () => {
  expect(at5.endsAt).toBe(10_000);
  expect(secondsLeft(at5, 1_000)).toBe(9);
  expect(secondsLeft(at5, 9_999)).toBe(1);
  expect(secondsLeft(at5, 10_500)).toBe(0);
  expect(shareLeft(at5, 4_000)).toBe(0.5);
});

test("an update without a window leaves the clock alone", () => {
  expect(applied(at5, update, 5_000).endsAt).toBe(10_000);
  expect(applied(at5, { ...update, set: { window: null } }, 5_000).endsAt).toBeNull();
});

test("an update of another epoch, or one that does not fit, asks for the table again", () => {
  expect(applied(at5, { ...update, epoch: 2 }, 0).behind).toBe(true);
  expect(applied(at5, { ...update, after: 4, seq: 7 }, 0).behind).toBe(true);
  expect(applied(at5, { ...update, after: 3, seq: 5 }, 0)).toMatchObject({ seq: 5, behind: false });
});

test("F69 the last seconds colour the bar, of this round only", () => {
  const last = {
    type: "last_seconds",
    table: "t",
    epoch: 1,
    seq: 5,
    round: "t-1",
    left_ms: 5_000,
  } as const;
  expect(applied(at5, last, 2_000)).toMatchObject({ endsAt: 7_000, view: { status: "last_bets" } });
  expect(applied(at5, { ...last, seq: 4 }, 2_000).view?.status).toBe("place_your_bets");
  expect(applied(at5, { ...last, epoch: 2 }, 2_000).view?.status).toBe("place_your_bets");
});

const you = {
  staked: 300,
  paid: null,
  chips: [
    { kind: "player", stake: 500, counts: 500 },
    { kind: "tie", stake: 50, counts: 0, note: "bet/under_minimum" },
  ],
  bets: [{ id: "a", kind: "player", stake: 300 }],
} as unknown as You;

test("F35 the total bet counts what would be taken", () => {
  expect(amounts.totalBet(you)).toBe(800);
  expect(amounts.totalBet(null)).toBe(0);
});

test("a spot holds chips and bets; bets behind a decision are not counted twice", () => {
  const split = {
    ...you,
    bets: [...you.bets, { id: "b", kind: "player", stake: 300, parent: "a" }],
  };
  expect(amounts.onSpot(split, "player", null)).toEqual({ chips: 500, bets: 300 });
});

test("F50 net is the return less the stakes, golden chips are no stake", () => {
  const bets = [...you.bets, { id: "g", kind: "tie", stake: 500, golden: true }];
  expect(amounts.net({ ...you, bets, paid: 200 })).toBe(-100);
  expect(amounts.net(you)).toBeNull();
});

test("own limits are told beside the money, and are no balance", () => {
  const rich: Balance = {
    type: "balance",
    currency: "EUR",
    balance: 100_000,
    available: 90_000,
    allowed: null,
    golden: [],
  };
  const bound = { ...rich, allowed: 2_000 };
  expect(amounts.allowed(rich, 500)).toBeNull();
  expect(amounts.allowed(null, 0)).toBeNull();
  expect(amounts.allowed(bound, 500)).toBe(1_500);
  expect(amounts.allowed(bound, 2_500)).toBe(0);
  expect(amounts.short(rich, 90_000)).toBeNull();
  expect(amounts.short(rich, 90_001)).toBe("short");
  expect(amounts.short(bound, 2_000)).toBeNull();
  expect(amounts.short(bound, 2_001)).toBe("limited");
  expect(amounts.short({ ...bound, available: 0 }, 500)).toBe("short");
  expect(amounts.short(null, 500)).toBeNull();
});
