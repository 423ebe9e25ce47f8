// Calls a player who looks elsewhere: a notice in the page, its title, the desktop when allowed.

import type { Message, You } from "@sabot/wire/types";
import { need } from "../companion/texts.ts";
import { t } from "../language/language.svelte.ts";
import { announcer } from "../state/announcer.svelte.ts";
import { floor } from "../state/floor.svelte.ts";
import { preferences } from "../state/preferences.svelte.ts";
import { showing } from "../companion/showing.svelte.ts";
import { calls, type Called } from "./notices.ts";
import { desktop } from "./desktop.svelte.ts";

const SHOWN_MS = 8_000;
/** Good roads come and go at many tables: at most one notice in this many milliseconds. */
const ROADS_APART_MS = 30_000;

export interface Notice extends Called {
  readonly id: number;
  readonly title: string;
  readonly text: string;
}

class Notifier {
  list = $state.raw<readonly Notice[]>([]);
  #numbers = 0;
  #nextRoad = 0;
  #you: Record<string, You> = {};
  #roads: Record<string, readonly string[]> = {};

  /** `here` is the table on the screen; what can be seen there is not said once more. */
  hear(message: Message, here: string | null): void {
    const found = calls(message, { you: this.#you, roads: this.#roads, wanted });
    if (message.type === "you") this.#you = { ...this.#you, [message.table]: message.you };
    if (message.type === "tile")
      this.#roads = { ...this.#roads, [message.tile.table]: message.tile.good_roads };
    if (message.type === "lobby")
      this.#roads = Object.fromEntries(message.tiles.map((tile) => [tile.table, tile.good_roads]));
    for (const call of found)
      if (preferences.current.notifications[call.kind]) this.#tell(call, here);
  }

  drop(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** The page's title while the player looks elsewhere; null when there is nothing new. */
  get headline(): string | null {
    return this.list.at(-1)?.title ?? null;
  }

  #tell(call: Called, here: string | null): void {
    const away = document.visibilityState === "hidden" || !document.hasFocus();
    if (call.table === here && !away) return;
    const told = call.kind === "good_road" && showing.rooms > 0; // Multiplay says it itself
    if (told && !away) return;
    if (call.kind === "good_road") {
      if (performance.now() < this.#nextRoad) return;
      this.#nextRoad = performance.now() + ROADS_APART_MS;
    }
    this.#numbers += 1;
    const [pattern = "", side = ""] = call.road?.split(":") ?? [];
    const title = t(`notifications:told.${call.kind}`, {
      pattern: t(`notifications:pattern.${pattern || "streak"}`),
      side: t(`notifications:side.${side || "player"}`),
    });
    const table = this.#nameOf(call.table);
    const text =
      call.kind === "good_road" ? `${table} · ${t("notifications:good_road_text")}` : table;
    if (away) desktop.show(call.kind, title, text);
    if (told) return;
    const notice = { ...call, id: this.#numbers, title, text };
    const others = this.list.filter(
      (other) => other.kind !== call.kind || other.table !== call.table,
    );
    this.list = [...others, notice].slice(-2);
    setTimeout(() => this.drop(notice.id), SHOWN_MS);
    announcer.say(`${title}. ${table}`);
  }

  #nameOf(table: string): string {
    return (
      floor.tiles.find((tile) => tile.table === table)?.name ??
      floor.table(table).view?.name ??
      table
    );
  }
}

/** Good roads are chosen in Multiplay; without a choice all of them count. */
function wanted(road: string): boolean {
  const chosen = (preferences.current as { multiplay?: { good_roads?: Record<string, number> } })
    .multiplay?.good_roads;
  return chosen === undefined || road in chosen;
}

export const notifier = new Notifier();
export const ready = (): Promise<void> => need("notifications");
