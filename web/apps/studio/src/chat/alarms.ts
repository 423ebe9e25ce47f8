// What a moderator has to hear: distress, threats, and players who wait too long for an answer.

import type { Sound } from "../state/tones.svelte.ts";
import type { ChatLine, SupportRoom } from "@sabot/wire/types";
import { flagOf, isOpen, type Done } from "./feed.ts";
import { waitOf } from "./queue.ts";

export interface Alarm {
  readonly id: string;
  readonly priority: "1" | "2";
  readonly kind: "distress" | "threat" | "wait";
}

const AGAIN_MS: Readonly<Record<Alarm["priority"], number>> = { "1": 20_000, "2": 60_000 };

/** Only what needs a person makes a sound: insults and adverts are looked at, not heard. */
export function alarmsOf(
  lines: readonly ChatLine[],
  done: Done,
  queue: readonly SupportRoom[],
  now: number,
  manager: boolean,
): readonly Alarm[] {
  const found: Alarm[] = [];
  for (const line of lines) {
    const flag = flagOf(line);
    if ((flag !== "distress" && flag !== "threat") || !isOpen(line, lines, done)) continue;
    found.push({ id: line.line, priority: flag === "distress" ? "1" : "2", kind: flag });
  }
  for (const room of queue) {
    const wait = waitOf(room.since_ms, now);
    // A room that was handed over is the manager's to answer.
    if (wait === "calm" || (room.for_manager === true && !manager)) continue;
    found.push({ id: room.room, priority: wait === "now" ? "1" : "2", kind: "wait" });
  }
  return found;
}

export interface Sounded {
  readonly sound: Sound | null;
  /** When each alarm sounded last, by its id and priority. */
  readonly at: ReadonlyMap<string, number>;
}

export const SILENT: ReadonlyMap<string, number> = new Map();

/** The sound that is due: a new alarm at once, an open one again; two tones for the first kind. */
export function soundOf(
  alarms: readonly Alarm[],
  before: ReadonlyMap<string, number>,
  now: number,
): Sounded {
  const at = new Map<string, number>();
  let sound: Sound | null = null;
  for (const alarm of alarms) {
    const key = `${alarm.priority}/${alarm.id}`;
    const last = before.get(key);
    if (last !== undefined && now - last < AGAIN_MS[alarm.priority]) {
      at.set(key, last);
      continue;
    }
    at.set(key, now);
    if (alarm.priority === "1") sound = "two";
    else sound ??= "one";
  }
  return { sound, at };
}
