// A page from sign-in to sign-out: what it still looks at, what it forgets, what it says is over.

import type { Message, TableInfo } from "@sabot/wire/types";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Line } from "../../../packages/wire/tests/line.ts";

const kept = (): Storage => {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  } as unknown as Storage;
};
vi.stubGlobal("WebSocket", Line);
vi.stubGlobal("location", { protocol: "http:", host: "casino", pathname: "/" });
vi.stubGlobal("sessionStorage", kept());
vi.stubGlobal("localStorage", kept());
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));

const { floor } = await import("../src/state/floor.svelte.ts");
const { preferences } = await import("../src/state/preferences.svelte.ts");
const { Play } = await import("../src/table/play.svelte.ts");
const { session } = await import("../src/state/session.svelte.ts");
const { chat } = await import("../src/chat/chat.svelte.ts");
const { standing } = await import("../src/control/figures.svelte.ts");
const { signOut } = await import("../src/parts/signOut.ts");
const { toasts } = await import("../src/state/toasts.svelte.ts");

const me = {
  account: "ada",
  nickname: "Ada",
  player: "ada",
  currency: "EUR",
  session_ms: 0,
  screens: [],
};
/** What the casino answers over HTTP, by path; a number is a refusal. */
let answers: Record<string, object | number> = {};
const line = (): Line => Line.all.at(-1) as Line;
const asked = (): readonly string[] =>
  line().sent.flatMap(({ type, table, room }) =>
    type === "ping" ? [] : [`${type} ${table ?? room ?? ""}`],
  );

async function enter(player = "ada"): Promise<void> {
  answers["/api/visitor"] = { me: { ...me, player }, sign_up: true, guests: true };
  await session.look();
  line().open();
  line().hear({ type: "welcome", protocol: 1, player, at_ms: Date.now() });
}
const said = (n: number, more: object = {}): Message => ({
  type: "said",
  room: "table:speed-1",
  line: `table:speed-1/${n}`,
  nickname: "Bruno",
  text: `line ${n}`,
  at_ms: Date.now() + n,
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers();
  answers = {
    "/api/preferences": { chat: { shown: true, muted: [] }, general: { language: "en" } },
  };
  vi.stubGlobal("fetch", (path: string) => {
    const answer = answers[path] ?? {};
    if (answer === 0) return Promise.reject(new TypeError("no network"));
    if (typeof answer === "object") return Promise.resolve(Response.json(answer));
    return Promise.resolve(Response.json({ code: "some/refusal" }, { status: answer }));
  });
});
afterEach(() => {
  session.leave();
  chat.leave();
  floor.ended = null;
  Line.all = [];
  vi.useRealTimers();
});

test("a sign-out that does not come through leaves the page as it was", async () => {
  await enter();
  floor.watchLobby(true);
  floor.watch("speed-1");
  floor.enter("table:speed-1");
  answers["/api/sign-out"] = 0;
  await expect(session.signOut()).rejects.toMatchObject({ code: "network/silent" });
  expect(session.me).not.toBeNull();
  expect(floor.connection).toBe("open");
  expect(asked()).toEqual(["watch_lobby ", "watch speed-1", "enter table:speed-1"]);
  line().hear({ type: "lobby", tiles: [] });
  expect(floor.lobbyKnown).toBe(true);
  line().hear({ type: "ended", code: "session/signed_out" }); // in another tab, later
  expect(floor.ended).toBe("session/signed_out");
});

test("a sign-out that does not come through is told, wherever the button is", async () => {
  await enter();
  answers["/api/sign-out"] = 0;
  await signOut();
  expect(toasts.list).toMatchObject([{ tone: "trouble" }]);
});

test("the next player is not shown the last one's limits", async () => {
  await enter();
  answers["/api/limits"] = { limits: [], check_minutes: 30, lock: null };
  await standing.readLimits().catch(() => undefined);
  expect(standing.limits).not.toBeNull();
  standing.forget();
  answers["/api/limits"] = 503;
  await standing.readLimits().catch(() => undefined);
  expect(standing.limits).toBeNull();
});

test("who signs out does not hear that the session ended", async () => {
  await enter();
  const out = session.signOut();
  line().hear({ type: "ended", code: "session/signed_out" });
  expect(floor.ended).toBeNull();
  await out;
  expect(session.me).toBeNull();
  expect(floor.ended).toBeNull();
});

test("a sign-out whose answer is lost on the way is a sign-out", async () => {
  await enter();
  answers["/api/sign-out"] = 0;
  const out = session.signOut();
  line().hear({ type: "ended", code: "session/signed_out" });
  await out;
  expect(session.me).toBeNull();
  expect(floor.ended).toBeNull();
});

test.each([
  [{ lock: { code: "control/cool_off", until_ms: 1 }, limits: [] }, "control/cool_off"],
  [{ lock: null, limits: [{ name: "session_time", value: 60, used: 60 }] }, "control/session_time"],
  [{ lock: null, limits: [{ name: "session_time", value: 60, used: 59 }] }, null],
])("who has shut the door is told so, and not that the line is lost", async (limits, code) => {
  answers = { ...answers, "/api/limits": limits, "/api/visitor": { me }, "/api/me": me };
  await session.look();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    line().onclose?.(); // the handshake is refused; a browser does not tell why
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(floor.ended).toBe(code);
});

test.each([0, 429, 500, 503])(
  "a casino that does not say who one is (%s) is out of reach",
  async (status) => {
    answers["/api/visitor"] = status;
    await session.look();
    expect(session.unreachable).toBe(true);
  },
);

test("settings that could not be read are not written over", async () => {
  answers["/api/preferences"] = 503;
  await enter();
  const patched: unknown[] = [];
  vi.stubGlobal("fetch", (_path: string, { method, body }: RequestInit) => {
    if (method === "PATCH") patched.push(JSON.parse(String(body)));
    return Promise.resolve(Response.json({ favourites: ["a", "b"] }));
  });
  await expect(preferences.toggleFavourite("c")).rejects.toMatchObject({ code: "network/silent" });
  expect(patched).toEqual([]); // it would have been the only favourite
  await preferences.toggleFavourite("c"); // by now they are known
  expect(patched).toEqual([{ favourites: ["a", "b", "c"] }]);
});

test("texts of a page that is no longer there are not waited for", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<!doctype html>"))); // a newer page
  const { read } = await import("../src/opening/texts.ts");
  const reading = expect(read("/assets/help-0ld.json")).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(10_000);
  await reading;
});

test("texts are asked for again while the casino does not answer", async () => {
  const tries = [
    () => Promise.reject(new TypeError()),
    () => Promise.resolve(new Response("", { status: 502 })),
  ];
  vi.stubGlobal(
    "fetch",
    () => tries.shift()?.() ?? Promise.resolve(Response.json({ hello: "ciao" })),
  );
  const { read } = await import("../src/opening/texts.ts");
  const reading = read("/assets/help.json");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await reading).toEqual({ hello: "ciao" });
});

test("a session is over when the casino says so, not when something in front of it does", async () => {
  await enter();
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response("<h1>Maintenance</h1>", { status: 403 })),
  );
  for (let attempt = 0; attempt < 3; attempt += 1) {
    line().onclose?.();
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(floor.ended).toBeNull();
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ code: "session/ended" }, { status: 401 })),
  );
  line().onclose?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(floor.ended).toBe("session/ended");
});

test("a table with a gap is asked for once, and again where the casino dropped it", async () => {
  await enter();
  floor.watch("speed-1");
  const about = { table: "speed-1", epoch: 1, round: null };
  line().hear({ ...about, type: "snapshot", seq: 5, view: { window: null } });
  line().sent.length = 0;
  line().hear({ ...about, type: "update", after: 7, seq: 8, set: {}, happened: [] });
  line().hear({ ...about, type: "update", after: 8, seq: 9, set: {}, happened: [] });
  line().hear({ ...about, type: "you", seq: 9, you: {} });
  line().hear({ ...about, type: "crowd", seq: 9, spots: {} });
  expect(asked()).toEqual(["watch speed-1"]);
  line().hear({ type: "fault", code: "rate/too_fast" });
  await vi.advanceTimersByTimeAsync(1_500);
  expect(asked()).toEqual(["watch speed-1", "watch speed-1"]);
  line().hear({ ...about, type: "snapshot", seq: 9, view: { window: null } });
  line().hear({ ...about, type: "update", after: 12, seq: 13, set: {}, happened: [] });
  expect(asked()).toHaveLength(3);
});

// --- fingers -------------------------------------------------------------------------------------

test("F30 a double tap on Rebet is one Rebet, and the next one counts again", async () => {
  await enter();
  const play = new Play("speed-1", { chips: [100], bets: [] } as unknown as TableInfo);
  const commands = (): readonly unknown[] => line().sent.filter(({ type }) => type === "act");
  const [first, second] = [play.act({ type: "Rebet" }), play.act({ type: "Rebet" })];
  expect(commands()).toHaveLength(1);
  const answer = { type: "answer", accepted: true, data: {} };
  line().hear({ ...answer, cmd_id: line().sent.at(-1)?.cmd_id });
  expect(await first).toEqual(await second);
  void play.act({ type: "Rebet" });
  expect(commands()).toHaveLength(2);
});

test("a chip names the round that its player sees", async () => {
  await enter();
  floor.watch("speed-1");
  const view = { window: null, bets_for: "speed-1-7@2" };
  line().hear({ type: "snapshot", table: "speed-1", epoch: 2, seq: 5, round: "speed-1-7", view });
  const play = new Play("speed-1", { chips: [100], bets: [] } as unknown as TableInfo);
  void play.act({ type: "Rebet" });
  expect(line().sent.at(-1)).toMatchObject({ type: "act", bets_for: "speed-1-7@2" });
});

test("F25 F32 F34 chips, steps back and doublings are as many as there were taps", async () => {
  await enter();
  const play = new Play("speed-1", { chips: [100], bets: [] } as unknown as TableInfo);
  const taps = [
    { type: "PlaceChip", kind: "player", amount: 100 },
    { type: "LowerBet", kind: "player", amount: 100 },
    { type: "DoubleStakes" },
    { type: "UndoBet" },
  ] as const;
  for (const tap of [...taps, ...taps]) void play.act(tap);
  expect(line().sent.filter(({ type }) => type === "act")).toHaveLength(8);
});

// --- chat ----------------------------------------------------------------------------------------

test("F227 lines that are told once more after a break are not news", async () => {
  await enter();
  chat.sit("speed-1");
  chat.hear(said(1));
  expect(chat.unread("table")).toBe(1);
  chat.hear(said(1)); // the room was entered again
  expect(chat.unread("table")).toBe(1);
});

test("F229 a line that was taken away during a break goes", async () => {
  await enter();
  chat.sit("speed-1");
  chat.hear(said(1));
  chat.hear(said(1, { text: "", removed: true }));
  expect(chat.lines("table")).toMatchObject([{ text: "", removed: true }]);
});

test("F229 who may speak again since the last line is not kept silent", async () => {
  await enter();
  chat.hear({ type: "silenced", until_ms: null });
  chat.hear({ type: "welcome", protocol: 1, player: "ada", at_ms: 0 } as Message);
  expect(chat.silence).toBeNull();
});

test("F227 the next player sits in the room, and reads nothing of the last one's support", async () => {
  await enter();
  chat.sit("speed-1");
  chat.look("support");
  chat.hear(said(1, { room: "support:ada", text: "my bank account" }));
  chat.hear({ type: "silenced", until_ms: null });
  session.leave();
  chat.leave();
  await enter("bruno");
  chat.sit("speed-1");
  chat.look("support");
  expect(asked()).toEqual(["enter table:speed-1", "enter support"]);
  expect(chat.lines("support")).toEqual([]);
  expect(chat.silence).toBeNull();
});

test("the casino's clock is known before the chat is opened", async () => {
  answers["/api/visitor"] = { me };
  await session.look();
  line().open();
  line().hear({ type: "welcome", protocol: 1, player: "ada", at_ms: Date.now() + 300_000 });
  expect(chat.until(Date.now() + 360_000)).toBe(60_000);
});

const mine = (you: object): Message =>
  ({
    type: "you",
    table: "seven-1",
    epoch: 1,
    seq: 1,
    round: "seven-1-7",
    you: { table: "seven-1", chips: [], bets: [], seats: [3], not_taken: [], paid: null, ...you },
  }) as unknown as Message;
const seven = {
  type: "snapshot",
  table: "seven-1",
  epoch: 1,
  seq: 1,
  round: "seven-1-7",
  view: {
    game: "baccarat",
    round: "seven-1-7",
    seats: { 3: [] },
    hands: [],
    window: null,
    status: "dealing",
  },
} as unknown as Message;

test("F128 confirmed bets keep a player at a table with shared seats until the round ends", async () => {
  const { running } = await import("../src/state/running.svelte.ts");
  await enter();
  running.open("seven-1");
  line().hear(seven);
  line().hear(mine({ bets: [] }));
  expect(running.held).toBe(false);
  line().hear(mine({ bets: [{ id: "a", kind: "player", stake: 500 }] }));
  expect(running.held).toBe(true);
  line().hear(mine({ bets: [{ id: "a", kind: "player", stake: 500 }], paid: 0 }));
  expect(running.held).toBe(false);
});

test("F23 own limits leave at a table what its server says, and nothing is nothing", async () => {
  const info = { chips: [100], bets: [], seats: 7 } as unknown as TableInfo;
  const play = new Play("seven-1", info);
  await enter();
  floor.watch("seven-1");
  line().hear(seven);
  line().hear({
    type: "balance",
    currency: "EUR",
    balance: 9,
    available: 9,
    allowed: 300,
    golden: [],
  });
  line().hear(mine({ allowed: 0 }));
  expect(play.allowed).toBe(0);
  line().hear(mine({ allowed: null }));
  expect(play.allowed).toBeNull();
});
