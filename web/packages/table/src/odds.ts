// Shares and odds as the server writes them: `3/2`, `25`. What is paid is the server's to say.

import type { Pay } from "@sabot/wire/types";

/** A share of a stake, rounded down to the cent as the server does: what a decision costs. */
export function costOf(share: string, stake: number): number {
  const [over = "0", under = "1"] = share.split("/");
  return Math.floor((stake * Number(over)) / Number(under));
}

/** Odds as a number, to compare them. */
export function worth(odds: string): number {
  const [over = "0", under = "1"] = odds.split("/");
  return Number(over) / Number(under);
}

/** `3/2` as `3:2`, `25` as `25:1`. */
export function ratio(odds: string): string {
  const [over = "", under = "1"] = odds.split("/");
  return over === "" ? "" : `${over}:${under}`;
}

/** What a pay table pays, best first; what is only returned is left out. */
export function winning(pays: readonly Pay[]): readonly Pay[] {
  return pays
    .filter((pay) => worth(pay.odds) > 0)
    .sort((one, two) => worth(two.odds) - worth(one.odds));
}
