// In which languages a table is announced; each table is asked once.

import { api } from "@sabot/wire";
import type { TableInfo } from "@sabot/wire/types";

const known = new Map<string, readonly string[]>();

export function voicesOf(table: string): readonly string[] {
  const found = known.get(table);
  if (found !== undefined) return found;
  known.set(table, []);
  void api<TableInfo>("GET", `/api/tables/${encodeURIComponent(table)}`).then(
    (info) => known.set(table, info.voice),
    () => known.delete(table),
  );
  return [];
}
