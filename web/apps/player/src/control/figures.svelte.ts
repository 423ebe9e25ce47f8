// How a player stands: the session's figures, own limits, and when the next reality check is due.

import { api, ApiError } from "@sabot/wire";
import { floor } from "../state/floor.svelte.ts";
import { session } from "../state/session.svelte.ts";

export interface Sums {
  readonly staked: number;
  readonly returned: number;
  readonly net: number;
}

export interface Figures {
  readonly at_ms: number;
  readonly started_ms: number;
  readonly minutes: number;
  readonly session: Sums;
  /** Midnight in the house's time zone. */
  readonly today_began_ms: number;
  readonly today_minutes: number;
  readonly today: Sums;
  readonly check_minutes: number | null;
  readonly next_check_ms: number | null;
}

export const LIMITS = [
  "stake_per_round",
  "stake_per_day",
  "loss_per_day",
  "loss_per_week",
  "loss_per_month",
  "session_time",
] as const;
export type LimitName = (typeof LIMITS)[number];

export interface Limit {
  readonly name: LimitName;
  readonly value: number | null;
  readonly used: number | null;
  readonly highest: number;
  /** When `used` begins at zero again; null where it does not count up. */
  readonly resets_ms: number | null;
  readonly waiting: { readonly value: number | null; readonly acts_ms: number } | null;
}

export interface Limits {
  readonly limits: readonly Limit[];
  readonly check_minutes: number | null;
  readonly lock: { readonly code: string; readonly until_ms: number } | null;
}

class Standing {
  figures = $state.raw<Figures | null>(null);
  limits = $state.raw<Limits | null>(null);
  /** When the next reality check is due, on this machine's steady clock; null without one. */
  checkAt = $state<number | null>(null);

  /** Read everything; what does not come stays as it was. */
  async read(): Promise<void> {
    await Promise.all([this.refresh(), this.#quietly(() => this.readLimits())]);
  }

  /** Read the figures alone: they change with every round. */
  async refresh(): Promise<void> {
    await this.#quietly(() => this.readFigures());
  }

  /** Forget the figures at the end of a session: the next player has others. */
  forget(): void {
    this.figures = this.limits = this.checkAt = null;
  }

  async readFigures(): Promise<void> {
    const figures = await api<Figures>("GET", "/api/session");
    await floor.presented();
    this.figures = figures;
    session.net = figures.session.net;
    this.checkAt =
      figures.next_check_ms === null
        ? null
        : performance.now() + figures.next_check_ms - figures.at_ms;
  }

  async readLimits(): Promise<void> {
    this.limits = await api<Limits>("GET", "/api/limits");
  }

  async setLimit(name: LimitName | "reality_check", value: number | null): Promise<void> {
    this.limits = await api<Limits>("PUT", `/api/limits/${name}`, { value });
    if (name === "reality_check") await this.refresh();
  }

  /** The reality check was read: the casino takes bets again. */
  async answerCheck(): Promise<void> {
    await api("POST", "/api/session/check", {});
    await this.readFigures();
  }

  async pause(span: string): Promise<void> {
    const way = ["24h", "7d", "30d"].includes(span) ? "/api/cool-off" : "/api/exclusion";
    this.limits = await api<Limits>("POST", way, { span });
  }

  async #quietly(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the next reading tells
    }
  }
}

export const standing = new Standing();
