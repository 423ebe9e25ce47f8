// Which shoe the roads show, and what has been asked of them.

import { api } from "@sabot/wire";
import type { Scorecard } from "@sabot/wire/types";
import { NO_PREVIEW, previewOf, type Preview } from "./next-cell.ts";

export type ShoeChoice = "0" | "1" | "2";
export type Side = "P" | "B";

const ASK_MS = 5_000;

export class Scoreboard {
  shoe = $state<ShoeChoice>("0");
  numbers = $state(false);
  asked = $state<Side | null>(null);
  failed = $state(false);
  #past = $state.raw<readonly Scorecard[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #current: () => Scorecard | null;
  readonly #table: () => string;

  constructor(current: () => Scorecard | null, table: () => string) {
    this.#current = current;
    this.#table = table;
  }

  /** The roads that are shown; null where there is no such shoe. */
  get card(): Scorecard | null {
    return this.shoe === "0" ? this.#current() : (this.#past[Number(this.shoe)] ?? null);
  }

  get preview(): Preview {
    const card = this.card;
    return this.asked === null || this.shoe !== "0" || card === null ? NO_PREVIEW : previewOf(card, this.asked);
  }

  /** Past shoes do not change: they are requested when the player opens them (F203). */
  async choose(shoe: ShoeChoice): Promise<void> {
    this.shoe = shoe;
    this.forget();
    if (shoe === "0") return;
    try {
      const { shoes } = await api<{ readonly shoes: readonly Scorecard[] }>(
        "GET",
        `/api/tables/${encodeURIComponent(this.#table())}/scorecards`,
      );
      this.#past = shoes;
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  /** Shown until the second click, the next result, or five seconds (F200). */
  ask(side: Side): void {
    const again = this.asked === side;
    this.forget();
    if (again) return;
    this.asked = side;
    this.#timer = setTimeout(() => this.forget(), ASK_MS);
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.asked = null;
  }
}
