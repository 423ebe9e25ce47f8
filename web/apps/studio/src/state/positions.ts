// Positions of cards by their names on the wire, and what people call them.

type Translate = (key: string, data?: Readonly<Record<string, unknown>>) => string;

export interface Position {
  readonly side: "player" | "banker" | "dealer" | "reserve" | "seat";
  /** Of a card within its hand, from 1; the letter of a reserve place. */
  readonly place: string;
  readonly seat: number | null;
  /** A seat's second hand after a split is 1. */
  readonly hand: number;
}

const BACCARAT = /^([PB])([1-3])$/;
const RESERVE = /^[XY]$/;
const SHARED = /^(player|dealer):(\d+)$/;
const SEAT = /^seat:(\d+):(\d+)(?::(\d+))?$/;

/** Reads `P1`, `X`, `player:2`, `dealer:1`, `seat:4:0:2`; null for a name of another kind. */
export function positionOf(name: string): Position | null {
  const at = (
    side: Position["side"],
    place: string,
    seat: number | null = null,
    hand = 0,
  ): Position => ({ side, place, seat, hand });
  const baccarat = BACCARAT.exec(name);
  if (baccarat) return at(baccarat[1] === "P" ? "player" : "banker", baccarat[2] ?? "");
  if (RESERVE.test(name)) return at("reserve", name);
  const shared = SHARED.exec(name);
  if (shared) return at(shared[1] as "player" | "dealer", shared[2] ?? "");
  const seat = SEAT.exec(name);
  if (seat) return at("seat", seat[3] ?? "", Number(seat[1]), Number(seat[2]));
  return null;
}

/** As it is called aloud: `GIOCATORE 2`, `RISERVA X`, `POSTO 4`. */
export function positionName(name: string, t: Translate): string {
  const at = positionOf(name);
  if (at === null) return name;
  if (at.side !== "seat") return t(`table:position.${at.side}`, { place: at.place });
  const key = at.hand > 0 ? "second_hand" : "seat";
  return t(`table:position.${key}`, { seat: at.seat });
}

/** As it is written under a card: `P2`, `X`, `B1`; a seat's card is its number within the hand. */
export function positionMark(name: string): string {
  const at = positionOf(name);
  if (at === null) return name;
  if (at.side === "reserve") return at.place;
  if (at.side === "seat") return `${at.seat}${at.hand > 0 ? "′" : ""}`;
  return `${at.side === "player" ? "P" : "B"}${at.place}`;
}
