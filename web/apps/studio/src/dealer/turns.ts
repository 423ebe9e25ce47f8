// Blackjack seat by seat: what each has chosen, and whose turn it is.

import type { TableView } from "@sabot/wire/types";
import type { SeatShown } from "./layout.ts";

export type SeatState = "free" | "done" | "turn" | "waits";

export interface Turn {
  readonly seat: SeatShown;
  readonly state: SeatState;
  /** Keys of `table:choice`, in order. */
  readonly choices: readonly string[];
  readonly totals: string;
}

/** The seat that is asked, or that a card is due at; null when it is the bank's turn. */
export function activeSeat(view: TableView): number | null {
  if (view.question?.seat != null) return view.question.seat;
  const { act, positions } = view.studio?.instruction ?? {};
  const found = /^seat:(\d+):/.exec((act === "deal" && positions?.[0]) || "");
  return found === null ? null : Number(found[1]);
}

export function bankActs(view: TableView): boolean {
  const { act, positions } = view.studio?.instruction ?? {};
  return act === "reveal" || (act === "deal" && (positions?.[0] ?? "").startsWith("dealer"));
}

/** What the tags of a seat's hands say that it did. */
export function choicesOf(seat: SeatShown): readonly string[] {
  const tags = new Set(seat.hands.flatMap((hand) => hand.tags));
  const found = ["split", "doubled", "hit", "stand", "bust", "blackjack"].filter((tag) =>
    tags.has(tag),
  );
  return found.map((tag) => (tag === "doubled" ? "double" : tag));
}

export function turnsOf(view: TableView, seats: readonly SeatShown[]): readonly Turn[] {
  const active = activeSeat(view);
  const opening = view.studio?.instruction.why === "blackjack/first_two";
  const bank = bankActs(view) || view.phase === "result";
  return seats.map((seat): Turn => {
    const choices = choicesOf(seat);
    const totals = seat.hands.map((hand) => hand.total).filter((total) => total !== "");
    const shown = { seat, choices, totals: totals.join(" · ") };
    if (seat.hands.length === 0) return { ...shown, state: "free" };
    if (seat.seat === active) return { ...shown, state: "turn" };
    const before = active !== null && seat.seat < active && !opening;
    const over = bank || before || choices.includes("blackjack");
    return { ...shown, state: over ? "done" : "waits" };
  });
}
