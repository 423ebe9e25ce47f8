// The support queue: which players wait, since when, and which rooms this moderator has opened.

import type { Message, SupportRoom } from "@sabot/wire/types";

/** F228: an answer within three minutes; after six the wait is an alarm of the first kind. */
export const SOON_MS = 180_000;
export const NOW_MS = 360_000;

export type Queue = readonly SupportRoom[];

/** The whole list, or one room of it; an answered room leaves. */
export function heard(queue: Queue, message: Message): Queue {
  if (message.type === "support") return message.rooms;
  if (message.type !== "support_room") return queue;
  const others = queue.filter((one) => one.room !== message.room.room);
  return message.room.since_ms === null ? others : [...others, message.room];
}

/** Those for the manager last, the longest wait first. */
export function ordered(queue: Queue): Queue {
  return queue.toSorted(
    (a, b) =>
      Number(a.for_manager ?? false) - Number(b.for_manager ?? false) ||
      (a.since_ms ?? 0) - (b.since_ms ?? 0),
  );
}

export type Wait = "now" | "soon" | "calm";

export function waitOf(sinceMs: number | null, now: number): Wait {
  const waits = sinceMs === null ? 0 : now - sinceMs;
  return waits > NOW_MS ? "now" : waits > SOON_MS ? "soon" : "calm";
}

/** `6:48`; an hour and more is `1:02:09`. */
export function waited(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (part: number): string => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

export const playerOf = (room: string): string => room.slice("support:".length);

/** A round that a player wrote about: `live-2-2790`. */
export function roundNamed(texts: readonly string[]): string | null {
  for (const text of texts.toReversed()) {
    const found = /\b[a-z][a-z0-9]*(?:-[a-z0-9]+)*-\d+-\d+\b/i.exec(text);
    if (found) return found[0];
  }
  return null;
}
