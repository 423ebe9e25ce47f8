// A day and a time by the player's own clock; universal time is the detail that a dispute needs.

const LOCALES: Readonly<Record<string, string>> = { it: "it-IT", en: "en-GB" };

export interface Moments {
  /** The local day of a moment: `2026-11-16`. */
  dayOf(wallMs: number): string;
  /** `lunedì 16 novembre 2026` of `2026-11-16`. */
  day(day: string): string;
  /** `15:03:27` */
  time(wallMs: number): string;
  /** Day and month, and the time to the minute: `16/11 14:03`. */
  short(wallMs: number): string;
  /** `16/11/2026 14:03:27 UTC` */
  utc(wallMs: number): string;
  /** Local time with universal time behind it: `16/11/2026 15:03:27 (14:03:27 UTC)`. */
  whole(wallMs: number): string;
}

/** `timeZone` is that of the machine unless a test names one. */
export function momentsIn(language: string, timeZone?: string): Moments {
  const locale = LOCALES[language] ?? language;
  const DATE = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
  const TIME = { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false } as const;
  const shape = (zone: string | undefined, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, {
      ...options,
      ...(zone === undefined ? {} : { timeZone: zone }),
    });
  const long = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const day = shape("UTC", long);
  const [date, time] = [shape(timeZone, DATE), shape(timeZone, TIME)];
  const [utcDate, utcTime] = [shape("UTC", DATE), shape("UTC", TIME)];
  const key = new Intl.DateTimeFormat("en-CA", {
    ...DATE,
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  const both = (ms: number): string => `${utcDate.format(ms)} ${utcTime.format(ms)} UTC`;
  const near = shape(timeZone, { day: "2-digit", month: "2-digit" });
  const minute = shape(timeZone, { hour: "2-digit", minute: "2-digit", hour12: false });
  return {
    dayOf: (wallMs) => key.format(wallMs),
    day: (text) => day.format(new Date(`${text}T00:00:00Z`)),
    time: (wallMs) => time.format(wallMs),
    short: (wallMs) => `${near.format(wallMs)} ${minute.format(wallMs)}`,
    utc: both,
    whole: (wallMs) => {
      const here = `${date.format(wallMs)} ${time.format(wallMs)}`;
      if (both(wallMs) === `${here} UTC`) return both(wallMs);
      const sameDay = date.format(wallMs) === utcDate.format(wallMs);
      return `${here} (${sameDay ? `${utcTime.format(wallMs)} UTC` : both(wallMs)})`;
    },
  };
}

/** When the day of a moment began, by this machine's clock. */
export function midnightBefore(wallMs: number): number {
  return new Date(wallMs).setHours(0, 0, 0, 0);
}
