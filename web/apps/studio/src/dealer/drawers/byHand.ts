// A code put together by hand: `set:serial` from the card's edge, and the card itself.

/** Null while something is missing. With one set at the table its name may be left out. */
export function byHand(
  suit: string | null,
  rank: string | null,
  edge: string,
  sets: readonly string[],
): string | null {
  if (suit === null || rank === null) return null;
  const parts = edge
    .trim()
    .split(":")
    .map((part) => part.trim());
  if (parts.some((part) => part === "" || /[\s|]/.test(part))) return null;
  const [first = "", second] = parts;
  if (second !== undefined) return `${first}:${second}:${rank}${suit}`;
  const only = sets.length === 1 ? sets[0] : undefined;
  return only === undefined ? null : `${only}:${first}:${rank}${suit}`;
}
