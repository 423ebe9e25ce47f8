// What the keys of the moderator do. In a field they write.

export type Act =
  | "next"
  | "previous"
  | "delete"
  | "mute_5"
  | "mute_30"
  | "mute_24h"
  | "block"
  | "unblock"
  | "support"
  | "seen"
  | "hold"
  | "search"
  | "keys"
  | "leave";

export const KEYS: readonly (readonly [key: string, act: Act])[] = [
  ["J", "next"],
  ["K", "previous"],
  ["D", "delete"],
  ["1", "mute_5"],
  ["2", "mute_30"],
  ["3", "mute_24h"],
  ["B", "block"],
  ["U", "unblock"],
  ["S", "support"],
  ["V", "seen"],
  [" ", "hold"],
  ["/", "search"],
  ["?", "keys"],
  ["Escape", "leave"],
];

const BY_KEY = new Map(KEYS.map(([key, act]) => [key, act]));

export interface Pressed {
  readonly key: string;
  /** Ctrl, Alt or Meta: the browser's own. */
  readonly chord: boolean;
  /** Where the focus is: a field takes letters, a control takes Space. */
  readonly focus: "field" | "control" | "page";
}

export function actOf({ key, chord, focus }: Pressed): Act | null {
  if (chord) return null;
  const act = BY_KEY.get(key.length === 1 ? key.toUpperCase() : key) ?? null;
  if (focus === "field") return act === "leave" ? act : null;
  if (focus === "control" && act === "hold") return null;
  return act;
}

/** Where a key was pressed. */
export function focusOf(target: EventTarget | null): Pressed["focus"] {
  if (!(target instanceof Element)) return "page";
  if (target.closest("input, textarea, select")) return "field";
  return target.closest("button, a, [role='tab']") ? "control" : "page";
}

export const MINUTES = { mute_5: 5, mute_30: 30, mute_24h: 1_440 } as const;
