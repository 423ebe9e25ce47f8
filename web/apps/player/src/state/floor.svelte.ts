// Everything the casino tells this client, kept for the pages: tables, lobby, money, lines of chat.

import { api, ApiError, Casino, type CasinoState } from "@sabot/wire";
import type { AnyCommand, Answer, Balance, Message, Tile, Welcome } from "@sabot/wire/types";
import { applied, emptyTable, type Table } from "@sabot/table";

const PROTOCOL = 1;
const ATTEMPTS_BEFORE_ASKING = 2;

/** A tile, and when its window ends on this machine's own clock. */
export type LiveTile = Tile & { readonly endsAt: number | null };

/** Who looks at one table is not woken by the others. */
class Place {
  told = $state.raw<Table>(emptyTable);
}

class Floor {
  connection = $state<CasinoState>("connecting");
  welcome = $state.raw<Welcome | null>(null);
  balance = $state.raw<Balance | null>(null);
  /** When the next attempt to come back is made. */
  retryAt = $state<number | null>(null);
  tiles = $state.raw<readonly LiveTile[]>([]);
  /** False until the lobby was told once. */
  lobbyKnown = $state(false);
  /** The house stops and comes back. */
  stopping = $state(false);
  /** Why the session ended; null while it lasts. */
  ended = $state<string | null>(null);
  /** Until when a pause of their own lasts, where this page knows. */
  until = $state<number | null>(null);
  /** While this page signs out: whether it heard that its own session ended, which is no news. */
  parting: { over: boolean } | null = null;
  /** How far the casino's clock is ahead of this machine's. */
  skewMs = 0;
  /** Who wants to hear every message: chat, sound, notifications. */
  readonly hearers = new Set<(message: Message) => void>();
  #tables = $state.raw<Readonly<Record<string, Place>>>({});
  #casino: Casino | null = null;
  /** Pages that want to know about all tables. */
  #lobbyWatchers = 0;

  /** Open the socket of the session that the cookie names. */
  open(): void {
    this.#casino?.close();
    this.ended = this.until = null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#casino = new Casino(`${scheme}://${location.host}/ws`, {
      message: (message) => this.#heard(message),
      state: (state) => {
        this.#turned(state);
      },
    });
  }

  cut(): void {
    this.#casino?.cut();
  }

  hurry(): void {
    this.#casino?.hurry();
  }

  #turned(state: CasinoState): void {
    this.connection = state;
    this.retryAt = this.#casino?.retryAt ?? null;
    if (state === "open") this.stopping = false;
    const attempts = this.#casino?.attempts ?? 0;
    if (state === "lost" && attempts >= ATTEMPTS_BEFORE_ASKING) void this.#askWhy();
  }

  /** A socket that is refused says nothing: over HTTP the casino tells whether it is for good. */
  async #askWhy(): Promise<void> {
    try {
      await api("GET", "/api/me");
      const code = shutBy(await api<Doors>("GET", "/api/limits"));
      if (code !== null) this.#end(code);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const ours = error.code !== "server/unclear"; // not the words of something in front of it
      if (ours && (error.status === 401 || error.status === 403)) this.#end(error.code);
    }
  }

  #end(code: string): void {
    this.ended = code;
    this.#casino?.close();
  }

  close(): void {
    this.#casino?.close();
    this.#casino = null;
    this.#tables = {};
    this.tiles = [];
    this.lobbyKnown = false;
    this.balance = null;
    this.stopping = false;
  }

  table(id: string): Table {
    return this.#tables[id]?.told ?? emptyTable;
  }

  watch(id: string): void {
    this.#casino?.watch(id);
  }

  unwatch(id: string): void {
    this.#casino?.unwatch(id);
    this.#tables = Object.fromEntries(
      Object.entries(this.#tables).filter(([other]) => other !== id),
    );
  }

  watchLobby(on: boolean): void {
    const before = this.#lobbyWatchers;
    this.#lobbyWatchers = Math.max(0, before + (on ? 1 : -1));
    const watched = this.#lobbyWatchers > 0;
    if (watched !== before > 0) this.#casino?.watchLobby(watched);
  }

  async act(table: string, command: AnyCommand): Promise<Answer> {
    if (this.#casino === null)
      return { type: "answer", cmd_id: "", accepted: false, code: "network/silent" };
    return await this.#casino.act(table, command, this.table(table).view?.bets_for ?? "");
  }

  say(room: string, text: string): Promise<Answer> | undefined {
    return this.#casino?.say(room, text);
  }

  enter(room: string): void {
    this.#casino?.enter(room);
  }

  exit(room: string): void {
    this.#casino?.exit(room);
  }

  get roundTripMs(): number | null {
    return this.#casino?.roundTripMs ?? null;
  }

  /** How often the line was lost in the last minute, for the automatic classic view (F236). */
  lossesInTheLastMinute(): number {
    const since = performance.now() - 60_000;
    return this.#casino?.losses.filter((at) => at > since).length ?? 0;
  }

  #heard(message: Message): void {
    switch (message.type) {
      case "welcome":
        this.welcome = message;
        this.skewMs = message.at_ms - Date.now();
        if (message.protocol !== PROTOCOL) this.#end("protocol/other");
        break;
      case "balance":
        this.balance = message;
        break;
      case "lobby":
        this.tiles = message.tiles.map(live);
        this.lobbyKnown = true;
        break;
      case "tile": {
        const changed = live(message.tile);
        this.tiles = this.tiles.some((tile) => tile.table === changed.table)
          ? this.tiles.map((tile) => (tile.table === changed.table ? changed : tile))
          : [...this.tiles, changed];
        break;
      }
      case "ended":
        if (message.code.startsWith("server/")) this.stopping = true;
        else if (this.parting !== null) this.parting.over = true;
        else this.ended = message.code;
        break;
      case "snapshot":
      case "update":
      case "last_seconds":
      case "you":
      case "crowd":
        this.#apply(message.table, message);
        break;
      default:
    }
    for (const hear of this.hearers) hear(message);
  }

  #apply(id: string, message: Message): void {
    const before = this.table(id);
    const table = applied(before, message, performance.now());
    const place = this.#tables[id] ?? new Place();
    place.told = table;
    if (!this.#tables[id]) this.#tables = { ...this.#tables, [id]: place };
    if (table.behind && !before.behind) this.#casino?.watchAgain(id);
  }
}

/** Doors that players shut themselves, as far as they keep somebody out. */
interface Doors {
  readonly lock: { readonly code: string } | null;
  readonly limits: readonly {
    readonly name: string;
    readonly value: number | null;
    readonly used: number | null;
  }[];
}

function shutBy({ lock, limits }: Doors): string | null {
  if (lock !== null) return lock.code;
  const time = limits.find((limit) => limit.name === "session_time");
  return time?.value != null && (time.used ?? 0) >= time.value ? "control/session_time" : null;
}

function live(tile: Tile): LiveTile {
  return { ...tile, endsAt: tile.left_ms === null ? null : performance.now() + tile.left_ms };
}

export const floor = new Floor();
