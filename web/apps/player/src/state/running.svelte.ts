// The table that stays open behind the lobby until another one is chosen (F2).

import { floor } from "./floor.svelte.ts";

const OPEN = "sabot/open-table";
const LAST = "sabot/last-table";

class Running {
  /** The table that is watched. */
  table = $state<string | null>(sessionStorage.getItem(OPEN));
  /** The table played last, on any day. */
  last = $state<string | null>(localStorage.getItem(LAST));

  open(table: string): void {
    if (this.table !== null && this.table !== table) floor.unwatch(this.table);
    this.table = table;
    this.last = table;
    sessionStorage.setItem(OPEN, table);
    localStorage.setItem(LAST, table);
    floor.watch(table);
  }

  /** A reloaded page looks at its table again. */
  resume(): void {
    if (this.table !== null) floor.watch(this.table);
  }

  close(): void {
    if (this.table !== null) floor.unwatch(this.table);
    this.forget();
  }

  forget(): void {
    this.table = null;
    sessionStorage.removeItem(OPEN);
  }
}

export const running = new Running();
