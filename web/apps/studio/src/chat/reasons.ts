// Coded reasons of moderation: which are offered, which one a flag proposes, and how they are kept.

import type { Flag } from "./feed.ts";

/** Large keys; the others are behind one more touch. */
export const REASONS = ["threat", "abuse", "spam", "advert", "contact"] as const;
export const OTHERS = ["collusion", "minor", "language", "other"] as const;
export type Reason = (typeof REASONS)[number] | (typeof OTHERS)[number];

const KNOWN: ReadonlySet<string> = new Set([...REASONS, ...OTHERS]);
const PROPOSED: Readonly<Partial<Record<Flag, Reason>>> = {
  threat: "threat",
  abuse: "abuse",
  advert: "advert",
  pace: "spam",
};

export function proposed(flag: Flag | null): Reason | null {
  return flag === null ? null : (PROPOSED[flag] ?? null);
}

export interface Kept {
  readonly code: Reason | null;
  readonly words: string;
}

/** `advert: the line said so` as it is in the record. */
export function keptReason(text: string): Kept {
  const end = text.indexOf(": ");
  const code = end > 0 ? text.slice(0, end) : "";
  if (!KNOWN.has(code)) return { code: null, words: text };
  return { code: code as Reason, words: text.slice(end + 2) };
}
