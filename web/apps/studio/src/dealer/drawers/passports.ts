// The cards that a trainee may still click: those of the test sets on the table, without those read.

/** As `GET /api/studio/sets/{set}` tells it, as far as it is read here. */
export interface CardSetOpened {
  readonly card_set: { readonly test: boolean };
  readonly passport: readonly string[];
}

/** Cards may be clicked only where every set on the table is a set of test cards. */
export function mayClick(sets: readonly CardSetOpened[]): boolean {
  return sets.length > 0 && sets.every((one) => one.card_set.test);
}

/**
 * A shoe of a rehearsal without sets: its codes begin with its own name, and `tag` keeps the cards
 * of this console apart from all that another dealer read of the shoe.
 */
export function madeUp(shoe: string, cards: number, tag: string): CardSetOpened {
  const deck = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  const passport = Array.from(
    { length: cards },
    (_, n) => `${shoe}:${tag}${String(n + 1).padStart(3, "0")}:${deck[n % deck.length] ?? ""}`,
  );
  return { card_set: { test: true }, passport };
}

/** Codes by their card, without those that were read. */
export function unread(
  sets: readonly CardSetOpened[],
  read: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const code of sets.flatMap((one) => one.passport)) {
    const card = code.slice(code.lastIndexOf(":") + 1);
    const codes = found.get(card) ?? [];
    if (!read.has(code)) codes.push(code);
    found.set(card, codes);
  }
  return found;
}
