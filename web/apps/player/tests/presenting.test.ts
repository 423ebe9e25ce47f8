// What the pages read while a card is on its way: nothing of its result, and everything to act on.

import type { Message } from "@sabot/wire/types";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Line } from "../../../packages/wire/tests/line.ts";

vi.stubGlobal("WebSocket", Line);
vi.stubGlobal("location", { protocol: "http:", host: "casino", pathname: "/" });
const visibility = new EventTarget();
const page = Object.assign(visibility, { hidden: false });
vi.stubGlobal("document", page);

const { floor } = await import("../src/state/floor.svelte.ts");

const line = (): Line => Line.all.at(-1) as Line;
const about = { table: "speed-1", epoch: 1, round: "r" };
const hand = (...cards: string[]) => ({ name: "banker", cards, total: String(cards.length) });
const view = {
  name: "Aurora",
  status: "dealing",
  variant: "live_baccarat",
  round: "r",
  window: null,
  hands: [hand("KD", "4C")],
  outcome: {},
  question: null,
};
const you = { table: "speed-1", round: "r", status: "bets_accepted", bets: [], ask: [], paid: null };
const funds = (cents: number) => ({
  type: "balance",
  currency: "EUR",
  balance: cents,
  available: cents,
  allowed: null,
  golden: [],
});
const tile = { table: "speed-1", name: "Aurora", results: "B", left_ms: null };
const PACE = () => ({ apartMs: 100, travelMs: 200, turnMs: 300 });
let heard: string[] = [];
let leave: () => void = () => undefined;

/** The casino's write of a result: what is a player's own comes first, tiles come last. */
function decides(): void {
  line().hear({ ...about, type: "you", seq: 2, you: { ...you, status: "won", paid: 975 } });
  line().hear(funds(1_975));
  line().hear({ type: "notice", code: "limit/near" });
  line().hear({
    ...about,
    type: "update",
    after: 1,
    seq: 2,
    set: { status: "result", hands: [hand("KD", "4C", "5H")], outcome: { winner: "banker" } },
    happened: [
      { what: "card", position: "B3", card: "5H", seq: 2 },
      { what: "settled", outcome: { winner: "banker" }, seq: 2 },
    ],
  });
  line().hear({ type: "tile", tile });
}

beforeEach(async () => {
  vi.useFakeTimers();
  page.hidden = false;
  floor.open();
  line().open();
  line().hear({ type: "lobby", tiles: [{ ...tile, results: "" }] });
  line().hear(funds(1_000));
  floor.watch("speed-1");
  leave = floor.stage("speed-1", PACE);
  line().hear({ ...about, type: "snapshot", seq: 1, view });
  line().hear({ ...about, type: "you", seq: 1, you });
  await vi.advanceTimersByTimeAsync(400); // what comes with the line has no motion
  heard = [];
  floor.hearers.add(hear);
});
const hear = (message: Message): void => {
  const happened = message.type === "update" ? message.happened.map(({ what }) => what) : [];
  heard.push([message.type, ...happened].join(" "));
};
afterEach(() => {
  leave();
  floor.hearers.delete(hear);
  floor.close();
  Line.all = [];
  vi.useRealTimers();
});

const told = () => ({
  status: floor.table("speed-1").view?.status,
  paid: floor.table("speed-1").you?.paid,
  balance: floor.balance?.balance,
  results: floor.tiles[0]?.results,
});
const BEFORE = { status: "dealing", paid: null, balance: 1_000, results: "" };
const AFTER = { status: "result", paid: 975, balance: 1_975, results: "B" };

test("nothing tells a result before its card has turned", async () => {
  decides();
  expect(told()).toEqual(BEFORE);
  await vi.advanceTimersByTimeAsync(490);
  expect(told()).toEqual(BEFORE);
  expect(floor.table("speed-1").view?.hands[0]?.cards).toEqual(["KD", "4C", "5H"]);
  expect(heard).toEqual(["update card"]);
  await vi.advanceTimersByTimeAsync(20);
  expect(told()).toEqual(AFTER);
  expect(heard.slice(1).sort()).toEqual(["balance", "notice", "tile", "update settled", "you"]);
});

test("what a player may do reads what the casino told last", () => {
  decides();
  expect(floor.live("speed-1").view?.status).toBe("result");
  expect(floor.purse?.available).toBe(1_975);
});

test("money that leaves is shown at once", () => {
  decides();
  line().hear(funds(900));
  expect(floor.balance?.balance).toBe(900);
});

test("figures that were read while a card turns wait for it", async () => {
  decides();
  let done = false;
  void floor.presented().then(() => (done = true));
  await vi.advanceTimersByTimeAsync(400);
  expect(done).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(done).toBe(true);
});

test("a page that is hidden, and one that comes back, catch up at once", async () => {
  decides();
  page.hidden = true;
  visibility.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(50);
  expect(told()).toEqual(AFTER);
});

test("a stage that is taken away holds nothing back", async () => {
  decides();
  leave();
  await vi.advanceTimersByTimeAsync(50);
  expect(told()).toEqual(AFTER);
});

test("what was missed while the line was down has no motion", async () => {
  line().onclose?.();
  await vi.advanceTimersByTimeAsync(2_000);
  line().open();
  decides();
  await vi.advanceTimersByTimeAsync(50);
  expect(told()).toEqual(AFTER);
});

test("a betting window that opens is never hidden", () => {
  decides();
  const set = { status: "place_your_bets", round: "s", hands: [], outcome: {} };
  line().hear({ ...about, type: "update", after: 2, seq: 3, set, happened: [] });
  expect(told().status).toBe("place_your_bets");
});
