// The value of a limit as it is read: money, or hours and minutes.

import { t } from "../language/language.svelte.ts";
import { brief } from "../language/money.ts";
import { spellMinutes } from "./amount.ts";
import type { LimitName } from "./figures.svelte.ts";

export function shown(name: LimitName, value: number): string {
  return name === "session_time" ? spellMinutes(value, t) : brief(value);
}
