// Where the seats stand on the arc: seat 1 at the player's right. No seat moves during a round.

import { arcHeight } from "@sabot/board";
import type { Seat } from "./model.ts";

export interface Placed {
  readonly seat: Seat;
  /** Middle and foot of the seat, as shares of the table. */
  readonly x: number;
  readonly y: number;
  /** Its part of the width. */
  readonly room: number;
  /** What its cards may take: split hands reach over neighbours without any. */
  readonly cards: number;
}

const MARGIN = 0.012;
/** The foot of a seat hangs below the rail, at the ends more: the middle stays free for decisions. */
const BELOW = 0.052;
const BELOW_AT_END = 0.2;

function weight(seat: Seat): number {
  if (seat.person === null) return 0.78;
  return seat.mine ? 1.15 : 1;
}

export function arranged(seats: readonly Seat[]): readonly Placed[] {
  const whole = seats.reduce((sum, seat) => sum + weight(seat), 0);
  let right = 1 - MARGIN;
  const rooms = seats.map((seat) => (weight(seat) / whole) * (1 - 2 * MARGIN));
  return seats.map((seat, n) => {
    const room = rooms[n] ?? 0;
    const x = right - room / 2;
    right -= room;
    const off = Math.abs(x - 0.5) * 2;
    const cards = room + 2 * Math.min(spare(seats, rooms, n - 1), spare(seats, rooms, n + 1));
    return { seat, x, y: arcHeight(x) + BELOW + off * off * BELOW_AT_END, room, cards };
  });
}

/** What a neighbour lends: most of its place while no cards lie there, nothing beyond the ends. */
function spare(seats: readonly Seat[], rooms: readonly number[], n: number): number {
  const seat = seats[n];
  return seat === undefined || seat.hands.length > 0 ? 0 : (rooms[n] ?? 0) * 0.6;
}
