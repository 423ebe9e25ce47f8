// Which sound the desk makes for its alarms. The dealer's console makes none: its microphone is open.

import type { Sound } from "../state/tones.svelte.ts";
import { isNew, keyOf, type Alarm } from "./alarms.ts";

/** After how long a sound comes again while an alarm is not seen; others sound once. */
const AGAIN_MS: Readonly<Record<string, number>> = {
  studio_silent: 10_000,
  incident: 20_000,
  paused: 20_000,
  call: 60_000,
  dropped: 60_000,
  by_hand: 60_000,
};

export interface Heard {
  readonly sound: Sound | null;
  /** When each alarm sounded last. */
  readonly at: ReadonlyMap<string, number>;
}

/** Nothing has sounded yet. */
export const NEVER: ReadonlyMap<string, number> = new Map();

/** The sound that is due now; several alarms make one sound, the more pressing one. */
export function due(
  alarms: readonly Alarm[],
  sounded: ReadonlyMap<string, number>,
  now: number,
): Heard {
  const at = new Map<string, number>();
  let sound: Sound | null = null;
  for (const alarm of alarms) {
    const key = keyOf(alarm);
    const last = sounded.get(key);
    if (last !== undefined) at.set(key, last);
    if (alarm.priority === "3" || !isNew(alarm)) continue;
    const again = AGAIN_MS[alarm.kind];
    if (last !== undefined && (again === undefined || now - last < again)) continue;
    at.set(key, now);
    if (alarm.priority === "1") sound = "two";
    else sound ??= "one";
  }
  return { sound, at };
}
