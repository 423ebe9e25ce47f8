// What a player may set, as far as games and pages read it. The casino keeps it.

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
