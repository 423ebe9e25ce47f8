// How a player's own pause is told apart from a session that simply ended.

const DAY_MS = 86_400_000;
/** The last moment that has a date: what lasts longer lasts for ever. */
export const LATEST_MS = 8.64e15;

/** They are signed in and may not bet: signing in again would change nothing. */
export const isPause = (code: string | null): boolean =>
  code === "control/cool_off" || code === "control/session_time";

/** They are signed out, and signing in is refused. */
export const isExcluded = (code: string | null): boolean =>
  code === "control/excluded" || code === "control/barred" || code === "session/excluded";

/** Which words say it; where others may have excluded them, none that claim they did it. */
export function wordsOf(code: string): "cool_off" | "session_time" | "excluded" | "barred" {
  if (code === "control/excluded") return "excluded";
  if (isExcluded(code)) return "barred";
  return code === "control/cool_off" ? "cool_off" : "session_time";
}

/** Every player's day begins at midnight in universal time. */
export const tomorrow = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS;
