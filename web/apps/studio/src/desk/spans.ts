// Spans of time as the desk writes them.

type Translate = (key: string, data?: Readonly<Record<string, unknown>>) => string;

const MINUTE = 60_000;
const LONG_MS = 10 * MINUTE;

const two = (value: number): string => String(value).padStart(2, "0");

/** `0:42`, `38 min`, `5 h`: the longer, the coarser. */
export function span(ms: number, t: Translate): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  if (ms < LONG_MS) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return t("desk:span.minutes", { count: minutes });
  return t("desk:span.hours", { count: Math.floor(minutes / 60) });
}
