// What is declared as the return of a bet, in words (F262, R8).

import type { DeclaredInfo } from "@sabot/wire/types";
import { speech, t } from "../language/language.svelte.ts";

/** `98.94%` as the language of the page writes it. */
const written = (figure: string): string =>
  figure.replaceAll(".", speech.formats.decimalMark).replace("-", " – ");

export function declaredText({ figure, by, on }: DeclaredInfo): string {
  const told = t(`table:limits.declared.${by}`, { figure: written(figure) });
  return on === "total_stake" ? `${told}, ${t("table:limits.per.total_stake")}` : told;
}

/** That the regulation prints another figure here by mistake; nothing where it does not. */
export const slipText = ({ slip }: DeclaredInfo): string =>
  slip === null ? "" : t("table:limits.declared.slip", { figure: written(slip) });
