// The order of tables in Multiplay, and the Good Roads tab (F209–F213, R24). Pure: what each table
// shows now and what one person has chosen.

/** A table of the list: its streak in the chosen view, the depths of the wanted patterns it holds. */
export interface ListedTable {
  readonly table: string;
  readonly name: string;
  readonly streak: number;
  readonly depths: readonly number[];
  /** The player's bet waits for its result here. */
  readonly liveBet: boolean;
}

/** What sorting leaves alone: the table with the picture, then pins as they were pinned. */
export interface TopTables {
  readonly video: string | null;
  readonly pinned: readonly string[];
}

const byName = (one: ListedTable, other: ListedTable): number =>
  compare(one.name, other.name) || compare(one.table, other.table);

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function topIds(top: TopTables): readonly string[] {
  return [...new Set([...(top.video === null ? [] : [top.video]), ...top.pinned])];
}

function belowTop(ids: readonly string[], top: TopTables): readonly string[] {
  const above = topIds(top).filter((id) => ids.includes(id));
  return [...above, ...ids.filter((id) => !above.includes(id))];
}

/** The list after Refresh: longest streak first, equal streaks by name. */
export function refreshed(tables: readonly ListedTable[], top: TopTables): readonly string[] {
  const sorted = [...tables].sort((one, other) => other.streak - one.streak || byName(one, other));
  return belowTop(
    sorted.map((table) => table.table),
    top,
  );
}

/** The list between refreshes: closed tables leave, new ones wait at its end by name. */
export function still(
  shown: readonly string[],
  tables: readonly ListedTable[],
  top: TopTables,
): readonly string[] {
  const sorted = [...tables].sort(byName).map((table) => table.table);
  const kept = shown.filter((id) => sorted.includes(id));
  return belowTop([...kept, ...sorted.filter((id) => !kept.includes(id))], top);
}

/** F211: how many tables would move up if the list were refreshed now. */
export function badge(
  shown: readonly string[],
  tables: readonly ListedTable[],
  top: TopTables,
): number {
  const now = still(shown, tables, top);
  const fixed = topIds(top);
  return refreshed(tables, top).filter(
    (id, place) => !fixed.includes(id) && place < now.indexOf(id),
  ).length;
}

const deepest = (table: ListedTable): number => Math.max(0, ...table.depths);

/** F212: deepest pattern first; a table with a live bet that was shown stays until its result. */
export function goodRoadsTab(
  tables: readonly ListedTable[],
  shown: readonly string[],
): readonly string[] {
  return tables
    .filter((table) => table.depths.length > 0 || (table.liveBet && shown.includes(table.table)))
    .sort((one, other) => deepest(other) - deepest(one) || byName(one, other))
    .map((table) => table.table);
}

/** F213: some table matches; a bet that lingers does not count. */
export function isGold(tables: readonly ListedTable[]): boolean {
  return tables.some((table) => table.depths.length > 0);
}
