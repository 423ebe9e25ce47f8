// Everything the casino tells this client, kept for the pages: tables, lobby, money, lines of chat.

import { api, ApiError, Casino, type CasinoState } from "@sabot/wire";
import type { AnyCommand, Answer, Balance, Message, Tile, Welcome } from "@sabot/wire/types";
import type { Pace, Table } from "@sabot/table";
import { Presenting } from "./presenting.svelte.ts";

const PROTOCOL = 1;
const ATTEMPTS_BEFORE_ASKING = 2;
/** Messages of one write of the casino arrive within this. */
const SAME_BREATH_MS = 40;

/** A tile, and when its window ends on this machine's own clock. */
export type LiveTile = Tile & { readonly endsAt: number | null };

class Floor {
  connection = $state<CasinoState>("connecting");
  welcome = $state.raw<Welcome | null>(null);
  /** Money as the screen may show it: without what a card that is still turning has won. */
  balance = $state.raw<Balance | null>(null);
  /** Money as the casino told it last: what chips and decisions are measured against. */
  purse = $state.raw<Balance | null>(null);
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
  /** Chat, sound and notifications hear every message, each when the screen presents it. */
  readonly hearers = new Set<(message: Message) => void>();
  readonly #presenting = new Presenting((message) => this.#tell(message));
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
    if (state === "lost") this.#presenting.catchUp();
    if (state === "open") this.#presenting.expectBurst();
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
    this.#presenting.forget();
    this.tiles = [];
    this.lobbyKnown = false;
    this.balance = this.purse = null;
    this.stopping = false;
  }

  /** The table as this screen presents it: nothing of a card that has not turned yet. */
  table(id: string): Table {
    return this.#presenting.shown(id);
  }

  /** The table as the casino told it last: for what a player may do, never for what is shown. */
  live(id: string): Table {
    return this.#presenting.live(id);
  }

  /** A stage draws this table's cards, and takes this long; the answer ends that. */
  stage(id: string, pace: Pace): () => void {
    return this.#presenting.stage(id, pace);
  }

  /** Figures that may tell a result wait for the cards that are turning now. */
  presented(): Promise<void> {
    return new Promise((resolve) => this.#presenting.after(resolve));
  }

  watch(id: string): void {
    this.#casino?.watch(id);
  }

  unwatch(id: string): void {
    this.#casino?.unwatch(id);
    this.#presenting.forget(id);
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
    return await this.#casino.act(table, command, this.live(table).view?.bets_for ?? "");
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
        this.#heardBalance(message);
        return;
      case "lobby":
        this.tiles = message.tiles.map(live);
        this.lobbyKnown = true;
        break;
      case "tile": {
        const changed = live(message.tile);
        this.#presenting.after(() => {
          this.#show(changed);
          this.#tell(message);
        }, changed.table);
        return;
      }
      case "notice":
        this.#afterItsTable(() => this.#tell(message)); // a limit that is reached tells a loss
        return;
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
        if (this.#presenting.apply(message.table, message)) this.#casino?.watchAgain(message.table);
        return;
      default:
    }
    this.#tell(message);
  }

  #tell(message: Message): void {
    for (const hear of this.hearers) hear(message);
  }

  #show(changed: LiveTile): void {
    this.tiles = this.tiles.some((tile) => tile.table === changed.table)
      ? this.tiles.map((tile) => (tile.table === changed.table ? changed : tile))
      : [...this.tiles, changed];
  }

  /** Money that left is shown at once: only money that came tells a result. */
  #heardBalance(message: Balance): void {
    const before = this.balance;
    this.purse = message;
    if (before === null || !came(before, message)) {
      this.balance = message;
      this.#tell(message);
      return;
    }
    this.balance = {
      ...before,
      balance: lower(before.balance, message.balance),
      available: lower(before.available, message.available),
    };
    this.#afterItsTable(() => {
      if (this.purse === message) this.balance = message;
      this.#tell(message);
    });
  }

  /** What is a player's own comes before the table it is about, in the same breath. */
  #afterItsTable(release: () => void): void {
    setTimeout(() => this.#presenting.after(release), SAME_BREATH_MS);
  }
}

/** Money came: a table may have to show why first. */
function came(before: Balance, now: Balance): boolean {
  const more = (one: number | null, other: number | null): boolean =>
    one !== null && other !== null && other > one;
  return more(before.balance, now.balance) || more(before.available, now.available);
}

function lower(one: number | null, other: number | null): number | null {
  return one === null || other === null ? one : Math.min(one, other);
}

/** The player's own pauses and limits, as far as they keep the player out now. */
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
