// The lists of rounds: today whole, earlier days page by page.

import { api, ApiError } from "@sabot/wire";
import { floor } from "../../state/floor.svelte.ts";
import { midnightBefore, momentsIn } from "./moments.ts";
import type {
  AccountHistory,
  AccountLine,
  History,
  HistoryDay,
  Lobby,
  RoundLine,
} from "@sabot/wire/types";

export type Tab = "today" | "previous";

export interface Table {
  readonly name: string;
  readonly game: string;
}

/** Days of one page after those of the pages before; a day may go on over two pages. */
export function joined(
  before: readonly HistoryDay[],
  more: readonly HistoryDay[],
): readonly HistoryDay[] {
  const last = before.at(-1);
  const [first, ...rest] = more;
  if (last === undefined || first === undefined || last.day !== first.day)
    return [...before, ...more];
  const whole = { day: last.day, rounds: [...last.rounds, ...first.rounds] };
  return [...before.slice(0, -1), whole, ...rest];
}

/** The same rounds by the player's own days; the server sends them by days of universal time. */
export function byLocalDay(
  days: readonly HistoryDay[],
  dayOf: (wallMs: number) => string,
): readonly HistoryDay[] {
  return days
    .flatMap((day) => day.rounds)
    .map((line) => ({ day: dayOf(line.ended_at_ms ?? 0), rounds: [line] }))
    .reduce<readonly HistoryDay[]>((known, one) => joined(known, [one]), []);
}

export interface Sum {
  readonly rounds: number;
  readonly staked: number;
  readonly returned: number;
}

/** An annulled round has cost and brought nothing. */
export function summed(days: readonly HistoryDay[]): Sum {
  const lines = days.flatMap((day) => day.rounds).filter((line) => line.status !== "annulled");
  const total = (of: (line: RoundLine) => number): number =>
    lines.reduce((sum, line) => sum + of(line), 0);
  return {
    rounds: lines.length,
    staked: total((line) => line.staked),
    returned: total((line) => line.returned ?? 0),
  };
}

/** Entries outside of rounds that belong to a tab; today began at midnight by the player's clock. */
export function accountOf(
  entries: readonly AccountLine[],
  tab: Tab,
  midnightMs: number,
): readonly AccountLine[] {
  return entries.filter((entry) => entry.at_ms >= midnightMs === (tab === "today"));
}

export class Listing {
  tab = $state<Tab>("today");
  days = $state.raw<readonly HistoryDay[]>([]);
  open = $state.raw<readonly RoundLine[]>([]);
  /** Credits and golden chips; they are in no sum. */
  account = $state.raw<readonly AccountLine[]>([]);
  next = $state<string | null>(null);
  loading = $state(true);
  /** The code of what went wrong. */
  trouble = $state<string | null>(null);
  tables = $state.raw<Readonly<Record<string, Table>>>({});

  async choose(tab: Tab): Promise<void> {
    this.tab = tab;
    this.days = [];
    this.open = [];
    this.account = [];
    void this.#readAccount(tab);
    const name = tab === "today" ? "since" : "until";
    await this.#read(tab, `/api/history/${tab}?${name}=${this.#midnight}`);
  }

  /** The page that follows; a long day of today goes on in the list of earlier ones. */
  async more(): Promise<void> {
    if (this.next === null) return;
    const before = encodeURIComponent(this.next);
    const path = `/api/history/previous?before=${before}&until=${this.#midnight}`;
    await this.#read(this.tab, path, this.days);
  }

  /** Today begins at midnight by the player's own clock. */
  get #midnight(): number {
    return midnightBefore(Date.now() + floor.skewMs);
  }

  async #read(tab: Tab, path: string, before: readonly HistoryDay[] = []): Promise<void> {
    this.loading = true;
    this.trouble = null;
    try {
      const page = await api<History>("GET", path);
      if (tab !== this.tab) return; // another list has been asked for since
      this.days = joined(before, byLocalDay(page.days, momentsIn("en").dayOf));
      this.open = before.length === 0 ? page.open : this.open;
      this.next = page.next;
      await this.#names();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (tab === this.tab) this.trouble = error.code;
    } finally {
      if (tab === this.tab) this.loading = false;
    }
  }

  /** Beside the rounds: neither waits for the other. */
  async #readAccount(tab: Tab): Promise<void> {
    try {
      const { entries } = await api<AccountHistory>("GET", "/api/history/account");
      if (tab === this.tab) this.account = accountOf(entries, tab, this.#midnight);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (tab === this.tab) this.trouble = error.code;
    }
  }

  async #names(): Promise<void> {
    if (Object.keys(this.tables).length > 0) return;
    const { tables } = await api<{ tables: Lobby["tiles"] }>("GET", "/api/tables");
    this.tables = Object.fromEntries(
      tables.map(({ table, name, game }) => [table, { name, game }]),
    );
  }
}
