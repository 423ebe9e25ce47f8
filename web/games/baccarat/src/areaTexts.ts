// What is printed on a bet area, said about it, and read aloud: everything in words.

import type { TableTools } from "@sabot/game";
import type { AreaPlan, Closed, OwnSpot } from "./areas.ts";
import { oddsOf, paysText, returnText } from "./odds.ts";

/** Codes that have a short text of their own beside the area. */
const NOTED = new Set([
  "bet/under_minimum",
  "bet/over_maximum",
  "bet/opposite",
  "bet/opposite_cut",
  "bet/needs_main_bet",
  "bet/over_main_bets",
  "bet/switched_off",
  "bet/closed_for_shoe",
  "bet/wrong_mode",
  "bet/insufficient_balance",
  "bet/not_confirmed",
]);

export interface AreaTexts {
  readonly title: string;
  readonly pays: string;
  /** What a winning six pays, where that is something else. */
  readonly six: string;
  /** Why no chip is taken here in this round. */
  readonly closed: string;
  /** A short word about the chips that lie here. */
  readonly note: string;
  /** The whole story, for a bubble and for readers. */
  readonly explained: string;
  readonly spoken: string;
}

export function textsOf(
  area: AreaPlan,
  own: OwnSpot,
  closed: Closed | null,
  seated: boolean,
  tools: TableTools,
): AreaTexts {
  const { t, brief, language } = tools;
  const { bet } = area;
  const banker = area.group === "main" && area.tone === "banker";
  const title = t(banker ? "bets:name.banker" : `bets:name.${area.kind}`);
  const plain = oddsOf(bet, "banker_wins", language);
  const withSix = banker ? oddsOf(bet, "banker_wins_with_6", language) : null;
  const amounts = {
    bet: title,
    minimum: brief(bet.minimum),
    maximum: brief(bet.maximum),
    counts: brief(own.counts),
  };
  const code = own.refused?.reason ?? own.note;
  const percent = returnText(bet, language);
  const figures = [
    t("baccarat:area.limits", amounts),
    ...(percent === null ? [] : [t("baccarat:area.return", { percent })]),
  ];
  const texts = {
    title,
    pays: banker ? t("bets:odds", { odds: plain ?? "" }) : paysText(bet, t, language),
    six: withSix !== null && withSix !== plain ? t("baccarat:area.six", { odds: withSix }) : "",
    closed: closed === null ? "" : closedText(closed, "", t),
    note: code === "" ? "" : t(`baccarat:note.${NOTED.has(code) ? code : "other"}`, amounts),
    explained:
      closed !== null
        ? closedText(closed, "_long", t)
        : !seated
          ? t("baccarat:area.sit")
          : code !== ""
            ? t(`refusals:code.${code}`, amounts)
            : figures.join(" · "),
  };
  return { ...texts, spoken: spokenOf(texts, own, tools) };
}

function closedText(closed: Closed, long: "" | "_long", t: TableTools["t"]): string {
  return closed.why === "shoe"
    ? t(`baccarat:closed.shoe${long}`, { round: closed.round })
    : t(`baccarat:closed.off${long}`);
}

function spokenOf(texts: Omit<AreaTexts, "spoken">, own: OwnSpot, { t, brief }: TableTools): string {
  const became: Readonly<Record<OwnSpot["result"], string>> = {
    "": "",
    win: t("baccarat:area.won", { amount: brief(own.paid) }),
    lose: t("baccarat:area.lost"),
    push: t("baccarat:area.push"),
    refunded: t("baccarat:area.refunded"),
  };
  return [
    own.stake > 0
      ? t("table:felt.on_spot", { bet: texts.title, stake: brief(own.stake) })
      : t("table:felt.empty_spot", { bet: texts.title }),
    t("baccarat:area.pays", { pays: texts.pays }),
    texts.six,
    texts.closed,
    own.refused === null ? texts.note : t("baccarat:area.not_taken"),
    became[own.result],
  ]
    .filter((text) => text !== "")
    .join(", ");
}
