// What a player has set. The casino keeps it; every tab of this browser follows.

import type { Preferences, PreferencesPatch } from "@sabot/game";
import { api, ApiError } from "@sabot/wire";
import { OURS } from "../games/ours.ts";
import { ask } from "../opening/ahead.ts";

export type {
  MultiplaySettings,
  Preferences,
  PreferencesPatch,
  Quality,
  SideBets,
  VoiceLanguage,
} from "@sabot/game";

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
    side_bets: OURS.flatMap(({ sideBets }) => sideBets),
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
