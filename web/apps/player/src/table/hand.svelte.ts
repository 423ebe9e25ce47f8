// The chip in the hand: of one table, or the same one for every table of Multiplay (F218).

import type { GoldenChips, TableInfo } from "@sabot/wire/types";
import { t } from "../language/language.svelte.ts";
import { brief } from "../language/money.ts";
import { announcer } from "../state/announcer.svelte.ts";

const HELD = "sabot/chip";

export class Hand {
  golden = $state.raw<GoldenChips | null>(null);
  /** Other tables take chips from this hand too: it stays open while one of them is closed. */
  shared = $state(false);
  #value = $state(0);

  /** The chip held last if the table has it, otherwise the smallest one that is a bet by itself. */
  constructor({ chips, bets }: Pick<TableInfo, "chips" | "bets">) {
    const kept = Number(localStorage.getItem(HELD));
    const minimum = bets.find((bet) => bet.role === "main")?.minimum ?? 0;
    this.#value = chips.includes(kept)
      ? kept
      : (chips.find((chip) => chip >= minimum) ?? chips[0] ?? 0);
  }

  get chip(): number {
    return this.golden?.value ?? this.#value;
  }

  hold(chip: number | GoldenChips): void {
    if (typeof chip === "number") {
      this.#value = chip;
      this.golden = null;
      localStorage.setItem(HELD, String(chip));
    } else {
      this.golden = chip;
    }
    announcer.say(t("table:said.chip", { chip: brief(this.chip) }));
  }
}
