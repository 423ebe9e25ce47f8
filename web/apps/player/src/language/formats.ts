// Money, times and shares as a language writes them.

import { worth } from "@sabot/table";

const LOCALES = { it: "it-IT", en: "en-GB" } as const;

export interface Formats {
  /** `1.245,00 €` */
  money(cents: number, currency: string): string;
  /** The same without cents where there are none. */
  brief(cents: number, currency: string): string;
  /** With its sign: `+17,50 €`, `−5,00 €`, `0,00 €`. */
  signed(cents: number, currency: string): string;
  /** `12:36:07` */
  clock(wallMs: number): string;
  /** `12:36` */
  hour(wallMs: number): string;
  /** `98,7649 %` of a decimal such as `0.987649186711`. */
  percent(decimal: string): string;
  /** `0,95` of `19/20`; a value without an end keeps four digits. */
  odds(odds: string): string;
  number(value: number): string;
  /** A point or a comma. */
  readonly decimalMark: string;
  list(words: readonly string[], how: "or" | "and"): string;
}

/** Made when it is used first: each of these costs a slow phone some hundredths of a second. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

export function formatsOf(language: keyof typeof LOCALES): Formats {
  const locale = LOCALES[language];
  const currencies = new Map<string, Intl.NumberFormat>();
  const inCurrency = (
    currency: string,
    digits: 0 | 2,
    sign: "auto" | "exceptZero",
  ): Intl.NumberFormat => {
    const key = `${currency}${digits}${sign}`;
    const made =
      currencies.get(key) ??
      new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: sign,
        useGrouping: "always",
      });
    currencies.set(key, made);
    return made;
  };
  const share = once(
    () =>
      new Intl.NumberFormat(locale, {
        style: "percent",
        minimumFractionDigits: 4,
        maximumFractionDigits: 4,
      }),
  );
  const decimal = once(
    () => new Intl.NumberFormat(locale, { maximumFractionDigits: 4, useGrouping: "always" }),
  );
  const timeOf = (second: "2-digit" | undefined) =>
    once(
      () =>
        new Intl.DateTimeFormat(locale, {
          hour: "2-digit",
          minute: "2-digit",
          second,
          hour12: false,
        }),
    );
  const time = timeOf("2-digit");
  const short = timeOf(undefined);
  return {
    money: (cents, currency) => inCurrency(currency, 2, "auto").format(cents / 100),
    brief: (cents, currency) =>
      inCurrency(currency, cents % 100 === 0 ? 0 : 2, "auto").format(cents / 100),
    signed: (cents, currency) => inCurrency(currency, 2, "exceptZero").format(cents / 100),
    clock: (wallMs) => time().format(wallMs),
    hour: (wallMs) => short().format(wallMs),
    percent: (value) => share().format(Number(value)),
    odds: (odds) => decimal().format(worth(odds)),
    number: (value) => decimal().format(value),
    decimalMark: locale === "it-IT" ? "," : ".",
    list: (words, how) =>
      new Intl.ListFormat(locale, { type: how === "or" ? "disjunction" : "conjunction" }).format(
        words,
      ),
  };
}

/** `00:42:18` */
export function lasting(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** `UTC+1`, `UTC−3:30`, `UTC`: how far a clock is from universal time, in minutes east. */
export function utcOffset(minutesEast: number): string {
  if (minutesEast === 0) return "UTC";
  const size = Math.abs(minutesEast);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  return `UTC${minutesEast > 0 ? "+" : "−"}${Math.floor(size / 60)}${rest}`;
}
