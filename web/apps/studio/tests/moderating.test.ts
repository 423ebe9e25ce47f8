// The moderator's feed: order, holding, what is open; keys, reasons, waits and sounds.

import type { ChatDeed, ChatLine, SupportRoom } from "@sabot/wire/types";
import { describe, expect, test } from "vitest";
import { alarmsOf, soundOf } from "../src/chat/alarms.ts";
import * as book from "../src/chat/feed.ts";
import { actOf, KEYS } from "../src/chat/keys.ts";
import { heard, ordered, roundNamed, waited, waitOf } from "../src/chat/queue.ts";
import { keptReason, proposed } from "../src/chat/reasons.ts";

const NONE: book.Done = { deeds: [], seen: new Set() };

function line(n: number, more: Partial<ChatLine> = {}): ChatLine {
  return {
    type: "chat_line",
    room: "table:live-1",
    line: `table:live-1/${n}`,
    player: "ben",
    nickname: "Ben",
    text: `line ${n}`,
    at_ms: n * 1_000,
    ...more,
  };
}
const feedOf = (...lines: readonly ChatLine[]): book.Feed => lines.reduce(book.told, book.EMPTY);
const ids = (lines: readonly ChatLine[]): readonly number[] =>
  lines.map((one) => Number(one.line.split("/")[1]));

function deed(action: string, atMs: number, more: Partial<ChatDeed> = {}): ChatDeed {
  const usual = { place: "*", line: null, nickname: "Ben", by: "Anna", reason: "spam: x" };
  return { action, at_ms: atMs, player: "ben", until_ms: null, ...usual, ...more };
}

describe("the feed", () => {
  test("lines lie in the order they were said, also those that come late", () => {
    expect(ids(feedOf(line(1), line(3), line(2)).lines)).toEqual([1, 2, 3]);
  });

  test("lines of one moment keep the order they came in", () => {
    const feed = feedOf(line(1, { at_ms: 5 }), line(2, { at_ms: 5 }), line(3, { at_ms: 5 }));
    expect(ids(feed.lines)).toEqual([1, 2, 3]);
  });

  test("a line that is removed or answered changes in its place and keeps its flags", () => {
    const before = feedOf(line(1, { flags: ["threat"] }), line(2));
    const feed = book.told(before, line(1, { text: "", removed: true }));
    expect(ids(feed.lines)).toEqual([1, 2]);
    expect(feed.lines[0]).toMatchObject({ removed: true, text: "", flags: ["threat"] });
  });

  test("told again after a reconnect, no line is there twice", () => {
    expect(feedOf(line(1), line(2), line(1), line(2)).lines).toHaveLength(2);
  });

  test("only so many are kept, the oldest go", () => {
    const feed = feedOf(...Array.from({ length: book.KEPT + 3 }, (_, n) => line(n)));
    expect(feed.lines).toHaveLength(book.KEPT);
    expect(ids(feed.lines)[0]).toBe(3);
  });

  test("while it is held new lines wait, and shown ones still change", () => {
    let feed = book.hold(feedOf(line(1), line(2)), true);
    feed = book.told(feed, line(3));
    feed = book.told(feed, line(1, { removed: true, text: "" }));
    expect(ids(book.visible(feed))).toEqual([1, 2]);
    expect(book.visible(feed)[0]?.removed).toBe(true);
    expect(book.waiting(feed)).toBe(1);
    feed = book.hold(feed, false);
    expect(ids(book.visible(feed))).toEqual([1, 2, 3]);
    expect(book.waiting(feed)).toBe(0);
  });

  test("J and K go from line to line and stop at the ends", () => {
    const { lines } = feedOf(line(1), line(2), line(3));
    expect(book.moved(lines, null, 1)).toBe(lines[2]?.line);
    expect(book.moved(lines, lines[1]?.line ?? null, 1)).toBe(lines[2]?.line);
    expect(book.moved(lines, lines[2]?.line ?? null, 1)).toBe(lines[2]?.line);
    expect(book.moved(lines, lines[0]?.line ?? null, -1)).toBe(lines[0]?.line);
    expect(book.moved([], null, 1)).toBeNull();
  });
});

describe("what is open", () => {
  test("distress is of the first priority and open until staff write to the player", () => {
    const cry = line(1, { flags: ["distress"] });
    expect(book.priorityOf(cry)).toBe("1");
    expect(book.isOpen(cry, [cry], { deeds: [deed("mute", 2_000)], seen: new Set() })).toBe(true);
    const met = line(2, { room: "support:ben", role: "moderator", player: "" });
    expect(book.isOpen(cry, [cry, met], NONE)).toBe(false);
    const own = line(2, { room: "support:ben" });
    expect(book.isOpen(cry, [cry, own], NONE)).toBe(true);
  });

  test("a threat is open until a moderator acts on its player, or has looked at it", () => {
    const threat = line(5, { flags: ["threat"] });
    expect(book.isOpen(threat, [threat], NONE)).toBe(true);
    const acted = (at: number, action = "mute"): book.Done => ({
      deeds: [deed(action, at)],
      seen: new Set(),
    });
    expect(book.isOpen(threat, [threat], acted(4_000))).toBe(true);
    expect(book.isOpen(threat, [threat], acted(6_000))).toBe(false);
    expect(book.isOpen(threat, [threat], acted(6_000, "hand_over"))).toBe(true);
    expect(book.isOpen(threat, [threat], { deeds: [], seen: new Set([threat.line]) })).toBe(false);
  });

  test("pace alone asks for nothing, and neither does a removed line", () => {
    expect(book.priorityOf(line(1, { flags: ["pace"] }))).toBeNull();
    expect(book.priorityOf(line(1, { flags: ["threat"], removed: true }))).toBeNull();
  });

  test("a question waits until the studio says something at its table", () => {
    const asked = line(1, { text: "perché?" });
    expect(book.isQuestion(asked, [asked])).toBe(true);
    const other = line(2, { room: "table:live-2", role: "dealer", player: "" });
    expect(book.isQuestion(asked, [asked, other])).toBe(true);
    const answer = line(2, { role: "dealer", player: "" });
    expect(book.isQuestion(asked, [asked, answer])).toBe(false);
    expect(book.isQuestion({ ...asked, answered: true }, [asked])).toBe(false);
  });

  test("support is in its own panel: only its flagged lines are in the feed", () => {
    const quiet = line(1, { room: "support:ben", line: "support:ben/1" });
    const cry = line(2, { room: "support:ben", line: "support:ben/2", flags: ["distress"] });
    const all = { tab: "all", room: null, search: "" } as const;
    expect(ids(book.filtered([quiet, cry, line(3)], all, NONE))).toEqual([2, 3]);
  });

  test("a search finds names and words, whatever their case", () => {
    const lines = [line(1, { nickname: "Tango" }), line(2, { text: "che TANGO!" }), line(3)];
    const search = { tab: "all", room: null, search: " tango " } as const;
    expect(ids(book.filtered(lines, search, NONE))).toEqual([1, 2]);
  });

  test("lines of players in the last minute count, by room and in all", () => {
    const lines = [line(1), line(50), line(70), line(71, { role: "dealer" })];
    expect(book.perMinute(lines, "table:live-1", 90_000)).toBe(2);
    expect(book.perMinute(lines, "table:live-2", 90_000)).toBe(0);
    expect(book.perMinute(lines, null, 90_000)).toBe(2);
  });

  test("beside a flagged line: which one it is, and what was removed before", () => {
    const gone = line(1, { removed: true });
    const [first, second] = [line(2, { flags: ["abuse"] }), line(3, { flags: ["threat"] })];
    expect(book.beside(second, [gone, first, second])).toEqual({ nth: 2, removed: 1 });
    expect(book.beside(first, [gone, first, second])).toEqual({ nth: null, removed: 1 });
  });
});

describe("keys", () => {
  const press = (key: string, focus: "field" | "control" | "page" = "page", chord = false) =>
    actOf({ key, focus, chord });

  test("each key of the page acts, in both cases", () => {
    for (const [key, act] of KEYS) {
      expect(press(key)).toBe(act);
      if (/^[A-Z]$/.test(key)) expect(press(key.toLowerCase())).toBe(act);
    }
    expect(press("x")).toBeNull();
  });

  test("in a field keys write, and only Escape leaves", () => {
    for (const [key, act] of KEYS) expect(press(key, "field")).toBe(act === "leave" ? act : null);
  });

  test("Space presses the button that has the focus; chords are the browser's", () => {
    expect(press(" ", "control")).toBeNull();
    expect(press("j", "control")).toBe("next");
    expect(press("d", "page", true)).toBeNull();
  });
});

describe("support and sounds", () => {
  const room = (
    name: string,
    since: number | null,
    more: Partial<SupportRoom> = {},
  ): SupportRoom => ({
    room: `support:${name}`,
    nickname: name,
    since_ms: since,
    lines: 1,
    ...more,
  });

  test("a room that was answered leaves the list; the longest wait is first, the manager's last", () => {
    let queue = heard([], { type: "support", waiting: 2, rooms: [room("a", 50), room("b", 20)] });
    queue = heard(queue, { type: "support_room", room: room("c", 10, { for_manager: true }) });
    expect(ordered(queue).map((one) => one.nickname)).toEqual(["b", "a", "c"]);
    queue = heard(queue, { type: "support_room", room: room("b", null) });
    expect(ordered(queue).map((one) => one.nickname)).toEqual(["a", "c"]);
  });

  test("three minutes are a long wait, six an alarm", () => {
    expect([179, 181, 361].map((s) => waitOf(0, s * 1_000))).toEqual(["calm", "soon", "now"]);
    expect([waited(33_000), waited(408_000), waited(3_729_000)]).toEqual([
      "0:33",
      "6:48",
      "1:02:09",
    ]);
  });

  test("distress and threats sound, adverts do not, and a handed-over room is not the moderator's", () => {
    const lines = [
      line(1, { flags: ["distress"] }),
      line(2, { flags: ["threat"] }),
      line(3, { flags: ["advert"] }),
    ];
    const queue = [room("a", 0), room("b", 0, { for_manager: true })];
    const found = (manager: boolean) => alarmsOf(lines, NONE, queue, 200_000, manager);
    expect(found(false).map((one) => `${one.priority} ${one.kind}`)).toEqual([
      "1 distress",
      "2 threat",
      "2 wait",
    ]);
    expect(found(true)).toHaveLength(4);
  });

  test("a new alarm sounds at once, an open one again, the more pressing sound wins", () => {
    const cry = { id: "x", priority: "1", kind: "distress" } as const;
    const wait = { id: "y", priority: "2", kind: "wait" } as const;
    const first = soundOf([wait, cry], new Map(), 0);
    expect(first.sound).toBe("two");
    expect(soundOf([wait, cry], first.at, 19_999).sound).toBeNull();
    const again = soundOf([wait, cry], first.at, 20_000);
    expect(again.sound).toBe("two");
    expect(soundOf([wait], again.at, 59_999).sound).toBeNull();
    expect(soundOf([wait], again.at, 60_000).sound).toBe("one");
    expect(soundOf([], again.at, 60_000)).toEqual({ sound: null, at: new Map() });
  });

  test("a wait that becomes an alarm of the first kind sounds anew", () => {
    const soon = soundOf([{ id: "y", priority: "2", kind: "wait" }], new Map(), 0);
    expect(soundOf([{ id: "y", priority: "1", kind: "wait" }], soon.at, 1_000).sound).toBe("two");
  });

  test("the round a player wrote about is found, the newest first", () => {
    expect(roundNamed(["la live-2-2790 si è fermata", "10-20"])).toBe("live-2-2790");
    expect(roundNamed(["speed-1-12", "no: speed-1-13"])).toBe("speed-1-13");
    expect(roundNamed(["ciao"])).toBeNull();
  });
});

test("reasons: a flag proposes one, and the record is read back", () => {
  expect(proposed("threat")).toBe("threat");
  expect(proposed("distress")).toBeNull();
  expect(keptReason("advert: una riga")).toEqual({ code: "advert", words: "una riga" });
  expect(keptReason("nota: una riga")).toEqual({ code: null, words: "nota: una riga" });
});
