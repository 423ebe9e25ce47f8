// What a bet pays, as a language writes it.

import type { BetInfo } from "@sabot/wire/types";

type Translate = (key: string, data?: Readonly<Record<string, unknown>>) => string;

/** `0,95` of `19/20`. */
export function oddsText(odds: string, language: string): string {
  const [over, under = "1"] = odds.split("/");
  return new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(Number(over) / Number(under));
}

const value = (odds: string): number => {
  const [over, under = "1"] = odds.split("/");
  return Number(over) / Number(under);
};

/** `8:1`, or `fino a 30:1` where a pay table has several lines. */
export function paysText(bet: BetInfo, t: Translate, language: string): string {
  const won = bet.pays.filter((pay) => value(pay.odds) > 0);
  const best = won.reduce((most, pay) => (value(pay.odds) > value(most) ? pay.odds : most), "0");
  const several = new Set(won.map((pay) => pay.odds)).size > 2;
  return t(several ? "bets:up_to" : "bets:odds", { odds: oddsText(best, language) });
}

/** What a label pays, or null where it is not in the pay table. */
export function oddsOf(bet: BetInfo | undefined, label: string, language: string): string | null {
  const pay = bet?.pays.find((one) => one.label === label);
  return pay === undefined ? null : oddsText(pay.odds, language);
}

/** `98,9421 %` */
export function returnText(bet: BetInfo, language: string): string | null {
  const first = bet.returns[0];
  if (first === undefined) return null;
  return new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    Number(first.decimal),
  );
}
