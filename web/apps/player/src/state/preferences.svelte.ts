// What a player has set. The casino keeps it; every tab of this browser follows.

import { api, ApiError } from "@sabot/wire";
import { ask } from "../opening/ahead.ts";

export type SideBets =
  | "pairs"
  | "bonus"
  | "big_small"
  | "egalite"
  | "super6"
  | "twenty_one_plus_three"
  | "perfect_pairs"
  | "pair_plus"
  | "poker_plus";

export type VoiceLanguage = "en" | "it" | "zh" | "ja" | "vi" | "ko" | "th" | "id";
export type Quality = "auto" | "low" | "medium" | "high";

/** The document of `GET /api/preferences`, as far as pages read it. */
export interface Preferences {
  readonly general: {
    readonly language: string;
    readonly video: boolean;
    readonly quality: Quality;
    readonly volume: number;
    readonly muted: boolean;
    readonly table_sound: boolean;
    readonly effects: boolean;
    readonly music: boolean;
    /** Null: as the page speaks (F233). */
    readonly voice: VoiceLanguage | null;
    readonly classic_view: boolean;
  };
  readonly game: {
    readonly zero_commission: boolean;
    readonly betting_statistics: boolean;
    readonly side_bets: readonly SideBets[];
    readonly dark_statistics: boolean;
    readonly auto_confirm: boolean;
    readonly hide_my_bets: boolean;
  };
  readonly auto_stand: number | null;
  readonly bet_behind: { readonly follow_double: boolean; readonly follow_split: boolean };
  readonly notifications: {
    readonly betting_opens: boolean;
    readonly my_turn: boolean;
    readonly good_road: boolean;
    readonly cancelled: boolean;
  };
  readonly chat: { readonly shown: boolean; readonly muted: readonly string[] };
  /** Absent until the casino has told them. */
  readonly multiplay?: MultiplaySettings;
  readonly favourites: readonly string[];
}

/** Many tables on one screen (F215, F220, F221, F224, F225). */
export interface MultiplaySettings {
  readonly pinned: readonly string[];
  readonly hidden: readonly string[];
  /** `streak:player` and the like with the least depth; 0 is the house's, null and absent are off. */
  readonly good_roads: Readonly<Record<string, number | null>>;
  readonly road_view: "big_road" | "derived";
  readonly roads_only: boolean;
  readonly extra_statistics: boolean;
  readonly side_bets: boolean;
}

export type PreferencesPatch = {
  readonly [part in keyof Preferences]?: Preferences[part] extends
    readonly unknown[] | number | null
    ? Preferences[part]
    : Partial<Preferences[part]>;
};

/** What holds until the casino has answered. */
const UNTOLD: Preferences = {
  general: {
    language: "en",
    video: true,
    quality: "auto",
    volume: 50,
    muted: true,
    table_sound: true,
    effects: true,
    music: false,
    voice: null,
    classic_view: false,
  },
  game: {
    zero_commission: false,
    betting_statistics: true,
    side_bets: [
      "pairs",
      "bonus",
      "big_small",
      "egalite",
      "super6",
      "twenty_one_plus_three",
      "perfect_pairs",
      "pair_plus",
      "poker_plus",
    ],
    dark_statistics: false,
    auto_confirm: true,
    hide_my_bets: false,
  },
  auto_stand: null,
  bet_behind: { follow_double: true, follow_split: true },
  notifications: { betting_opens: false, my_turn: true, good_road: true, cancelled: true },
  chat: { shown: true, muted: [] },
  favourites: [],
};

/** A merge patch applied: what it names changes. */
export function patched<T extends object>(held: T, patch: object): T {
  const next = { ...held } as Record<string, unknown>;
  for (const [name, value] of Object.entries(patch)) {
    const parts = typeof value === "object" && value !== null && !Array.isArray(value);
    next[name] = parts ? patched((next[name] ?? {}) as object, value as object) : value;
  }
  return next as T;
}

class PreferenceBook {
  current = $state.raw<Preferences>(UNTOLD);
  /** False until the casino has told them. */
  known = $state(false);
  #tabs = new BroadcastChannel("sabot/preferences");
  #player: string | null = null;

  constructor() {
    this.#tabs.onmessage = (event: MessageEvent<{ player: string; preferences: Preferences }>) => {
      if (event.data.player === this.#player) this.current = event.data.preferences;
    };
  }

  async read(player: string): Promise<void> {
    this.#player = player;
    this.known = false;
    try {
      this.current = await ask<Preferences>("/api/preferences");
      this.known = true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.current = UNTOLD; // the page works with these until the next sign-in
    }
  }

  forget(): void {
    this.#player = null;
    this.known = false;
    this.current = UNTOLD;
  }

  /** Change at once, and back again when the casino says no. */
  async change(patch: PreferencesPatch): Promise<void> {
    if (!this.known && this.#player !== null) {
      await this.read(this.#player); // a change made from what was not read would undo the rest
      throw new ApiError(0, "network/silent", {});
    }
    const before = this.current;
    this.current = patched(before, patch);
    try {
      this.current = await api<Preferences>("PATCH", "/api/preferences", patch);
      if (this.#player !== null) {
        this.#tabs.postMessage({ player: this.#player, preferences: this.current });
      }
    } catch (error) {
      this.current = before;
      throw error;
    }
  }

  async toggleFavourite(table: string): Promise<void> {
    const held = this.current.favourites;
    const favourites = held.includes(table)
      ? held.filter((other) => other !== table)
      : [...held, table];
    await this.change({ favourites });
  }
}

export const preferences = new PreferenceBook();
