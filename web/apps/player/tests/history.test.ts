// The past without a page: steps of a replay, the proof of a shoe, lists, words, plain text.

import { createHash } from "node:crypto";
import type {
  CardLine,
  HistoryDay,
  Replay,
  RoundLine,
  RoundTold,
  ShoeProof,
} from "@sabot/wire/types";
import { describe, expect, test } from "vitest";
import { byLocalDay, joined, summed } from "../src/pages/history/listing.svelte.ts";
import { momentsIn } from "../src/pages/history/moments.ts";
import { plainText } from "../src/pages/history/plainText.ts";
import { command, promised, verified } from "../src/pages/history/proving.ts";
import { since, stepsOf, tellingOf, waitAfter } from "../src/pages/history/replaying.ts";
import { cardText, decidedBy, handName, handsOf, worded } from "../src/pages/history/wording.ts";

const t = (key: string, data: object = {}): string => `${key} ${JSON.stringify(data)}`;

// --- proof -----------------------------------------------------------------------------------------

const DECK = [..."A23456789TJQK"].flatMap((rank) => [..."SHDC"].map((suit) => rank + suit));
const SALT = "09c1".repeat(16);
const cards = DECK.join(" ");
const proof: ShoeProof = {
  shoe: "brag-1.2",
  table: "brag-1",
  live: false,
  loaded_at_ms: 0,
  commitment: createHash("sha256").update(`${SALT}:${cards}`).digest("hex"),
  disclosed: true,
  cards,
  salt: SALT,
  check: "",
};
const card = (number: number, value: string | null): CardLine => ({
  position: `player:${number}`,
  number,
  card: value,
  at_ms: 0,
});

describe("F237 the proof of a shoe", () => {
  test("a kept promise holds in every part", async () => {
    const verdict = await verified(proof, [card(1, "AS"), card(2, "AH"), card(3, null)]);
    expect(verdict).toMatchObject({ kept: true, whole: true, decks: 1, dealt: true });
    expect(verdict?.hash).toBe(proof.commitment);
  });

  test("another order breaks the promise", async () => {
    const changed = { ...proof, cards: [...DECK].reverse().join(" ") };
    expect(await verified(changed, [])).toMatchObject({ kept: false, whole: true });
  });

  test("a card too many is no whole deck", async () => {
    const changed = { ...proof, cards: `${cards} AS` };
    expect(await verified(changed, [])).toMatchObject({ whole: false });
  });

  test("a card that is not where it was promised is found", async () => {
    const verdict = await verified(proof, [card(1, "AS"), card(2, "KD")]);
    expect(verdict).toMatchObject({ kept: true, dealt: false });
    expect(verdict?.cards.map((one) => one.fits)).toEqual([true, false]);
  });

  test("the command for a terminal hashes the very same text", () => {
    expect(command(proof)).toBe(`printf '%s:%s' '${SALT}' '${cards}' | sha256sum`);
    expect(promised(proof)).toBe(`${SALT}:${cards}`);
    expect(command(proof, { short: true }).length).toBeLessThan(80);
  });
});

// --- replay ----------------------------------------------------------------------------------------

const view = { round: "r-1", hands: [], window: null };
const frame = (at_ms: number, seq: number, set: object, ...what: readonly string[]): object => ({
  at_ms,
  update: {
    type: "update",
    table: "t",
    epoch: 0,
    after: seq - 1,
    seq,
    round: "r-1",
    set,
    happened: what.map((one) => ({ what: one, seq })),
  },
  you: { staked: seq },
});
const replay = {
  round: "r-1",
  table: "t",
  info: {},
  snapshot: { type: "snapshot", table: "t", epoch: 0, seq: 0, round: null, view },
  frames: [
    frame(0, 1, { window: { opened_at: 0, length_ms: 12_000, left_ms: 12_000 } }, "betting_opened"),
    frame(12_000, 2, { window: null }, "betting_ended", "bets_closed"),
    frame(12_000, 3, {}),
    frame(12_900, 4, { hands: [{ name: "player", cards: [null] }] }, "card"),
    frame(14_000, 5, { hands: [{ name: "player", cards: ["9H"] }] }, "revealed", "settled"),
    frame(24_000, 6, { round: null }, "rested"),
  ],
} as unknown as Replay;

describe("F245 a replay", () => {
  const steps = stepsOf(replay);

  test("goes from the opening of the betting to the end of the round", () => {
    expect(steps.map((step) => step.atMs)).toEqual([0, 12_000, 12_900, 14_000]);
  });

  test("keeps what was hidden hidden until it was shown", () => {
    const shown = steps.map((step) => step.table.view?.hands[0]?.cards[0]);
    expect(shown).toEqual([undefined, undefined, null, "9H"]);
  });

  test("carries what was one's own at each step", () => {
    expect(steps.map((step) => step.table.you?.staked)).toEqual([1, 2, 4, 5]);
  });

  test("lasts as long as the round did, divided by the speed", () => {
    expect(waitAfter(steps, 0, 1)).toBe(12_000);
    expect(waitAfter(steps, 0, 4)).toBe(3_000);
    expect(waitAfter(steps, 3, 1)).toBeNull();
    expect(steps[0]?.table.endsAt).toBe(12_000);
  });

  test("names the most telling of what happened", () => {
    expect(tellingOf(steps[1]?.table.happened ?? [])?.what).toBe("bets_closed");
    expect(tellingOf(steps[3]?.table.happened ?? [])?.what).toBe("settled");
    expect(tellingOf([])).toBeNull();
  });

  test("counts minutes and seconds of the round", () => {
    expect([since(0), since(7_900), since(61_000)]).toEqual(["0:00", "0:07", "1:01"]);
  });
});

// --- lists -----------------------------------------------------------------------------------------

const line = (round: string, staked: number, returned: number | null): RoundLine => ({
  round,
  table: "t",
  status: "settled",
  ended_at_ms: 1,
  bets: 1,
  staked,
  golden: 0,
  returned,
});
const day = (name: string, ...rounds: readonly RoundLine[]): HistoryDay => ({ day: name, rounds });

describe("F237 lists of days", () => {
  test("a day that goes on over two pages is one day", () => {
    const before = [day("2026-11-16", line("c", 1, 0)), day("2026-11-15", line("b", 1, 0))];
    const after = [day("2026-11-15", line("a", 1, 0)), day("2026-11-14", line("z", 1, 0))];
    const whole = joined(before, after).map((one) => [one.day, one.rounds.map((r) => r.round)]);
    expect(whole).toEqual([
      ["2026-11-16", ["c"]],
      ["2026-11-15", ["b", "a"]],
      ["2026-11-14", ["z"]],
    ]);
    expect(joined([], after)).toEqual(after);
  });

  test("sums are in cents and count what came back", () => {
    const days = [day("2026-11-16", line("a", 500, 1_000), line("b", 300, null))];
    expect(summed(days)).toEqual({ rounds: 2, staked: 800, returned: 1_000 });
  });

  test("F274 a round that was annulled has cost and brought nothing", () => {
    const void_ = { ...line("a", 500, 1_000), status: "annulled" };
    expect(summed([day("2026-11-16", void_, line("b", 300, 0))])).toEqual({
      rounds: 1,
      staked: 300,
      returned: 0,
    });
  });

  test("days and times are those of the player's clock, universal time is the detail", () => {
    const late = Date.UTC(2026, 10, 16, 23, 59, 58);
    const rome = momentsIn("it", "Europe/Rome");
    expect(rome.day("2026-11-16")).toBe("lunedì 16 novembre 2026");
    expect(momentsIn("en").day("2026-11-16")).toContain("16 November 2026");
    expect([rome.dayOf(late), rome.time(late)]).toEqual(["2026-11-17", "00:59:58"]);
    expect(rome.utc(late)).toBe("16/11/2026 23:59:58 UTC");
    expect(rome.whole(late)).toBe("17/11/2026 00:59:58 (16/11/2026 23:59:58 UTC)");
    expect(rome.whole(late - 43_200_000)).toBe("16/11/2026 12:59:58 (11:59:58 UTC)");
    expect(momentsIn("en", "UTC").whole(late)).toBe("16/11/2026 23:59:58 UTC");
  });

  test("rounds of one universal day fall on the two local days they ended on", () => {
    const line = (round: string, hour: number): RoundLine =>
      ({ round, ended_at_ms: Date.UTC(2026, 10, 16, hour) }) as RoundLine;
    const told = [{ day: "2026-11-16", rounds: [line("b", 23), line("a", 22)] }];
    const days = byLocalDay(told, momentsIn("en", "Europe/Rome").dayOf);
    expect(days.map(({ day, rounds }) => [day, rounds.map((one) => one.round)])).toEqual([
      ["2026-11-17", ["b"]],
      ["2026-11-16", ["a"]],
    ]);
  });
});

// --- words -----------------------------------------------------------------------------------------

describe("F237 words for facts", () => {
  test("cards become text, names become words, figures stay", () => {
    expect([cardText("TH"), cardText("AS"), cardText(null)]).toEqual(["10♥", "A♠", "▯"]);
    const fact = { code: "pair", data: { side: "player", cards: "TH TD" } };
    expect(worded(fact, "baccarat", t)).toBe(
      'history:because.baccarat.pair {"side":"bets:name.player {}","cards":"10♥ 10♦"}',
    );
    const ranked = { code: "three_cards", data: { name: "flush", cards: "2H 4H 6H" } };
    expect(worded(ranked, "blackjack", t)).toContain("history:named.three_cards.flush");
    const hands = { code: "hands_player", data: { player_hand: "run", dealer_hand: "pair" } };
    expect(worded(hands, "brag", t)).toContain("history:rank.brag.run");
    expect(worded({ code: "best_five", data: { poker_hand: "four" } }, "brag", t)).toContain(
      "history:poker.four",
    );
  });

  test("hands have names, also those of a split", () => {
    expect(handName("seat:3:0", "blackjack", t)).toBe('history:hand.seat {"seat":"3"}');
    expect(handName("seat:3:1", "blackjack", t)).toContain('"hand":2');
    expect(handName("banker", "baccarat", t)).toBe("history:hand.baccarat.banker {}");
  });

  test("F140 F168 F249 who decided: oneself, others, the house, auto stand", () => {
    const decision = {
      at_ms: 0,
      topic: "decision",
      option: "stand",
      by: "player",
      seat: 1,
      hand: 0,
      own: true,
      bet: null,
    };
    expect(decidedBy(decision)).toBe("you");
    expect(decidedBy({ ...decision, own: false })).toBe("other");
    expect(decidedBy({ ...decision, by: "default" })).toBe("default");
    expect(decidedBy({ ...decision, by: "auto_stand" })).toBe("auto_stand");
  });
});

test("F245 a round can be copied as text with its number, cards, reasons and sums", () => {
  const told = {
    round: "speed-1-7",
    name: "Aurora",
    game: "baccarat",
    opened_at_ms: 0,
    ended_at_ms: 30_000,
    shoe: "speed-1.2",
    commitment: "abcd",
    hands: [
      { name: "player", cards: ["9S", "KD"], total: "9" },
      { name: "reserve", cards: [null, null] },
    ],
    story: [{ code: "player_wins", data: { player: 9, banker: 5 } }],
    decisions: [],
    bets: [
      {
        id: "b",
        kind: "player",
        stake: 500,
        seat: null,
        hand: 0,
        golden: false,
        parent: null,
        result: "win",
        paid: 1_000,
        chip_returned: false,
        lines: [
          { label: "x", odds: "1", amount: 1_000, because: { code: "player_wins", data: {} } },
        ],
      },
    ],
    staked: 500,
    paid: 1_000,
    annulled: { at_ms: 1_700_000_100_000, amount: -500, chips: 0, theirs: 0 },
  } as unknown as RoundTold;
  const text = plainText(told, {
    t,
    money: (cents) => `${cents}c`,
    signed: (cents) => `+${cents}c`,
    whole: String,
    time: String,
  });
  for (const part of ["speed-1-7", "abcd", "9♠ K♦", "500c", "1000c", "+500c", "player_wins"])
    expect(text).toContain(part);
  expect(text).not.toContain("▯");
  expect(handsOf(told).map((hand) => hand.name)).toEqual(["player"]);
});
