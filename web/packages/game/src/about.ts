// What the pages know of a game without its felt: lobby tile, help topics, announcements, settings.
//
// A game that is built with the pages exports an `About` from `src/about.ts` as `about`. A game of
// another package brings the same in its module (module.d.ts). The pages name no game.

import type { AnyHappening, Help } from "@sabot/wire/types";
import type { Component } from "svelte";
import type { Tile, Topic as PlainTopic, TopicSection as PlainSection } from "./module.d.ts";
import type { Preferences, SideBets, VoiceLanguage } from "./preferences.ts";

export type { CardRows, Tile, TilePlace } from "./module.d.ts";

type Late<Props extends Record<string, unknown>> = () => Promise<{ default: Component<Props> }>;

export interface Section extends PlainSection {
  /** A drawing of the game's own; it is drawn once the server's figures are there. */
  readonly Figure?: Late<{ help: Help }>;
}

export interface Topic extends PlainTopic {
  readonly sections: readonly Section[];
  /** Numbers of the readings that matter here. */
  readonly readings?: readonly string[];
}

/** What the dealer says at a table with a voice (F232). */
export interface Announcements {
  /** The phrase for what has just happened; null: nothing of this game's own. */
  phraseOf(happened: readonly AnyHappening[]): string | null;
  /** The words of each phrase. An operator's recording of the same name comes before them. */
  words(): Promise<Readonly<Record<VoiceLanguage, Readonly<Record<string, string>>>>>;
}

/** The switches among a player's wishes for games. */
type Wish = {
  [name in keyof Preferences["game"]]: Preferences["game"][name] extends boolean ? name : never;
}[keyof Preferences["game"]];

export interface About {
  readonly game: string;
  /** What a guest can play alone at their own pace (F263), in the order of the buttons. */
  readonly variants: readonly string[];
  readonly tile: Tile;
  readonly help: readonly Topic[];
  /** The order in which bets are read. */
  readonly bets: readonly string[];
  /** Groups of side bets that a player may hide (F234). */
  readonly sideBets: readonly SideBets[];
  /** Wishes that only this game knows. */
  readonly wishes?: readonly Wish[];
  /** Tabs of the settings. */
  readonly settings?: readonly { readonly name: string; readonly Part: Late<Record<string, never>> }[];
  readonly announcements?: Announcements;
  /** Patterns of its roads are told to players who want to hear of them. */
  readonly goodRoads?: boolean;
  /** Confirmed bets on a shared seat keep their player at the table until the round ends (F128). */
  readonly heldBySeat?: boolean;
}
