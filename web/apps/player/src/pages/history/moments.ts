// A day and a time as the server counts them: universal time, so that a round is on one day only.

const LOCALES: Readonly<Record<string, string>> = { it: "it-IT", en: "en-GB" };

export interface Moments {
  /** `lunedì 16 novembre 2026` of `2026-11-16`. */
  day(day: string): string;
  /** `14:03:27` */
  time(wallMs: number): string;
  /** Day and month, and the time to the minute: `16/11 14:03`. */
  short(wallMs: number): string;
  /** Both, short: `16/11/2026 14:03:27 UTC`. */
  whole(wallMs: number): string;
}

export function momentsIn(language: string): Moments {
  const locale = LOCALES[language] ?? language;
  const shape = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
  const day = shape({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const time = shape({ hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
  const date = shape({ day: "2-digit", month: "2-digit", year: "numeric" });
  const near = shape({ day: "2-digit", month: "2-digit" });
  const minute = shape({ hour: "2-digit", minute: "2-digit", hour12: false });
  return {
    day: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    time: (wallMs) => time.format(wallMs),
    short: (wallMs) => `${near.format(wallMs)} ${minute.format(wallMs)}`,
    whole: (wallMs) => `${date.format(wallMs)} ${time.format(wallMs)} UTC`,
  };
}
