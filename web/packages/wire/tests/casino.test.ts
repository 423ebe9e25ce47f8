import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Casino, type CasinoState } from "../src/casino.ts";

/** A socket whose other end is this test. */
class Line {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 0;
  readonly sent: { type: string; n?: number }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string; n?: number });
  }
  /** As a browser does on a dead line: nothing comes back, and no farewell is heard for long. */
  close(): void {
    this.readyState = 2;
  }
  open(): void {
    this.readyState = Line.OPEN;
    this.onopen?.();
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  get pings(): number[] {
    return this.sent.flatMap((one) => (one.type === "ping" ? [one.n ?? 0] : []));
  }
}

let states: CasinoState[] = [];
function opened(): { casino: Casino; line: Line } {
  const heard = { message: () => undefined, state: (state: CasinoState) => states.push(state) };
  const casino = new Casino("ws://casino/ws", heard);
  const line = Line.all.at(-1) as Line;
  line.open();
  return { casino, line };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  [states, Line.all] = [[], []];
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
