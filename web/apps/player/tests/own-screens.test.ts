// The headless parts of the player's own screens: cues, lines of chat, amounts, calls, pictures.

import type { Message, Said, You } from "@sabot/wire/types";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { isStaff, lengthOf, readable, withLine, withoutText } from "../src/chat/lines.ts";
import { centsOf, fullness } from "../src/control/amount.ts";
import { OURS, ours } from "../src/games/ours.ts";
import { calls, type Known } from "../src/notifications/notices.ts";
import { cuesOf, phraseOf, PHRASES } from "../src/sound/cues.ts";
import { spokenAt, VOICES } from "../src/sound/voices.ts";
import { columns, scale, type Results } from "../src/statistics/shown.ts";

const nothing: You = {
  table: "speed-1",
  round: "speed-1-7",
  status: "none",
  mode: null,
  chips: [],
  undo: 0,
  can_rebet: false,
  wants_deal: false,
  confirming: false,
  seats: [],
  bets: [],
  not_taken: [],
  staked: 0,
  paid: null,
  ask: [],
  you_decide: false,
};

const yours = (you: Partial<You>): Message => ({
  type: "you",
  table: "speed-1",
  epoch: 1,
  seq: 1,
  round: "speed-1-7",
  you: { ...nothing, ...you },
});
const update = (...happened: readonly object[]): Message =>
  ({
    type: "update",
    table: "speed-1",
    epoch: 1,
    after: 1,
    seq: 2,
    round: "speed-1-7",
    set: {},
    happened,
  }) as unknown as Message;
const bet = { kind: "player", stake: 500, golden: false } as unknown as You["bets"][number];
const names = (message: Message, before: You | null): readonly string[] =>
  cuesOf(message, before).map((heard) => heard.cue);

describe("sound", () => {
  test("F231 cards are sounds of the table, one after the other", () => {
    const heard = cuesOf(
      update(
        { what: "card", seq: 1, position: "P1", card: "9S" },
        { what: "card", seq: 2, position: "B1", card: "2H" },
      ),
      nothing,
    );
    expect(heard.map((one) => one.cue)).toEqual(["card", "card"]);
    expect(heard[1]?.afterMs).toBeGreaterThan(heard[0]?.afterMs ?? 0);
  });
  test("a chip that is laid and one that is taken back sound differently", () => {
    const laid = { staked: 500 };
    expect(names(yours(laid), nothing)).toEqual(["chip"]);
    expect(names(yours({}), { ...nothing, ...laid })).toEqual(["chip_back"]);
  });
  test("a win is heard once, and a net loss never", () => {
    const won = { status: "won", bets: [bet], paid: 1_000 } as const;
    expect(names(yours(won), nothing)).toEqual(["win"]);
    expect(names(yours(won), { ...nothing, ...won })).toEqual([]);
    expect(names(yours({ ...won, paid: 400 }), nothing)).toEqual([]);
    expect(names(yours({ ...won, paid: 500 }), nothing)).toEqual([]);
  });
  test("a page that has just come is silent", () => {
    expect(names(yours({ status: "won", bets: [bet], paid: 1_000 }), null)).toEqual([]);
  });
  test("the last seconds tick", () => {
    const last = { type: "last_seconds", left_ms: 4_300 } as unknown as Message;
    expect(cuesOf(last, nothing).map((one) => one.afterMs)).toEqual([300, 1_300, 2_300, 3_300]);
  });
  test("F232 the dealer says what happened", () => {
    expect(phraseOf(update({ what: "betting_opened", seq: 1 }))).toBe("place_your_bets");
    const settled = (outcome: object): Message => update({ what: "settled", seq: 1, outcome });
    const own = (game: string) => ours(game)?.announcements ?? null;
    expect(phraseOf(settled({ winner: "banker" }), own("baccarat"))).toBe("banker_wins");
    expect(phraseOf(settled({ winner: "tie" }), own("baccarat"))).toBe("tie");
    expect(phraseOf(settled({ winner: "tie" }), own("brag"))).toBeNull();
    expect(phraseOf(settled({ dealer_blackjack: true }), own("blackjack"))).toBe(
      "dealer_blackjack",
    );
    const noBlackjack = update({ what: "answers_closed", seq: 1 }, { what: "asked", seq: 2 });
    expect(phraseOf(noBlackjack, own("blackjack"))).toBe("no_dealer_blackjack"); // F269
    expect(phraseOf(update({ what: "rested", seq: 1 }), own("baccarat"))).toBeNull();
  });
  test("F232 what a dealer announces at the console is said, in the words the table has for it", () => {
    const own = ours("blackjack")?.announcements ?? null;
    const said = (phrase: string, game = own): string | null =>
      phraseOf(update({ what: "announced", seq: 1, phrase }), game);
    expect(said("welcome")).toBe("welcome");
    expect(said("bets_open")).toBe("place_your_bets");
    expect(said("no_more_bets")).toBe("bets_closed"); // F70
    expect(said("blackjack")).toBe("dealer_blackjack"); // F269
    expect(said("no_blackjack")).toBe("no_dealer_blackjack");
    expect(said("no_blackjack", null)).toBeNull();
    expect(said("of a newer casino")).toBeNull();
  });
  test("F232 every phrase of a dealer has words where the table has voices", () => {
    const path = fileURLToPath(new URL("../../../../src/sabot/table/staff/phrases.py", import.meta.url));
    const listed = [...readFileSync(path, "utf8").matchAll(/^ {4}[A-Z_]+ = "([a-z_]+)"$/gm)];
    expect(listed.length).toBeGreaterThan(12);
    const own = ours("blackjack")?.announcements ?? null;
    const silent = listed
      .map((match) => match[1] ?? "")
      .filter((phrase) => phraseOf(update({ what: "announced", seq: 1, phrase }), own) === null);
    expect(silent).toEqual([]);
  });
  test("F92 the last hand of the shoe is said when the cut card comes", () => {
    const cut = { what: "cut_card", seq: 1 } as const;
    expect(phraseOf(update(cut))).toBe("last_hand");
    const settled = { what: "settled", seq: 2, outcome: { winner: "tie" } } as const;
    expect(phraseOf(update(cut, settled), ours("baccarat")?.announcements)).toBe("tie");
  });
  test("F232 every phrase is there in eight languages", () => {
    const path = fileURLToPath(new URL("../src/sound/phrases.json", import.meta.url));
    const phrases = JSON.parse(readFileSync(path, "utf8")) as Record<string, object>;
    expect(Object.keys(phrases).sort()).toEqual(VOICES.map((voice) => voice.language).sort());
    for (const spoken of Object.values(phrases))
      expect(Object.keys(spoken).sort()).toEqual([...PHRASES].sort());
  });
  test("F232 every phrase of a game is there in eight languages", async () => {
    const all = await Promise.all(OURS.flatMap((one) => one.announcements?.words() ?? []));
    expect(all.length).toBe(2);
    for (const words of all) {
      expect(Object.keys(words).sort()).toEqual(VOICES.map((voice) => voice.language).sort());
      for (const spoken of Object.values(words))
        expect(Object.keys(spoken)).toEqual(Object.keys(words.en));
    }
  });
  test("F232 a table without one's language is announced in English, an unmarked one not at all", () => {
    expect(spokenAt(["it", "en"], "it")).toBe("it");
    expect(spokenAt(["it"], "ko")).toBe("en");
    expect(spokenAt([], "it")).toBeNull();
  });
});

describe("chat", () => {
  const line = (n: number, more: Partial<Said> = {}): Said => ({
    type: "said",
    room: "table:speed-1",
    line: `table:speed-1/${n}`,
    nickname: "Bruno",
    text: `line ${n}`,
    at_ms: n,
    ...more,
  });
  test("F227 a line is shown once, and the newest 200 are kept", () => {
    let lines = withLine([], line(1));
    expect(withLine(lines, line(1))).toBe(lines);
    for (let n = 2; n <= 250; n += 1) lines = withLine(lines, line(n));
    expect(lines).toHaveLength(200);
    expect(lines[0]?.text).toBe("line 51");
  });
  test("F227 a line that the dealer answered aloud is marked, and keeps its text and its place", () => {
    const lines = [line(1), line(2)];
    const answered = withLine(lines, line(1, { answered: true }));
    expect(answered.map((one) => [one.text, one.answered ?? false])).toEqual([
      ["line 1", true],
      ["line 2", false],
    ]);
    const removed = withLine(answered, line(1, { text: "", removed: true }));
    expect(removed[0]).toMatchObject({ text: "", removed: true, answered: true });
  });
  test("F229 a removed line keeps its place without its text", () => {
    const lines = withoutText([line(1), line(2)], "table:speed-1/1");
    expect(lines.map((one) => [one.text, one.removed ?? false])).toEqual([
      ["", true],
      ["line 2", false],
    ]);
  });
  test("F227 a muted player is not read; staff and one's own lines always are", () => {
    const all = [line(1), line(2, { role: "dealer" }), line(3, { own: true }), line(4)];
    expect(readable(all, ["Bruno"]).map((one) => one.at_ms)).toEqual([2, 3]);
    expect(all.map(isStaff)).toEqual([false, true, false, false]);
  });
  test("characters are counted as the casino counts them", () => {
    expect(lengthOf("  a   b ")).toBe(3);
    expect(lengthOf("👍👍")).toBe(2);
    expect(lengthOf("e\u0301")).toBe(1);
    expect(lengthOf("a\u200e\u202e\u00ad\u200bb")).toBe(2); // invisible characters are removed
    expect(lengthOf("a\ufeffb")).toBe(2);
    expect(lengthOf("a\u0085\u2028b")).toBe(3);
    expect(lengthOf("👩\u200d🚀")).toBe(3);
    expect(lengthOf("\u200b \u200d")).toBe(0); // nothing to say
  });
});

describe("control", () => {
  test.each([
    ["25", 2_500],
    ["25,5", 2_550],
    ["25.50", 2_550],
    ["1.000,00", 100_000],
    ["1,000.00", 100_000],
    ["1.000", 100_000],
    ["€ 10", 1_000],
    ["ten", null],
    ["", null],
    ["-5", null],
  ])("%s is %s cents", (text, cents) => {
    expect(centsOf(text)).toBe(cents);
  });
  test("a limit is calm, near its end, or used up", () => {
    expect(fullness(100, 1_000)).toEqual({ share: 0.1, tone: "calm" });
    expect(fullness(800, 1_000)?.tone).toBe("near");
    expect(fullness(1_500, 1_000)).toEqual({ share: 1, tone: "full" });
    expect(fullness(null, 1_000)).toBeNull();
  });
});

describe("notices", () => {
  const known: Known = { you: {}, roads: { "speed-1": [] }, wanted: () => true };
  const tile = (good_roads: readonly string[]): Message =>
    ({ type: "tile", tile: { table: "speed-1", good_roads } }) as unknown as Message;
  test("betting that opens and a turn call, once", () => {
    expect(calls(update({ what: "betting_opened", seq: 1 }), known)).toEqual([
      { kind: "betting_opens", table: "speed-1" },
    ]);
    const asked = yours({ you_decide: true });
    expect(calls(asked, known)).toEqual([{ kind: "my_turn", table: "speed-1" }]);
    const again = { ...known, you: { "speed-1": { ...nothing, you_decide: true } } };
    expect(calls(asked, again)).toEqual([]);
  });
  test("a cancelled round calls those who had bets in it", () => {
    const cancelled = update({ what: "cancelled", seq: 1, reason: "studio/fault" });
    expect(calls(cancelled, known)).toEqual([]);
    const mine = { ...known, you: { "speed-1": { ...nothing, staked: 500 } } };
    expect(calls(cancelled, mine)).toEqual([{ kind: "cancelled", table: "speed-1" }]);
  });
  test("F215 a good road calls when it appears and is wanted", () => {
    expect(calls(tile(["streak:banker"]), known)).toEqual([
      { kind: "good_road", table: "speed-1", road: "streak:banker" },
    ]);
    expect(calls(tile(["streak:banker"]), { ...known, wanted: () => false })).toEqual([]);
    const before = { ...known, roads: { "speed-1": ["streak:banker"] } };
    expect(calls(tile(["streak:banker"]), before)).toEqual([]);
    expect(calls(tile(["streak:banker"]), { ...known, roads: {} })).toEqual([]);
  });
});

describe("statistics", () => {
  test("the course begins at nothing and keeps holes in the band", () => {
    const point = { at_ms: 1, rounds: 1, net: -500, expected: -6, low: null, high: null };
    expect(columns([point])).toEqual([
      [0, 1],
      [0, -5],
      [0, -0.06],
      [null, null],
      [null, null],
    ]);
  });
  test("every mark of a return lies on its line", () => {
    const results: Results = {
      rounds: 30,
      staked: 100,
      returned: 10,
      net: -90,
      golden: 0,
      expected: -1,
      low: -50,
      high: 48,
      actual_return: "0.1000",
      expected_return: "0.9885",
      low_return: "0.5000",
      high_return: "1.4800",
    };
    const line = scale(results);
    for (const value of ["0.1000", "0.9885", "0.5000", "1.4800", "1"]) {
      expect(line.at(value)).toBeGreaterThan(0);
      expect(line.at(value)).toBeLessThan(1);
    }
  });
});
