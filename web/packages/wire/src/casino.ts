// One socket to the casino: it comes back by itself, catches up where it was, and repeats what
// got no answer under the same id, so that nothing is done twice.

import type { AnyCommand, AnyRequest, Answer, Message } from "./generated/index.ts";

export type CasinoState = "connecting" | "open" | "lost" | "ended";

export interface Heard {
  message(message: Message): void;
  state(state: CasinoState): void;
}

interface Waiting {
  readonly request: AnyRequest & { readonly cmd_id: string };
  readonly settle: (answer: Answer) => void;
  sentAt: number;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8_000;
const PING_MS = 3_000;
const SILENCE_MS = 5_500;
const ANSWER_MS = 10_000;
const OPENING_MS = 10_000;
const TOO_FAST = "rate/too_fast";
/** A private table that was closed because its player had left (F263); watching it opens it again. */
const CLOSED = "table/closed";
/** How long the casino reads nothing from a client that asked too fast. */
const REST_MS = 1_200;
/** Between two tables that are asked for again after it. */
const SLOWLY_MS = 100;

export class Casino {
  state: CasinoState = "connecting";
  /** The last round trip, for the automatic classic view. */
  roundTripMs: number | null = null;
  /** Moments at which an open connection was lost. */
  readonly losses: number[] = [];
  /** When the next attempt is made; null while none is due. */
  retryAt: number | null = null;
  /** Attempts since the line was last open. */
  attempts = 0;

  readonly #url: string;
  readonly #heard: Heard;
  readonly #waiting = new Map<string, Waiting>();
  readonly #watching = new Map<string, { epoch: number; seq: number } | null>();
  /** Tables of which nothing came since they were asked for. */
  readonly #unheard = new Set<string>();
  readonly #rooms = new Set<string>();
  /** What staff follow beside tables and rooms: asked for again after each reconnect. */
  readonly #following = new Map<string, AnyRequest>();
  #lobby = false;
  /** The account of the first welcome: another account that signs in later is not followed. */
  #player: string | undefined;
  #socket: WebSocket | null = null;
  /** The first ping since something was last heard. */
  #askedAt: number | null = null;
  #pings = new Map<number, number>();
  #numbers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #pinger: ReturnType<typeof setInterval> | undefined;
  readonly #name = crypto.getRandomValues(new Uint32Array(2)).join("-");

  constructor(url: string, heard: Heard) {
    this.#url = url;
    this.#heard = heard;
    this.#connect();
  }

  /** A table that is watched already is not asked for twice. */
  watch(table: string): void {
    if (!this.#watching.has(table)) this.watchAgain(table);
  }

  unwatch(table: string): void {
    this.#forget(table);
    this.#send({ type: "unwatch", table });
  }

  #forget(table: string): void {
    this.#watching.delete(table);
    this.#unheard.delete(table);
  }

  /** An update was missed: ask for the whole table. */
  watchAgain(table: string): void {
    this.#watching.set(table, null);
    this.#askFor(table);
  }

  watchLobby(on: boolean): void {
    this.#lobby = on;
    this.#send({ type: on ? "watch_lobby" : "unwatch_lobby" });
  }

  enter(room: string): void {
    this.#rooms.add(room);
    this.#send({ type: "enter", room });
  }

  exit(room: string): void {
    this.#rooms.delete(room);
    this.#send({ type: "exit", room });
  }

  /** `bets_for` as the view had it when the player chose: a copy that comes later is no new bet. */
  act(table: string, command: AnyCommand, bets_for = ""): Promise<Answer> {
    return this.ask({ type: "act", cmd_id: this.newId(), table, command, bets_for });
  }

  say(room: string, text: string): Promise<Answer> {
    return this.ask({ type: "say", cmd_id: this.newId(), room, text });
  }

  /** A request that has no answer, such as a heartbeat: lost when the line is down. */
  tell(request: AnyRequest): void {
    this.#send(request);
  }

  /** Keep asking for this after a reconnect, until it is unfollowed. */
  follow(request: AnyRequest): void {
    this.#following.set(request.type, request);
    this.#send(request);
  }

  unfollow(type: AnyRequest["type"], farewell: AnyRequest): void {
    this.#following.delete(type);
    this.#send(farewell);
  }

  /** Send a request that waits for its answer once more, under its own id. */
  again(cmdId: string): void {
    const waiting = this.#waiting.get(cmdId);
    if (waiting === undefined) return;
    waiting.sentAt = performance.now();
    this.#send(waiting.request);
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#resting);
    clearInterval(this.#pinger);
    this.#end();
    this.#socket?.close();
  }

  /** Try again at once: the network is said to be back. */
  hurry(): void {
    if (this.state !== "lost" || this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** The device has no network any more: a dead line may stay silent for long. */
  cut(): void {
    if (this.state === "open" && this.#socket !== null) this.#leave(this.#socket);
  }

  #leave(socket: WebSocket): void {
    socket.onclose = null; // its farewell would wait for an answer
    socket.close();
    this.#closed(socket);
  }

  /** Begins with the time: what is asked together is stored together. */
  newId(): string {
    this.#numbers += 1;
    return `${Date.now().toString(36)}:${this.#name}:${this.#numbers}`;
  }

  /** A request under an id of the caller's: the same id again is the same request. */
  ask(request: AnyRequest & { readonly cmd_id: string }): Promise<Answer> {
    return new Promise((settle) => {
      this.#waiting.set(request.cmd_id, { request, settle, sentAt: performance.now() });
      if (this.state === "ended") this.#giveUp(request.cmd_id);
      else this.#send(request);
    });
  }

  /** What got no answer, under its own id again. Chat has no memory: a line is not repeated. */
  #repeat(olderThanMs: number): void {
    const now = performance.now();
    for (const waiting of [...this.#waiting.values()]) {
      if (now - waiting.sentAt < olderThanMs) continue;
      if (waiting.request.type === "say") {
        this.#giveUp(waiting.request.cmd_id);
      } else {
        waiting.sentAt = now;
        this.#send(waiting.request);
      }
    }
  }

  #giveUp(cmdId: string): void {
    this.#waiting
      .get(cmdId)
      ?.settle({ type: "answer", cmd_id: cmdId, accepted: false, code: "network/silent" });
    this.#waiting.delete(cmdId);
  }

  #askFor(table: string): void {
    const since = this.#watching.get(table);
    this.#unheard.add(table);
    this.#send(since == null ? { type: "watch", table } : { type: "watch", table, since });
  }

  /** One request was too much, and dropped with whatever came together with it. */
  #askAgain(): void {
    this.#askForRest();
    this.#repeat(0);
    this.#askSlowly([...this.#unheard]);
  }

  /** Everything beside tables. */
  #askForRest(): void {
    if (this.#lobby) this.#send({ type: "watch_lobby" });
    for (const room of this.#rooms) this.#send({ type: "enter", room });
    for (const request of this.#following.values()) this.#send(request);
  }

  #askSlowly(tables: readonly string[]): void {
    const [table, ...others] = tables.filter((one) => this.#unheard.has(one));
    if (table === undefined) return;
    this.#askFor(table);
    this.#resting = setTimeout(() => this.#askSlowly(others), SLOWLY_MS);
  }

  #send(request: AnyRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  #connect(): void {
    this.retryAt = null;
    this.#pings.clear();
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#received(JSON.parse(event.data as string) as Message);
    socket.onclose = () => this.#closed(socket);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#leave(socket), OPENING_MS);
  }

  #opened(): void {
    clearTimeout(this.#timer);
    this.attempts = 0;
    this.#askedAt = null;
    for (const table of this.#watching.keys()) this.#askFor(table);
    this.#askForRest();
    this.#become("open");
    clearInterval(this.#pinger);
    this.#pinger = setInterval(() => this.#ping(), PING_MS);
  }

  #ping(): void {
    const now = performance.now();
    if (this.#askedAt !== null && now - this.#askedAt > SILENCE_MS) {
      this.cut(); // a line that does not answer is no line
      return;
    }
    this.#askedAt ??= now;
    this.#repeat(ANSWER_MS);
    const n = Math.trunc(performance.now());
    this.#pings.set(n, performance.now());
    this.#send({ type: "ping", n });
  }

  #received(message: Message): void {
    this.#askedAt = null;
    if ("table" in message && message.type !== "staff_table") {
      if (!this.#watching.has(message.table)) return; // told before the casino heard that one left
      // A watch without `since` waits for its snapshot; one with `since` may get no message at all.
      if (message.type === "snapshot" || this.#watching.get(message.table) !== null)
        this.#unheard.delete(message.table);
    }
    switch (message.type) {
      case "welcome":
        if (this.#player !== undefined && message.player !== this.#player) {
          this.#heard.message({ type: "ended", code: "session/replaced" });
          this.close();
          return;
        }
        this.#player = message.player;
        break;
      case "fault":
        if (message.code !== TOO_FAST) break;
        clearTimeout(this.#resting);
        this.#resting = setTimeout(() => this.#askAgain(), REST_MS);
        break;
      case "snapshot":
        this.#watching.set(message.table, { epoch: message.epoch, seq: message.seq });
        break;
      case "update": {
        const since = this.#watching.get(message.table);
        if (since?.epoch === message.epoch && since.seq === message.after) {
          this.#watching.set(message.table, { epoch: message.epoch, seq: message.seq });
        }
        break;
      }
      case "notice":
        if (message.code === CLOSED) this.#forget(String(message.data?.["table"]));
        break;
      case "answer": {
        const waiting = this.#waiting.get(message.cmd_id);
        waiting?.settle(message);
        this.#waiting.delete(message.cmd_id);
        // The player wants to play there and does not know that it was closed.
        if (message.code === CLOSED && waiting?.request.type === "act")
          this.watchAgain(waiting.request.table);
        break;
      }
      case "pong": {
        const sent = this.#pings.get(message.n);
        if (sent !== undefined) this.roundTripMs = performance.now() - sent;
        this.#pings.clear();
        break;
      }
      case "ended":
        // A house that stops comes back; a session that is over does not.
        if (!message.code.startsWith("server/")) this.#end();
        break;
      default:
    }
    this.#heard.message(message);
    if (message.type === "welcome" && this.state === "open") this.#repeat(0);
  }

  #closed(socket: WebSocket): void {
    clearInterval(this.#pinger);
    clearTimeout(this.#resting);
    if (socket !== this.#socket || this.state === "ended") return;
    if (this.state === "open") this.losses.push(performance.now());
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.attempts);
    const wait = longest * (0.75 + Math.random() / 2);
    this.attempts += 1;
    this.retryAt = performance.now() + wait;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.state = "lost";
    this.#heard.state("lost");
  }

  #end(): void {
    this.#become("ended");
    for (const cmdId of [...this.#waiting.keys()]) this.#giveUp(cmdId);
  }

  #become(state: CasinoState): void {
    if (this.state === state) return;
    this.state = state;
    this.#heard.state(state);
  }
}
