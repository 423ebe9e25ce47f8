// What a player has to decide about, in a line.

import type { TableTools } from "@sabot/game";
import type { TableView } from "@sabot/wire/types";
import type { Turn } from "./model.ts";

export function turnText(turn: Turn, view: TableView, t: TableTools["t"]): string {
  const dealer = view.hands.find((hand) => hand.name === "dealer")?.total ?? "";
  return t(turn.hand.split ? "blackjack:turn.where_hand" : "blackjack:turn.where", {
    seat: turn.seat.seat,
    hand: turn.hand.index + 1,
    points: turn.hand.points,
    dealer,
  });
}
