// Which tables the lobby shows, and in which order.

import type { Tile } from "@sabot/wire/types";

export interface Wish {
  /** A game, or every one. */
  readonly game: string | null;
  readonly favouritesOnly: boolean;
  /** The highest minimum in cents, or any. */
  readonly minimumUpTo: number | null;
  readonly search: string;
}

export const everything: Wish = {
  game: null,
  favouritesOnly: false,
  minimumUpTo: null,
  search: "",
};

/** What a search looks at: letters only, small, without accents. */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .trim();
}

/** Every word of the search stands somewhere in the names. */
export function found(search: string, names: readonly string[]): boolean {
  const text = plain(names.join(" "));
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function chosen<T extends Tile>(
  tiles: readonly T[],
  wish: Wish,
  favourites: readonly string[],
  namesOf: (tile: T) => readonly string[],
): readonly T[] {
  return tiles.filter(
    (tile) =>
      (wish.game === null || tile.game === wish.game) &&
      (!wish.favouritesOnly || favourites.includes(tile.table)) &&
      (wish.minimumUpTo === null || tile.minimum <= wish.minimumUpTo) &&
      found(wish.search, namesOf(tile)),
  );
}

/** The table played last comes first, then favourites, then the house's own order. */
export function ordered<T extends Tile>(
  tiles: readonly T[],
  last: string | null,
  favourites: readonly string[],
): readonly T[] {
  const rank = (tile: T): number =>
    tile.table === last ? 0 : favourites.includes(tile.table) ? 1 : 2;
  return [...tiles].sort((one, other) => rank(one) - rank(other));
}

/** The minima that the tables have, lowest first: what the limits filter offers. */
export function minima(tiles: readonly Tile[]): readonly number[] {
  return [...new Set(tiles.map((tile) => tile.minimum))].sort((one, other) => one - other);
}

/** Games with how many tables each has, in the house's order. */
export function games(tiles: readonly Tile[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const tile of tiles) counts.set(tile.game, (counts.get(tile.game) ?? 0) + 1);
  return [...counts];
}
