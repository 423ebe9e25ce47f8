// Amounts in the currency of who is signed in, in the language of the page.

import { session } from "../state/session.svelte.ts";
import { refusal, type Circumstances } from "./refusing.ts";
import { speech, t } from "./language.svelte.ts";

const currency = (): string => session.me?.currency ?? "EUR";

export const money = (cents: number): string => speech.formats.money(cents, currency());
export const brief = (cents: number): string => speech.formats.brief(cents, currency());
export const signed = (cents: number): string => speech.formats.signed(cents, currency());

/** Why something was refused, in words. */
export const refused = (code: string, about: Circumstances = {}): string =>
  refusal(code, { t, has: (key) => speech.has(key), brief }, about);
