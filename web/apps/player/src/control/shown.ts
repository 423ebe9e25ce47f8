// The value of a limit as it is read: money, or hours and minutes.

import { moment, universalHour } from "../companion/written.ts";
import { t } from "../language/language.svelte.ts";
import { brief } from "../language/money.ts";
import { spellMinutes } from "./amount.ts";
import type { LimitName } from "./figures.svelte.ts";

export function shown(name: LimitName, value: number): string {
  return name === "session_time" ? spellMinutes(value, t) : brief(value);
}

/** When a limit counts from nothing again: by the player's clock, with the universal time that decides. */
export const startsAgain = (wallMs: number): string =>
  t("control:resets", { when: moment(wallMs), utc: universalHour(wallMs) });

/** When the day of limits began: by the player's clock, with the universal time of the house's midnight. */
export const dayBegan = (wallMs: number): string =>
  t("control:day_began", { when: moment(wallMs), utc: universalHour(wallMs) });
