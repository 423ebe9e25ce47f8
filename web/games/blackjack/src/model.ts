// The table as seven seats: what lies where, whose it is and what became of it. Pure; the figures are
// the server's, and a share of a stake is only ever what a decision costs.

import type { OptionName } from "@sabot/board";
import type { Table } from "@sabot/table";
import type { LaidBet, OwnBet, Person, TableInfo, TableView, You } from "@sabot/wire/types";

export const MAIN = "main";
export const BEHIND = "behind";
export const SIDES = ["perfect_pairs", "21+3", "top3"] as const;

export type Fate = "" | "win" | "push" | "lose";

/** Chips on one spot. */
export interface Stake {
  readonly amount: number;
  readonly mine: boolean;
  /** Chips that are no bet yet. */
  readonly pending: boolean;
  readonly golden: boolean;
  /** Why the chips would not count, or not all of them. */
  readonly note: string;
  /** What the bet may be, for the words of a note. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly fate: Fate;
  /** What the spot pays, to one, where it is known that it won. */
  readonly odds: string | null;
}

export interface SeatHand {
  readonly name: string;
  readonly index: number;
  readonly cards: readonly (string | null)[];
  readonly points: string;
  readonly acting: boolean;
  readonly split: boolean;
  readonly option: OptionName | null;
  /** `win`, `blackjack`, `bust` … as the server calls it; null while it is open. */
  readonly result: string | null;
  readonly stake: Stake | null;
}

export interface Seat {
  readonly seat: number;
  readonly person: Person | null;
  readonly mine: boolean;
  readonly acting: boolean;
  readonly insured: boolean;
  readonly hands: readonly SeatHand[];
  readonly main: Stake | null;
  readonly sides: ReadonlyMap<string, Stake>;
  readonly behind: {
    readonly players: number;
    readonly total: number;
    readonly stake: Stake | null;
  };
  /** What came back to this player from the seat, once the round is over. */
  readonly paid: number | null;
}

const FATES: Readonly<Record<string, Fate>> = {
  blackjack: "win",
  win: "win",
  push: "push",
  returned: "push",
  refunded: "push",
  lose: "lose",
  bust: "lose",
  dealer_blackjack: "lose",
};

/** Whether a result is good, even or bad for the one who had the hand. */
export function fateOf(result: string | null): Fate {
  return result === null ? "" : (FATES[result] ?? "");
}

/** All seats from 1 up. */
export function seatsOf(table: Table, info: TableInfo): readonly Seat[] {
  const { view } = table;
  if (view === null) return [];
  return Array.from({ length: info.seats }, (_, n) => seatOf(n + 1, view, table, info));
}

function seatOf(seat: number, view: TableView, table: Table, info: TableInfo): Seat {
  const person = view.seats[String(seat)]?.[0] ?? null;
  const mine = table.you?.seats.includes(seat) ?? false;
  const own = table.you?.bets.filter((bet) => bet.seat === seat) ?? [];
  const laid = view.bets.filter((bet) => bet.seat === seat && bet.nickname === person?.nickname);
  const on = (kind: string): Stake | null => stakeOn(kind, seat, mine, view, table, info);
  const main = on(MAIN);
  const extra = (kind: string): number => extraOn(kind, mine ? own : laid);
  const shown = view.hands.filter((hand) => hand.name.startsWith(`seat:${seat}:`));
  const hands = shown.map((hand, index): SeatHand => {
    const tags = hand.tags ?? [];
    const told = view.outcome[hand.name];
    const result = typeof told === "string" ? told : tags.includes("bust") ? "bust" : null;
    return {
      name: hand.name,
      index,
      cards: hand.cards,
      points: hand.total ?? "",
      acting: tags.includes("acting"),
      split: tags.includes("split"),
      option: optionOf(
        tags,
        index === shown.length - 1 ? (person?.chosen ?? "") : "",
        result === "bust",
      ),
      result,
      stake: handStake(main, index === 0 ? extra("double") : extra("split"), index, result),
    };
  });
  const crowd = sumOn(BEHIND, seat, view, table);
  const behind = mine ? null : ownStake(BEHIND, seat, table.you, info);
  return {
    seat,
    person,
    mine,
    acting: hands.some((hand) => hand.acting),
    insured: extra("insurance") > 0,
    hands,
    main,
    sides: new Map(
      SIDES.flatMap((kind) => {
        const stake = on(kind);
        return stake === null ? [] : [[kind, stake] as const];
      }),
    ),
    behind: {
      players: Math.max(crowd.players, behind === null ? 0 : 1),
      total: Math.max(crowd.total, behind?.amount ?? 0),
      stake: behind,
    },
    paid: table.you?.paid != null && own.length > 0 ? sum(own.map((bet) => bet.paid ?? 0)) : null,
  };
}

function handStake(
  main: Stake | null,
  extra: number,
  index: number,
  result: string | null,
): Stake | null {
  if (main === null) return null;
  const amount = index === 0 ? main.amount + extra : extra || main.amount;
  return { ...main, amount, golden: main.golden && index === 0, fate: fateOf(result) };
}

/** The icon beside the points (F150, F168); what the seat chose last tells a stand from an auto stand. */
function optionOf(tags: readonly string[], chosen: string, bust: boolean): OptionName | null {
  if (tags.includes("doubled")) return "double";
  if (tags.includes("stand")) return chosen === "auto_stand" ? "auto_stand" : "stand";
  if (bust) return null; // a green plus beside a lost hand reads as a win
  if (tags.includes("hit")) return chosen === "auto_stand" ? "auto_stand" : "hit";
  return tags.includes("split") ? "split" : null;
}

function extraOn(kind: string, bets: readonly (OwnBet | LaidBet)[]): number {
  return sum(bets.filter((bet) => bet.kind === kind).map((bet) => bet.stake));
}

function stakeOn(
  kind: string,
  seat: number,
  mine: boolean,
  view: TableView,
  table: Table,
  info: TableInfo,
): Stake | null {
  const odds = wonOdds(kind, seat, view, info);
  const told = view.outcome[`seat:${seat}:${kind}`] !== undefined;
  const fate: Fate = !told ? "" : odds === null ? "lose" : "win";
  if (mine) {
    const own = ownStake(kind, seat, table.you, info);
    return own === null || !told || kind === MAIN ? own : { ...own, fate, odds };
  }
  const { total } = sumOn(kind, seat, view, table);
  if (total === 0) return null;
  return { amount: total, mine: false, pending: false, golden: false, note: "", fate, odds };
}

function ownStake(kind: string, seat: number, you: You | null, info: TableInfo): Stake | null {
  const here = (one: { kind: string; seat?: number | null }): boolean =>
    one.kind === kind && one.seat === seat;
  const bets = you?.bets.filter((bet) => here(bet) && bet.parent == null) ?? [];
  const chips = you?.chips.filter(here) ?? [];
  const all = bets.length > 0 ? bets : chips;
  if (all.length === 0) return null;
  const result = bets.find((bet) => bet.result)?.result ?? "";
  const limits = info.bets.find((bet) => bet.kind === kind);
  return {
    amount: sum(all.map((one) => one.stake)),
    mine: true,
    pending: bets.length === 0,
    golden: all.some((one) => one.golden),
    note: chips.find((chip) => chip.note)?.note ?? "",
    minimum: limits?.minimum ?? 0,
    maximum: limits?.maximum ?? 0,
    fate: fateOf(result || null),
    odds:
      result === "win"
        ? paysOf(
            info,
            kind,
            bets.flatMap((bet) => bet.why ?? []),
          )
        : null,
  };
}

/** Others' chips on a spot: the crowd's while betting is open, accepted bets afterwards. */
function sumOn(
  kind: string,
  seat: number,
  view: TableView,
  table: Table,
): { players: number; total: number } {
  const accepted = view.spots.find((spot) => spot.kind === kind && spot.seat === seat);
  if (accepted) return accepted;
  const open = view.phase === "betting" || view.phase === "idle";
  const crowd =
    open && table.crowd?.round === view.round ? table.crowd?.spots[`${kind}:${seat}`] : undefined;
  return crowd ? { players: crowd[0], total: crowd[1] } : { players: 0, total: 0 };
}

function wonOdds(kind: string, seat: number, view: TableView, info: TableInfo): string | null {
  const label = view.outcome[`seat:${seat}:${kind}`];
  return typeof label === "string" ? paysOf(info, kind, [label]) : null;
}

function paysOf(info: TableInfo, kind: string, labels: readonly string[]): string | null {
  const pays = info.bets.find((bet) => bet.kind === kind)?.pays ?? [];
  return pays.find((pay) => labels.includes(pay.label))?.odds ?? null;
}

/**
 * Which seat a small screen looks at: the one that acts, if it is mine; the one that was chosen; mine;
 * a free one, where a newcomer sits down; and only at a full table another player's.
 */
export function focusOf(seats: readonly Seat[], looked: number | null): Seat | null {
  return (
    seats.find((seat) => seat.acting && seat.mine) ??
    seats.find((seat) => seat.seat === looked) ??
    seats.find((seat) => seat.mine) ??
    seats.find((seat) => seat.person === null) ??
    seats.find((seat) => seat.acting) ??
    seats[0] ??
    null
  );
}

/** Sides that this table offers and this player wants to see; chips on a spot always show it. */
export function offeredSides(
  view: TableView,
  info: TableInfo,
  wanted: readonly string[],
): readonly string[] {
  const hidden: Readonly<Record<string, string>> = {
    perfect_pairs: "perfect_pairs",
    "21+3": "twenty_one_plus_three",
  };
  return SIDES.filter((kind) => {
    const bet = info.bets.find((one) => one.kind === kind);
    if (!bet?.on || view.closed_kinds.includes(kind)) return false;
    const name = hidden[kind];
    return name === undefined || wanted.includes(name);
  });
}

/** The hand this player has to decide for, and the stake its costs are a share of. */
export interface Turn {
  readonly seat: Seat;
  readonly hand: SeatHand;
  readonly stake: number;
}

export function turnOf(seats: readonly Seat[], table: Table): Turn | null {
  const seat = table.you?.you_decide ? seats.find((one) => one.acting && one.mine) : undefined;
  const hand = seat?.hands.find((one) => one.acting);
  return seat && hand ? { seat, hand, stake: seat.main?.amount ?? 0 } : null;
}

/** Others who have chips down and whom a Deal now waits for (F48). */
export function stillToPress(seats: readonly Seat[]): readonly string[] {
  const names = seats
    .filter((seat) => seat.person && !seat.mine && seat.main !== null)
    .map((seat) => seat.person?.nickname ?? "");
  return [...new Set(names)];
}

/** The name of a card's position; after a split the first hand counts on from its moved card. */
export function positionOf(hand: string, index: number, splitFirst: boolean): string {
  return `${hand}:${index + 1 + (splitFirst && index > 0 ? 1 : 0)}`;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** F269: the dealer shows an ace, insurance is over, and the hole card made no blackjack. */
export function checkedForBlackjack(view: TableView): boolean {
  const [up, hole] = view.hands.find((one) => one.name === "dealer")?.cards ?? [];
  return view.status === "decision" && up?.startsWith("A") === true && hole === null;
}
