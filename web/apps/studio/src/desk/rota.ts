// The planned changes of dealer: when one is due, and who may be planned.

import type { DealerOfHouse, WallTable } from "@sabot/wire/types";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HALF_HOUR_MS = 30 * MINUTE_MS;

/** The next moment with this time of the day, such as `21:30`; null for what is no time. */
export function nextAt(time: string, now: number): number | null {
  const parts = /^(\d{2}):(\d{2})/.exec(time);
  if (parts === null) return null;
  const at = new Date(now);
  at.setHours(Number(parts[1]), Number(parts[2]), 0, 0);
  const found = at.getTime();
  return found < now - MINUTE_MS ? found + DAY_MS : found;
}

/** The next three half hours: most changes are planned for one of them. */
export function halfHours(now: number): readonly string[] {
  const first = Math.ceil((now + MINUTE_MS) / HALF_HOUR_MS);
  const two = (value: number): string => String(value).padStart(2, "0");
  return [0, 1, 2].map((later) => {
    const at = new Date((first + later) * HALF_HOUR_MS);
    return `${two(at.getHours())}:${two(at.getMinutes())}`;
  });
}

/** Dealers who may take over a table: everybody but the one in charge there. */
export function free(
  table: WallTable,
  dealers: readonly DealerOfHouse[],
): readonly DealerOfHouse[] {
  return dealers.filter((one) => one.name !== table.dealer);
}
