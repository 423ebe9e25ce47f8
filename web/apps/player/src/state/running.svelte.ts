// The table that stays open behind the lobby until another one is chosen (F2).

import { ours } from "../games/ours.ts";
import { floor } from "./floor.svelte.ts";

const OPEN = "sabot/open-table";
const LAST = "sabot/last-table";

class Running {
  /** The table that is watched. */
  table = $state<string | null>(sessionStorage.getItem(OPEN));
  /** The table played last, on any day. */
  last = $state<string | null>(localStorage.getItem(LAST));

  /** F128: confirmed bets on a shared seat keep their player at the table until the round ends. */
  get held(): boolean {
    if (this.table === null) return false;
    const tile = floor.tiles.find((one) => one.table === this.table);
    const { view, you } = floor.table(this.table);
    const seats = tile?.shared_seats ?? Object.keys(view?.seats ?? {}).length > 0;
    return seats && ours(view?.game)?.heldBySeat === true && (you?.bets.length ?? 0) > 0 && you?.paid === null;
  }

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
