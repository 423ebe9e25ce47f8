// A chance as a person reads it.

import { speech } from "@sabot/player/language/language.svelte.ts";

/** `5,92%` of `0.059157` */
export function percent(decimal: string): string {
  return `${(Number(decimal) * 100).toFixed(2).replace(".", speech.formats.decimalMark)}%`;
}

/** One in how many, rounded. */
export function oneIn(decimal: string): string {
  return speech.formats.number(Math.round(1 / Number(decimal)));
}
