// A round as plain text, for a letter to support or the player's own notes (F245).

import type { RoundTold } from "@sabot/wire/types";
import {
  betName,
  cardText,
  decidedBy,
  handName,
  handsOf,
  totalText,
  worded,
  type Translate,
} from "./wording.ts";

export interface TextTools {
  readonly t: Translate;
  readonly money: (cents: number) => string;
  readonly signed: (cents: number) => string;
  readonly whole: (wallMs: number) => string;
  readonly time: (wallMs: number) => string;
}

export function plainText(told: RoundTold, tools: TextTools): string {
  return [...heading(told, tools), ...game(told, tools), ...bets(told, tools)].join("\n");
}

function heading(told: RoundTold, { t, whole }: TextTools): readonly string[] {
  return [
    `${t("brand")} · ${told.name} · ${told.round}`,
    `${t("history:fact.opened")}: ${whole(told.opened_at_ms)}`,
    ...(told.ended_at_ms === null
      ? []
      : [`${t("history:fact.ended")}: ${whole(told.ended_at_ms)}`]),
    ...(told.shoe === null ? [] : [`${t("history:fact.shoe")}: ${told.shoe}`]),
    ...(told.commitment === null ? [] : [`${t("history:fact.commitment")}: ${told.commitment}`]),
    "",
  ];
}

function game(told: RoundTold, { t }: TextTools): readonly string[] {
  const hands = handsOf(told).map((hand) => {
    const total = totalText(hand, told.game, t);
    const cards = hand.cards.map(cardText).join(" ");
    return `${handName(hand.name, told.game, t)}: ${cards}${total === "" ? "" : ` (${total})`}`;
  });
  return [...hands, ...told.story.map((fact) => worded(fact, told.game, t)), ""];
}

function bets(told: RoundTold, tools: TextTools): readonly string[] {
  const { t, money, signed, time } = tools;
  const lines = told.bets.flatMap((bet) => [
    `${betName(bet, t)}: ${money(bet.stake)}${bet.golden ? ` (${t("history:golden")})` : ""}, ${t(`history:result.${bet.result === "" ? "open" : bet.result}`)}, ${money(bet.paid)}`,
    ...bet.lines.map((line) => `  ${worded(line.because, told.game, t)}`),
  ]);
  const decisions = told.decisions
    .filter((decision) => decision.own)
    .map(
      (decision) =>
        `${time(decision.at_ms)} ${t(`history:option.${decision.topic}.${decision.option}`)} (${t(`history:by.${decidedBy(decision)}`)})`,
    );
  const total =
    told.paid === null
      ? []
      : [
          `${t("history:sum.staked")}: ${money(told.staked)}, ${t("history:sum.returned")}: ${money(told.paid)}, ${t("history:sum.net")}: ${signed(told.paid - told.staked)}`,
        ];
  return [...lines, ...decisions, ...total, ...annulled(told, tools)];
}

/** The settlement above stands in the text as well: a letter to the support needs both. */
function annulled(told: RoundTold, { t, money, signed, whole }: TextTools): readonly string[] {
  if (told.annulled === null) return [];
  const { amount, at_ms, chips } = told.annulled;
  const way = amount > 0 ? "back" : "taken";
  return [
    t("history:annulled.text", { moment: whole(at_ms) }),
    ...(amount === 0 ? [] : [`${t(`history:annulled.${way}`)}: ${signed(amount)}`]),
    ...(chips === 0 ? [] : [`${t("history:annulled.chip")}: ${money(chips)}`]),
  ];
}
