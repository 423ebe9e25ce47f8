// The planned change of dealer, as the console and the prompter announce it.

import type { ReliefShown } from "@sabot/wire/types";

/** Dealers read of a change this long before it. */
const COMING_MS = 60 * 60_000;
const NEAR_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

export interface Coming {
  /** `coming` with its time, `soon` with the minutes left, `now` when they are over. */
  readonly near: "coming" | "soon" | "now";
  readonly dealer: string;
  readonly time: string;
  readonly minutes: number;
}

/** Null while a change is far away. */
export function comingOf(
  relief: ReliefShown | null,
  now: number,
  hour: (wallMs: number) => string,
): Coming | null {
  if (relief === null || relief.at_ms - now > COMING_MS) return null;
  const left = relief.at_ms - now;
  return {
    near: left <= 0 ? "now" : left <= NEAR_MS ? "soon" : "coming",
    dealer: relief.name,
    time: hour(relief.at_ms),
    minutes: Math.max(0, Math.ceil(left / MINUTE_MS)),
  };
}
