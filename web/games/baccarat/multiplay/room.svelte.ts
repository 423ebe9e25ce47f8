// Many tables on one screen: which are listed and in what order, the hand they share, the table
// that has the picture, and what has been won (A14).

import { amounts, order } from "@sabot/table";
import { api, ApiError } from "@sabot/wire";
import type { Balance, GoodRoadShown, TableInfo } from "@sabot/wire/types";
import { untrack } from "svelte";
import { t } from "@sabot/player/language/language.svelte.ts";
import { floor, type LiveTile } from "@sabot/player/state/floor.svelte.ts";
import {
  preferences,
  type MultiplaySettings,
  type PreferencesPatch,
} from "@sabot/player/state/preferences.svelte.ts";
import { running } from "@sabot/player/state/running.svelte.ts";
import { screen } from "@sabot/player/state/screen.svelte.ts";
import { prefer } from "@sabot/player/companion/prefer.ts";
import { showing } from "@sabot/player/companion/showing.svelte.ts";
import type { Hand } from "@sabot/player/table/hand.svelte.ts";
import { Play } from "@sabot/player/table/play.svelte.ts";
import { Opening } from "./opening.svelte.ts";
import { firstMatches, wanted } from "./wanted.ts";

export type Tab = "all" | "good";

const AGAIN_MS = 2_000;
const NEWS_MS = 6_000;
const NOTHING_SET: MultiplaySettings = {
  pinned: [],
  hidden: [],
  good_roads: {},
  road_view: "big_road",
  roads_only: false,
  extra_statistics: false,
  side_bets: false,
};

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, n) => id === other[n]);

export class Room {
  tab = $state<Tab>("all");
  /** The table whose picture is shown (F223). */
  video = $state<string | null>(null);
  hand = $state.raw<Hand | null>(null);
  /** F215: what is said of the table that matched last. */
  news = $state.raw<{ readonly title: string; readonly text: string } | null>(null);
  #plays = $state.raw<Readonly<Record<string, Play>>>({});
  #shown = $state.raw<readonly string[]>([]);
  #good = $state.raw<readonly string[]>([]);
  #matched: Readonly<Record<string, boolean>> = {};
  #opened: readonly string[] = [];
  /** Tables that have not been requested yet. */
  #asking: readonly string[] = [];
  /** Tables that are known and not shown yet. */
  #coming: readonly Play[] = [];
  #drawn = false;
  #silence: ReturnType<typeof setTimeout> | undefined;
  readonly #without: string | null;
  readonly opening = new Opening();

  /** A window beside a table leaves that table out and takes chips from its hand. */
  constructor(beside: Play | null = null) {
    this.#without = beside?.id ?? null;
    this.hand = beside?.hand ?? null;
  }

  get settings(): MultiplaySettings {
    return preferences.current.multiplay ?? NOTHING_SET;
  }

  /** F220: how many tables can be pinned on this screen. */
  get pinsMax(): number {
    return screen.layout === "phone" || screen.layout === "landscape" ? 1 : 3;
  }

  readonly tiles: readonly LiveTile[] = $derived(
    floor.tiles.filter((tile) => tile.game === "baccarat" && tile.table !== this.#without),
  );
  readonly hidden: readonly LiveTile[] = $derived(
    this.tiles.filter((tile) => this.settings.hidden.includes(tile.table)),
  );
  readonly pinned: readonly string[] = $derived(
    this.settings.pinned
      .filter((id) => this.tiles.some((tile) => tile.table === id))
      .slice(0, this.pinsMax),
  );
  readonly #top: order.TopTables = $derived({ video: this.video, pinned: this.pinned });
  readonly #listed: readonly order.ListedTable[] = $derived(
    this.tiles
      .filter((tile) => !this.settings.hidden.includes(tile.table))
      .map((tile) => this.#asListed(tile)),
  );

  /** F210: the order changes with Refresh, a pin or the picture, and with nothing else. */
  readonly ids: readonly string[] = $derived.by(() => {
    if (this.tab === "all") return order.still(this.#shown, this.#listed, this.#top);
    const listed = this.#listed.filter(({ table }) => this.#good.includes(table));
    return order.still(this.#good, listed, this.#top);
  });
  /** F211 */
  readonly badge: number = $derived(order.badge(this.#shown, this.#listed, this.#top));
  /** F213 */
  readonly gold: boolean = $derived(order.isGold(this.#listed));
  readonly matches: number = $derived(
    this.#listed.filter((table) => table.depths.length > 0).length,
  );

  readonly plays: readonly Play[] = $derived(Object.values(this.#plays));

  play(id: string): Play | null {
    return this.#plays[id] ?? null;
  }

  /** The wanted patterns that hold at a table, deepest first. */
  roads(id: string): readonly GoodRoadShown[] {
    return wanted(floor.table(id).view?.scorecard?.good_roads ?? [], this.settings.good_roads);
  }

  // --- money ------------------------------------------------------------------------------------

  /** F218: one balance for all tables. */
  get available(): number {
    return amounts.free(this.#purse, this.#underWay) ?? 0;
  }

  get #purse(): Balance | null {
    return this.plays.some((play) => play.betting) ? floor.purse : floor.balance;
  }

  /** The same as it is shown: null while the operator has not told it, undefined before that. */
  get funds(): number | null | undefined {
    return amounts.free(floor.balance, this.#underWay);
  }

  /** What own limits leave of it; null where money ends first. */
  get allowed(): number | null {
    const everywhere = amounts.allowed(this.#purse, this.#underWay);
    const here = this.plays.map((play) => play.allowed);
    // A limit for each round leaves at one table what it does not leave at another.
    const most = here.length > 0 && here.every((one) => one !== null) ? Math.max(...here) : null;
    return most === null ? everywhere : Math.min(most, everywhere ?? most);
  }

  readonly #underWay: number = $derived(this.plays.reduce((sum, play) => sum + play.underWay, 0));
  readonly totalBet: number = $derived(this.plays.reduce((sum, play) => sum + play.totalBet, 0));

  /** F222: what came back at the tables that show a result, and what that is less the stakes. */
  get winnings(): { readonly paid: number; readonly net: number } | null {
    const over = this.plays.flatMap((play) => {
      const { you } = play.table;
      const net = amounts.net(you);
      return you === null || net === null || you.bets.length === 0
        ? []
        : [{ paid: you.paid ?? 0, net }];
    });
    if (over.length === 0) return null;
    return over.reduce((sum, one) => ({ paid: sum.paid + one.paid, net: sum.net + one.net }));
  }

  /** Chips that every table takes. */
  readonly chips: readonly number[] = $derived.by(() => {
    const [first, ...others] = this.plays;
    return (first?.info.chips ?? []).filter((chip) =>
      others.every((play) => play.info.chips.includes(chip)),
    );
  });

  /** The smallest bet of all tables, in cents. */
  readonly minimum: number = $derived(
    Math.min(
      ...this.plays.flatMap((play) =>
        play.info.bets.filter((bet) => bet.role !== "extra").map((bet) => bet.minimum),
      ),
    ),
  );

  // --- what a player does ---------------------------------------------------------------------------

  /** F210 */
  refresh(): void {
    this.#shown = order.refreshed(this.#listed, this.#top);
    this.#good = order.goodRoadsTab(this.#listed, this.#good);
  }

  choose(tab: Tab): void {
    this.tab = tab;
    if (tab === "good") this.#good = order.goodRoadsTab(this.#listed, this.#good);
  }

  async pin(id: string): Promise<void> {
    const held = this.settings.pinned;
    const pinned = held.includes(id) ? held.filter((one) => one !== id) : [...held, id];
    await this.set({ pinned });
  }

  async hide(id: string): Promise<void> {
    if (this.video === id) this.video = null;
    const { pinned, hidden } = this.settings;
    await this.set({ hidden: [...hidden, id], pinned: pinned.filter((one) => one !== id) });
  }

  async show(id: string): Promise<void> {
    await this.set({ hidden: this.settings.hidden.filter((one) => one !== id) });
  }

  async set(multiplay: Partial<MultiplaySettings>): Promise<void> {
    await this.prefer({ multiplay });
  }

  async prefer(patch: PreferencesPatch): Promise<void> {
    await prefer(patch);
  }

  // --- staying up to date ---------------------------------------------------------------------------

  /** Call while a component starts. */
  live(makeHand: (info: TableInfo) => Hand): void {
    $effect(() => {
      floor.watchLobby(true);
      untrack(() => (showing.rooms += 1));
      return () => {
        showing.rooms -= 1;
        floor.watchLobby(false);
        for (const id of this.#opened)
          if (id !== running.table && id !== this.#without) floor.unwatch(id);
        this.#opened = this.#asking = [];
      };
    });
    $effect(() => {
      const ids = this.tiles.map((tile) => tile.table);
      untrack(() => {
        const idle = this.#asking.length === 0;
        this.#asking = [...this.#asking, ...ids.filter((id) => !this.#known(id))];
        if (idle) this.#ask(makeHand);
      });
    });
    $effect(() => {
      if (!floor.lobbyKnown) return;
      untrack(() => this.refresh());
    });
    $effect(() => {
      const listed = this.#listed;
      untrack(() => this.#follow(listed));
    });
  }

  #known(id: string): boolean {
    return this.#opened.includes(id) || this.#asking.includes(id);
  }

  /** One question a task: twelve at once make a slow phone stumble. */
  #ask(makeHand: (info: TableInfo) => Hand): void {
    const [id, ...others] = this.#asking;
    if (id === undefined) return;
    void this.#open(id, makeHand);
    this.#asking = others;
    if (others.length > 0) setTimeout(() => this.#ask(makeHand));
  }

  /** The page stands: tables may come. */
  async drawn(): Promise<void> {
    await this.opening.reach("money");
    this.#drawn = true;
    await this.#admit();
  }

  /** One table a task, so that no task is long on a slow phone. */
  async #admit(): Promise<void> {
    while (this.#drawn && this.#coming[0] !== undefined) {
      const play = this.#coming[0];
      this.#plays = { ...this.#plays, [play.id]: play };
      await this.opening.reach("rack");
      this.#coming = this.#coming.slice(1);
    }
  }

  async #open(id: string, makeHand: (info: TableInfo) => Hand): Promise<void> {
    this.#opened = [...this.#opened, id];
    floor.watch(id);
    while (this.#opened.includes(id)) {
      try {
        const info = await api<TableInfo>("GET", `/api/tables/${encodeURIComponent(id)}`);
        this.hand ??= makeHand(info);
        this.#coming = [...this.#coming, new Play(id, info, this.hand)];
        if (this.#coming.length === 1) void this.#admit();
        return;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  /** F212, F215: which tables join and leave the Good Roads tab, and which are news. */
  #follow(listed: readonly order.ListedTable[]): void {
    const now = order.goodRoadsTab(listed, this.#good);
    const stay = this.#good.filter((id) => now.includes(id));
    const next = [...stay, ...now.filter((id) => !stay.includes(id))];
    if (!same(next, this.#good)) this.#good = next;
    const known = listed.filter(({ table }) => floor.table(table).view !== null);
    const matched = Object.fromEntries(known.map((one) => [one.table, one.depths.length > 0]));
    const news = firstMatches(this.#matched, matched);
    this.#matched = matched;
    if (news.length > 0 && preferences.current.notifications.good_road) this.#tell(news);
  }

  #tell(tables: readonly string[]): void {
    for (const id of tables) {
      const road = this.roads(id)[0];
      const name = this.tiles.find((tile) => tile.table === id)?.name;
      if (road === undefined || name === undefined) continue;
      const pattern = t(`multiplay:pattern.${road.pattern}.${road.side}`);
      this.news = {
        title: t("multiplay:good.news", { name }),
        text: t("multiplay:good.news_text", { pattern, depth: road.depth }),
      };
    }
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.news = null;
    }, NEWS_MS);
  }

  #asListed(tile: LiveTile): order.ListedTable {
    const { view, you } = floor.table(tile.table);
    const shown = view?.scorecard ?? tile;
    const derived = this.settings.road_view === "derived";
    return {
      table: tile.table,
      name: tile.name,
      streak: derived ? shown.derived_streak : shown.streak,
      depths: this.roads(tile.table).map((road) => road.depth),
      // R24: until its result has been seen.
      liveBet: you !== null && you.bets.length + you.chips.length > 0,
    };
  }
}
