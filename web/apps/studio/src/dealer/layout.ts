// Where cards lie as the dealer sees them: the table turned by half a circle from the camera's.

import type { ReadShown, TableInfo, TableView } from "@sabot/wire/types";

export type Side = "player" | "banker" | "dealer" | "reserve";

export interface Slot {
  readonly position: string;
  /** `9H`, null face down, undefined no card. */
  readonly card: string | null | undefined;
  readonly read: ReadShown | null;
}

export interface Group {
  readonly side: Side;
  readonly slots: readonly Slot[];
  /** Points or the name of the hand; empty before there are any. */
  readonly total: string;
  readonly small: boolean;
}

/** How the camera sees the table, or the dealer. */
export type Seen = "dealer" | "camera";

const BACCARAT = {
  thirds: [
    ["banker", ["B3", "B2", "B1"]],
    ["player", ["P3", "P2", "P1"]],
  ],
  reserve: [
    ["banker", ["B2", "B1"]],
    ["reserve", ["Y", "X"]],
    ["player", ["P2", "P1"]],
  ],
} as const satisfies Record<string, readonly (readonly [Side, readonly string[]])[]>;

const BRAG = [
  ["dealer", ["dealer:3", "dealer:2", "dealer:1"]],
  ["player", ["player:3", "player:2", "player:1"]],
] as const satisfies readonly (readonly [Side, readonly string[]])[];

/** Games whose table is seats and a bank, and not two hands. */
export const hasSeats = (game: string): boolean => game === "blackjack";

/** The two hands of baccarat and brag, with the reserve between them where cards are laid. */
export function groupsOf(
  view: TableView,
  info: Pick<TableInfo, "laid_before_close"> | null,
  seen: Seen = "dealer",
): readonly Group[] {
  const laid = (info?.laid_before_close ?? 0) > 0;
  const plan: readonly (readonly [Side, readonly string[]])[] =
    view.game === "brag" ? BRAG : BACCARAT[laid ? "reserve" : "thirds"];
  const reads = new Map((view.studio?.reads ?? []).map((read) => [read.position, read]));
  const lying = laid && liesReady(view);
  const turned =
    seen === "dealer"
      ? plan
      : plan.map(([side, at]) => [side, at.toReversed()] as const).toReversed();
  return turned.map(([side, positions]) => ({
    side,
    small: side === "reserve",
    total: view.hands.find((hand) => hand.name === side)?.total ?? "",
    slots: positions.map((position): Slot => {
      const read = reads.get(position) ?? null;
      if (read !== null) return { position, card: read.card, read };
      return { position, card: lying ? null : undefined, read };
    }),
  }));
}

/** Reserve tables: six cards lie face down from the first bets to the end of the round (F90). */
function liesReady(view: TableView): boolean {
  return ["betting", "closed", "dealing", "paused"].includes(view.phase);
}

export interface SeatShown {
  readonly seat: number;
  readonly name: string;
  readonly hands: readonly {
    readonly name: string;
    readonly cards: readonly (string | null)[];
    readonly total: string;
    readonly tags: readonly string[];
  }[];
  readonly chosen: string;
}

/** The seats of blackjack in the dealer's order: seat 1 left, as the dealer looks at the players. */
export function seatsOf(
  view: TableView,
  count: number,
  seen: Seen = "dealer",
): readonly SeatShown[] {
  const seats = Array.from({ length: count }, (_, n): SeatShown => {
    const seat = n + 1;
    const person = view.seats[String(seat)]?.[0];
    return {
      seat,
      name: person?.nickname ?? "",
      chosen: person?.chosen ?? "",
      hands: view.hands
        .filter((hand) => hand.name.startsWith(`seat:${seat}:`))
        .map((hand) => ({
          name: hand.name,
          cards: hand.cards,
          total: hand.total ?? "",
          tags: hand.tags ?? [],
        })),
    };
  });
  return seen === "dealer" ? seats : seats.toReversed();
}

/** Where a card that is not due is said to have been read: the first place of the table. */
export function firstPosition(game: string): string {
  if (game === "blackjack") return "dealer:1";
  return game === "brag" ? "player:1" : "P1";
}
