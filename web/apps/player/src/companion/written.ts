// Dates and shares as the language of the page writes them, for screens that load late.

import { speech } from "../language/language.svelte.ts";

const LOCALES = { it: "it-IT", en: "en-GB" } as const;

const locale = (): string => LOCALES[speech.language];

const MOMENT = { day: "2-digit", month: "2-digit", hour: "2-digit", minute: "2-digit" } as const;

/** `16/11, 14:30`, by this machine's clock. */
export const moment = (wallMs: number): string =>
  new Intl.DateTimeFormat(locale(), MOMENT).format(wallMs);

/** `16/11/2026, 14:30`, by this machine's clock. */
export const farMoment = (wallMs: number): string =>
  new Intl.DateTimeFormat(locale(), { ...MOMENT, year: "numeric" }).format(wallMs);

/** `00:00`, an hour of universal time. */
export const universalHour = (wallMs: number): string =>
  new Intl.DateTimeFormat(locale(), {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
  }).format(wallMs);

/** `16/11/2026`, a day of universal time. */
export const date = (wallMs: number): string =>
  new Intl.DateTimeFormat(locale(), {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    timeZone: "UTC",
  }).format(wallMs);

/** `98,76%` of a decimal such as `0.9876`. */
export const share = (decimal: string): string =>
  new Intl.NumberFormat(locale(), {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(Number(decimal));
