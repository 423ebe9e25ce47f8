// The promise of a virtual shoe, checked on this very machine.
//
// Three things must hold: the SHA-256 of salt and order is the commitment that was published before
// the first bet; the order is a whole number of decks; and the cards of the round lie in it where
// the table says they lay.

import type { CardLine, ShoeProof } from "@sabot/wire/types";

const DECK = 52;

export interface Lying {
  readonly number: number;
  /** What the table showed; null when it never did. */
  readonly card: string | null;
  /** What the published order says. */
  readonly order: string | null;
  readonly fits: boolean;
}

export interface Verdict {
  readonly hash: string;
  readonly kept: boolean;
  readonly decks: number;
  readonly whole: boolean;
  readonly cards: readonly Lying[];
  readonly dealt: boolean;
}

/** The text whose hash is the commitment. */
export function promised(proof: ShoeProof): string {
  return `${proof.salt ?? ""}:${proof.cards ?? ""}`;
}

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Null where a browser has no SHA-256: it has one on secure addresses only. */
export async function verified(
  proof: ShoeProof,
  shown: readonly CardLine[],
): Promise<Verdict | null> {
  if (globalThis.crypto?.subtle === undefined) return null;
  const order = (proof.cards ?? "").split(" ");
  const hash = await sha256(promised(proof));
  const cards = shown.map(({ number, card }) => lying(number, card, order[number - 1] ?? null));
  return {
    hash,
    kept: hash === proof.commitment,
    decks: Math.floor(order.length / DECK),
    whole: isWhole(order),
    cards,
    dealt: cards.every((one) => one.fits),
  };
}

function lying(number: number, card: string | null, order: string | null): Lying {
  return { number, card, order, fits: order !== null && (card === null || card === order) };
}

/** Every one of the 52 cards as often as any other. */
function isWhole(order: readonly string[]): boolean {
  const counts = new Map<string, number>();
  for (const card of order) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts.size === DECK && new Set(counts.values()).size === 1;
}

/** The same check for a terminal of any Linux or macOS. */
export function command(proof: ShoeProof, { short = false } = {}): string {
  const cards = proof.cards ?? "";
  const salt = proof.salt ?? "";
  const written = short ? `${cards.slice(0, 14)} …` : cards;
  const secret = short ? `${salt.slice(0, 12)}…` : salt;
  return `printf '%s:%s' '${secret}' '${written}' | sha256sum`;
}
