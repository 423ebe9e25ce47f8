// The line to the casino: tables as they were told last, answers to requests, and who listens.

import { applied, emptyTable, type Table } from "@sabot/table";
import { api, ApiError, Casino, type CasinoState } from "@sabot/wire";
import type { AnyCommand, AnyRequest, Answer, Message, Welcome } from "@sabot/wire/types";
import { SvelteMap } from "svelte/reactivity";
import { consoleId } from "./console.ts";

const PROTOCOL = 1;
const ATTEMPTS_BEFORE_ASKING = 2;
/** Between two tries of a command that could not be written yet, under the same id. */
const WAITS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000];
/** Refusals that say nothing about the command: the same one may be accepted a moment later. */
const NOT_YET = /^(?:table\/busy|store\/|rate\/)/;

export const notYet = (code: string | undefined): boolean => NOT_YET.test(code ?? "");

type Asked = Extract<AnyRequest, { readonly cmd_id: string }>;
type Without<Request, Key extends string> = Request extends unknown ? Omit<Request, Key> : never;

class Line {
  connection = $state<CasinoState>("connecting");
  welcome = $state.raw<Welcome | null>(null);
  /** The last round trip. */
  roundTripMs = $state<number | null>(null);
  /** Since when the line is down, on this machine's steady clock; null while it is open. */
  lostAt = $state<number | null>(null);
  /** Why the session ended; null while it lasts. */
  ended = $state<string | null>(null);
  /** How far the casino's clock is ahead of this machine's. */
  skewMs = 0;
  /** Hears every message once the tables have it. */
  readonly hearers = new Set<(message: Message) => void>();
  readonly #tables = new SvelteMap<string, Table>();
  readonly #watchers = new Map<string, number>();
  #casino: Casino | null = null;

  open(): void {
    this.close();
    this.ended = null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#casino = new Casino(`${scheme}://${location.host}/ws`, {
      message: (message) => this.#heard(message),
      state: (state) => this.#turned(state),
    });
    for (const table of this.#watchers.keys()) this.#casino.watch(table);
  }

  close(): void {
    this.#casino?.close();
    this.#casino = null;
    this.#tables.clear();
    this.lostAt = this.roundTripMs = null;
  }

  /** The device has a network again, or the page is looked at again. */
  hurry(): void {
    this.#casino?.hurry();
  }

  cut(): void {
    this.#casino?.cut();
  }

  /** The casino's wall clock, as far as this machine can tell. */
  wallNow(): number {
    return Date.now() + this.skewMs;
  }

  table(id: string): Table {
    return this.#tables.get(id) ?? emptyTable;
  }

  /** Watch a table until the answer is called; several parts of a page may watch the same one. */
  watch(id: string): () => void {
    const watchers = this.#watchers.get(id) ?? 0;
    this.#watchers.set(id, watchers + 1);
    if (watchers === 0) this.#casino?.watch(id);
    return () => {
      const left = (this.#watchers.get(id) ?? 1) - 1;
      if (left > 0) {
        this.#watchers.set(id, left);
        return;
      }
      this.#watchers.delete(id);
      this.#casino?.unwatch(id);
      this.#tables.delete(id);
    };
  }

  newId(): string {
    return this.#casino?.newId() ?? "";
  }

  /** A command of this console. What could not be written yet is sent again under the same id. */
  act(table: string, command: AnyCommand, cmdId = this.newId()): Promise<Answer> {
    return this.ask({ type: "act", table, command, console: consoleId() }, cmdId);
  }

  /** A request that is answered under its id. */
  async ask(request: Without<Asked, "cmd_id">, cmdId = this.newId()): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      const casino = this.#casino;
      if (casino === null) return silent(cmdId);
      const answer = await casino.ask({ ...request, cmd_id: cmdId } as Asked);
      const wait = WAITS_MS[attempt];
      if (answer.accepted || !notYet(answer.code) || wait === undefined) return answer;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  /** Send a request that has no answer yet once more, under its own id. */
  again(cmdId: string): void {
    this.#casino?.again(cmdId);
  }

  /** A request that has no answer. */
  tell(request: AnyRequest): void {
    this.#casino?.tell(request);
  }

  /** Follow something over reconnects: `watch_staff`, `watch_chats`, `watch_support`. */
  follow(what: "staff" | "chats" | "support"): () => void {
    const casino = this.#casino;
    casino?.follow({ type: `watch_${what}` });
    return () => casino?.unfollow(`watch_${what}`, { type: `unwatch_${what}` });
  }

  enter(room: string): () => void {
    const casino = this.#casino;
    casino?.enter(room);
    return () => casino?.exit(room);
  }

  #turned(state: CasinoState): void {
    this.connection = state;
    if (state === "open") this.lostAt = null;
    if (state !== "lost") return;
    this.lostAt ??= performance.now();
    this.roundTripMs = null;
    if ((this.#casino?.attempts ?? 0) >= ATTEMPTS_BEFORE_ASKING) void this.#askWhy();
  }

  /** A socket that is refused says nothing: over HTTP the casino tells whether it is for good. */
  async #askWhy(): Promise<void> {
    try {
      await api("GET", "/api/me");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const ours = error.code !== "server/unclear";
      if (ours && (error.status === 401 || error.status === 403)) this.#end(error.code);
    }
  }

  #end(code: string): void {
    this.ended = code;
    this.#casino?.close();
  }

  #heard(message: Message): void {
    switch (message.type) {
      case "welcome":
        this.welcome = message;
        this.skewMs = message.at_ms - Date.now();
        if (message.protocol !== PROTOCOL) this.#end("protocol/other");
        break;
      case "pong":
        this.roundTripMs = this.#casino?.roundTripMs ?? null;
        break;
      case "ended":
        if (!message.code.startsWith("server/")) this.ended = message.code;
        break;
      case "snapshot":
      case "update":
      case "last_seconds":
      case "crowd": {
        const table = applied(this.table(message.table), message, performance.now());
        this.#tables.set(message.table, table);
        if (table.behind) this.#casino?.watchAgain(message.table);
        break;
      }
      default:
    }
    for (const hear of this.hearers) hear(message);
  }
}

function silent(cmdId: string): Answer {
  return { type: "answer", cmd_id: cmdId, accepted: false, code: "network/silent" };
}

export const line = new Line();
