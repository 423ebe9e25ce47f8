// The window as a player sees it. The server's clock decides; this one only draws.

import type { Table } from "./table.ts";

/** Whole seconds left, as a person counts them: 0 only when nothing is left. */
export function secondsLeft(table: Table, now: number): number | null {
  return table.endsAt === null ? null : Math.max(0, Math.ceil((table.endsAt - now) / 1000));
}

/** How much of the window is left, from 1 to 0. */
export function shareLeft(table: Table, now: number): number {
  const length = table.view?.window?.length_ms;
  if (table.endsAt === null || !length) return 0;
  return Math.min(1, Math.max(0, (table.endsAt - now) / length));
}
