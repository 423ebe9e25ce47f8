// The result as the dealer says it: `Banco 7 a 4`.

import type { TableView } from "@sabot/wire/types";

type Translate = (key: string, data?: Readonly<Record<string, unknown>>) => string;

export interface Phrase {
  readonly main: string;
  readonly more: string;
}

export function told(view: TableView, t: Translate): Phrase {
  switch (view.game) {
    case "baccarat":
      return baccarat(view, t);
    case "blackjack":
      return blackjack(view, t);
    case "brag":
      return brag(view, t);
    default:
      return { main: t("dealer:result.plain"), more: "" };
  }
}

function baccarat({ outcome }: TableView, t: Translate): Phrase {
  const winner = String(outcome["winner"] ?? "");
  const [player, banker] = [Number(outcome["player_points"]), Number(outcome["banker_points"])];
  const natural = outcome["player_natural"] === true || outcome["banker_natural"] === true;
  const pairs = (["player", "banker"] as const)
    .filter((side) => outcome[`${side}_pair`] === true)
    .map((side) => t("dealer:result.pair", { side: t(`table:side_name.${side}`) }));
  const main = t("dealer:result.points", {
    winner: t(`table:side_name.${winner}`),
    more: Math.max(player, banker),
    less: Math.min(player, banker),
  });
  return { main, more: [...(natural ? [t("dealer:result.natural")] : []), ...pairs].join(" ") };
}

function blackjack(view: TableView, t: Translate): Phrase {
  const bank = view.hands.find((hand) => hand.name === "dealer");
  const tags = bank?.tags ?? [];
  const name = tags.includes("blackjack") ? "blackjack" : tags.includes("bust") ? "bust" : "bank";
  return {
    main: t(`dealer:result.${name}`, {
      total: String(view.outcome["dealer_total"] ?? bank?.total ?? ""),
    }),
    more: t("dealer:result.pay_seats"),
  };
}

function brag({ outcome }: TableView, t: Translate): Phrase {
  if (outcome["dealer_qualifies"] === false)
    return { main: t("dealer:result.not_qualified"), more: t("dealer:result.ante_wins") };
  const hand = (side: "player" | "dealer"): string =>
    t(`table:hand.${String(outcome[`${side}_hand`] ?? "high_card")}`);
  return {
    main: t(`dealer:result.brag_${String(outcome["comparison"] ?? "tie")}`),
    more: t("dealer:result.hands", { player: hand("player"), dealer: hand("dealer") }),
  };
}
