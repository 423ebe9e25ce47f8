import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Casino, type CasinoState } from "../src/casino.ts";
import type { Message } from "../src/generated/index.ts";
import { Line } from "./line.ts";

let states: CasinoState[] = [];
let heard: Message[] = [];
function opened(): { casino: Casino; line: Line } {
  const casino = new Casino("ws://casino/ws", {
    message: (message) => heard.push(message),
    state: (state) => states.push(state),
  });
  const line = Line.all.at(-1) as Line;
  line.open();
  return { casino, line };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  [states, heard, Line.all] = [[], [], []];
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("F247 a line that does not answer is lost within ten seconds, and tried again", () => {
  const { casino } = opened();
  vi.advanceTimersByTime(10_000);
  expect(states).toEqual(["open", "lost"]);
  expect(casino.losses).toHaveLength(1);
  vi.advanceTimersByTime(500);
  expect(Line.all).toHaveLength(2);
});

test("F247 a device without network is told at once", () => {
  const { casino } = opened();
  casino.cut();
  expect(states).toEqual(["open", "lost"]);
  casino.cut();
  expect(casino.losses).toHaveLength(1);
  casino.hurry(); // the farewell of the old line is still on its way
  expect(Line.all).toHaveLength(2);
  casino.hurry();
  expect(Line.all).toHaveLength(2);
});

test("a line that answers stays, however late a sleeping page looks at it", () => {
  vi.spyOn(performance, "now").mockImplementation(() => Date.now());
  const { casino, line } = opened();
  for (let minute = 0; minute < 5; minute += 1) {
    vi.advanceTimersByTime(3_000);
    line.hear({ type: "pong", n: line.pings.at(-1) });
    vi.setSystemTime(Date.now() + 60_000); // timers of a page in the background come rarely
  }
  expect(casino.state).toBe("open");
  expect(states).toEqual(["open"]);
});

const watched = (line: Line): readonly string[] =>
  line.sent.flatMap((one) => (one.type === "watch" ? [one.table ?? ""] : []));
const welcome = { type: "welcome", protocol: 1, player: "ada" };
const snapshot = (table: string) => ({ type: "snapshot", table, epoch: 1, seq: 5, view: {} });

test("what was dropped because it came too fast is asked for again, after the rest", () => {
  const { casino, line } = opened();
  casino.watchLobby(true);
  casino.watch("speed-1");
  casino.watch("speed-2");
  casino.enter("table:speed-1");
  line.hear(snapshot("speed-1"));
  void casino.act("speed-2", { type: "Rebet" });
  line.sent.length = 0;
  line.hear({ type: "fault", code: "rate/too_fast" });
  vi.advanceTimersByTime(900);
  expect(line.sent).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(watched(line)).toEqual(["speed-2"]); // the other one was heard
  const asked = line.sent.map((one) => one.type);
  expect(asked).toContain("watch_lobby");
  expect(asked).toContain("enter");
  expect(asked).toContain("act");
});

test("a table that was left meanwhile is not asked for again", () => {
  const { casino, line } = opened();
  casino.watch("speed-1");
  line.hear({ type: "fault", code: "rate/too_fast" });
  casino.unwatch("speed-1");
  line.sent.length = 0;
  vi.advanceTimersByTime(2_000);
  expect(watched(line)).toEqual([]);
});

test("what is still told of a table that was left is not heard", () => {
  const { casino, line } = opened();
  casino.watch("speed-1");
  line.hear(snapshot("speed-1"));
  casino.unwatch("speed-1");
  heard.length = 0;
  line.hear({
    type: "update",
    table: "speed-1",
    epoch: 1,
    after: 5,
    seq: 6,
    set: {},
    happened: [],
  });
  line.hear({ type: "you", table: "speed-1", epoch: 1, seq: 6, you: {} });
  expect(heard).toEqual([]);
});

test("I4 a bet without an answer is repeated under its id, once the same player is welcomed", () => {
  const { casino, line } = opened();
  line.hear(welcome);
  void casino.act("speed-1", { type: "Rebet" });
  const [bet] = line.sent.filter((one) => one.type === "act");
  casino.cut();
  casino.hurry();
  const next = Line.all.at(-1) as Line;
  next.open();
  expect(next.sent.filter((one) => one.type === "act")).toEqual([]);
  next.hear(welcome);
  expect(next.sent.filter((one) => one.type === "act")).toEqual([bet]);
});

test("nobody's bets are repeated for another player who signed in meanwhile", async () => {
  const { casino, line } = opened();
  line.hear(welcome);
  const answer = casino.act("speed-1", { type: "Rebet" });
  casino.cut();
  casino.hurry();
  const next = Line.all.at(-1) as Line;
  next.open();
  heard.length = 0;
  next.hear({ ...welcome, player: "bruno" });
  expect(next.sent.filter((one) => one.type === "act")).toEqual([]);
  expect(casino.state).toBe("ended");
  expect(heard).toEqual([{ type: "ended", code: "session/replaced" }]);
  expect(await answer).toMatchObject({ accepted: false });
});

test("F247 a line that never opens is given up, and tried again", () => {
  const { casino } = opened();
  casino.cut();
  casino.hurry();
  expect(Line.all).toHaveLength(2);
  vi.advanceTimersByTime(20_000); // the server does not answer the handshake
  expect(Line.all.length).toBeGreaterThan(2);
  expect(casino.state).toBe("lost");
});

test("what waits for an answer hears that the session is over", async () => {
  const { casino, line } = opened();
  line.hear(welcome);
  const answer = casino.act("speed-1", { type: "Rebet" });
  line.hear({ type: "ended", code: "session/signed_out" });
  expect(await answer).toMatchObject({ accepted: false, code: "network/silent" });
});

test("F263 a table that was closed is asked for again when somebody wants it, and not before", () => {
  const { casino, line } = opened();
  const asked = () => line.sent.filter((one) => one.type === "watch").length;
  casino.watch("fun-speed-1");
  line.hear({ type: "notice", code: "table/closed", data: { table: "fun-speed-1" } });
  expect(heard.at(-1)).toMatchObject({ code: "table/closed" });
  line.onclose?.();
  vi.advanceTimersByTime(500);
  const next = Line.all.at(-1) as Line;
  next.open();
  expect(next.sent.filter((one) => one.type === "watch")).toHaveLength(0);
  expect(asked()).toBe(1);
  casino.watch("fun-speed-1");
  expect(next.sent.filter((one) => one.type === "watch")).toHaveLength(1);
});

test("F263 who plays at a table without having heard that it was closed finds it open", async () => {
  const { casino, line } = opened();
  casino.watch("fun-speed-1");
  const answer = casino.act("fun-speed-1", { type: "DealNow" });
  const { cmd_id: cmdId } = line.sent.at(-1) ?? {};
  line.hear({ type: "answer", cmd_id: cmdId, accepted: false, code: "table/closed" });
  expect((await answer).code).toBe("table/closed");
  expect(line.sent.at(-1)).toEqual({ type: "watch", table: "fun-speed-1" });
});
