// A refusal as a sentence that says why and what would work.

import type { TableInfo } from "@sabot/wire/types";

type Translate = (key: string, data?: Readonly<Record<string, unknown>>) => string;

export interface RefusalWords {
  readonly t: Translate;
  readonly has: (key: string) => boolean;
  readonly brief: (cents: number) => string;
}

/** What is known where it was refused. */
export interface Circumstances {
  readonly kind?: string | undefined;
  readonly info?: TableInfo | null | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

export function refusal(code: string, words: RefusalWords, about: Circumstances = {}): string {
  const key = `refusals:code.${code}`;
  if (!words.has(key)) return words.t("refusals:code.unknown", { code });
  const bet = about.info?.bets.find((one) => one.kind === about.kind);
  const main = bet ?? about.info?.bets.find((one) => one.role === "main");
  return words.t(key, {
    retry_after_s: "",
    ...about.data,
    bet: bet === undefined ? words.t("bets:this_bet") : words.t(`bets:name.${bet.kind}`),
    minimum: main === undefined ? "" : words.brief(main.minimum),
    maximum: main === undefined ? "" : words.brief(main.maximum),
  });
}
