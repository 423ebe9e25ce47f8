// The bet areas of a table, in the order of the felt, and what is to be said about each of them now.

import type { Table } from "@sabot/table";
import type { BetInfo, Chip, NotTaken, OwnBet, TableInfo, TableView, You } from "@sabot/wire/types";

export type Tone = "player" | "banker" | "tie" | "side";
export type Group = "main" | "side" | "egalite";

export interface AreaPlan {
  readonly kind: string;
  readonly group: Group;
  readonly tone: Tone;
  readonly bet: BetInfo;
}

/** Side bets from the Player's end to the Banker's, with the setting that shows them (F43). */
const SIDES: readonly (readonly [kind: string, tone: Tone, setting: string])[] = [
  ["small", "side", "big_small"],
  ["player_bonus", "player", "bonus"],
  ["player_pair", "player", "pairs"],
  ["either_pair", "side", "pairs"],
  ["super6", "side", "super6"],
  ["perfect_pair", "side", "pairs"],
  ["banker_pair", "banker", "pairs"],
  ["banker_bonus", "banker", "bonus"],
  ["big", "side", "big_small"],
];
const EGALITE = Array.from({ length: 10 }, (_, total) => `egalite_${total}`);

/** The kind that the Banker area stands for in the player's mode (F112). */
export const inMode = (bet: BetInfo, mode: string | null): boolean => bet.mode === null || bet.mode === mode;

export function modeOf(info: TableInfo, you: You | null): string | null {
  return you?.mode ?? info.modes[0] ?? null;
}

/** Areas that lie on the felt: those offered in this mode and not put away, or with chips on them. */
export function areasOf(info: TableInfo, you: You | null, wanted: readonly string[]): readonly AreaPlan[] {
  const mode = modeOf(info, you);
  const staked = new Set([...(you?.chips ?? []), ...(you?.bets ?? [])].map((spot) => spot.kind));
  const offered = (kind: string): BetInfo | undefined =>
    info.bets.find((bet) => bet.kind === kind && inMode(bet, mode));
  const plan = (kind: string, group: Group, tone: Tone): AreaPlan[] => {
    const bet = offered(kind);
    return bet === undefined ? [] : [{ kind, group, tone, bet }];
  };
  const banker = offered("banker") ? "banker" : "banker_zero_commission";
  return [
    ...plan("player", "main", "player"),
    ...plan("tie", "main", "tie"),
    ...plan(banker, "main", "banker"),
    ...SIDES.filter(([kind, , setting]) => wanted.includes(setting) || staked.has(kind)).flatMap(([kind, tone]) =>
      plan(kind, "side", tone),
    ),
    ...EGALITE.filter((kind) => wanted.includes("egalite") || staked.has(kind)).flatMap((kind) =>
      plan(kind, "egalite", "tie"),
    ),
  ];
}

/** Why an area takes no chips in this round. */
export type Closed = { readonly why: "shoe"; readonly round: number } | { readonly why: "off" };

export function closedBecause(view: TableView, bet: BetInfo): Closed | null {
  if (!view.closed_kinds.includes(bet.kind)) return null;
  const last = bet.last_round_of_shoe;
  return last !== null && view.round_of_shoe > last ? { why: "shoe", round: last } : { why: "off" };
}

export interface OwnSpot {
  /** Everything of yours on the spot, in cents. */
  readonly stake: number;
  /** What of it counts or would count. */
  readonly counts: number;
  readonly golden: boolean;
  /** Chips that are not bets yet. */
  readonly pending: boolean;
  /** A code, when not all of it counts. */
  readonly note: string;
  readonly refused: NotTaken | null;
  readonly result: "" | "win" | "lose" | "push" | "refunded";
  /** What came back, stake included. */
  readonly paid: number;
}

const EMPTY: OwnSpot = {
  stake: 0,
  counts: 0,
  golden: false,
  pending: false,
  note: "",
  refused: null,
  result: "",
  paid: 0,
};

export function ownSpot(you: You | null, kind: string, seat: number | null): OwnSpot {
  if (you === null) return EMPTY;
  const here = (spot: { readonly kind: string; readonly seat?: number | null }): boolean =>
    spot.kind === kind && (seat === null || (spot.seat ?? null) === seat);
  const chips = you.chips.filter(here);
  const bets = you.bets.filter(here);
  const refused = you.not_taken.find(here) ?? null;
  if (chips.length === 0 && bets.length === 0) {
    return refused === null ? EMPTY : { ...EMPTY, refused };
  }
  return {
    stake: sum(chips, (chip) => chip.stake) + sum(bets, (bet) => bet.stake),
    counts: sum(chips, counted) + sum(bets, (bet) => bet.stake),
    golden: [...chips, ...bets].some((spot) => spot.golden),
    pending: chips.length > 0,
    note: chips.find((chip) => chip.note)?.note ?? "",
    refused,
    result: resultOf(bets),
    paid: sum(bets, (bet) => bet.paid ?? 0),
  };
}

const counted = (chip: Chip): number => chip.counts ?? 0;

function resultOf(bets: readonly OwnBet[]): OwnSpot["result"] {
  const results = bets.map((bet) => bet.result ?? "");
  return (["win", "push", "refunded", "lose"] as const).find((result) => results.includes(result)) ?? "";
}

/** How many players back a main bet, and with how much (F205); null without any. */
export interface Backing {
  readonly players: number;
  readonly total: number;
  /** Of all who back a main bet, from 0 to 1. */
  readonly share: number;
  /** Of all the money on main bets, from 0 to 1. */
  readonly money: number;
}

const isBanker = (kind: string): boolean => kind.startsWith("banker") && !kind.includes("pair") && !kind.includes("bonus");

export function backings(table: Table): Readonly<Record<"player" | "tie" | "banker", Backing | null>> {
  const open = table.view?.status === "place_your_bets" || table.view?.status === "last_bets";
  const crowd = open && table.crowd?.round === table.view?.round ? table.crowd : null;
  const spots: readonly (readonly [string, number, number])[] = crowd
    ? Object.entries(crowd.spots).map(([name, [players, total]]) => [name.split(":")[0] ?? name, players, total])
    : (table.view?.spots ?? []).map((spot) => [spot.kind, spot.players, spot.total]);
  const of = (fits: (kind: string) => boolean) => {
    const found = spots.filter(([kind]) => fits(kind));
    return { players: sum(found, (spot) => spot[1]), total: sum(found, (spot) => spot[2]) };
  };
  const sides = {
    player: of((kind) => kind === "player"),
    tie: of((kind) => kind === "tie"),
    banker: of(isBanker),
  };
  const all = sides.player.players + sides.tie.players + sides.banker.players;
  const pot = sides.player.total + sides.tie.total + sides.banker.total;
  const backing = (side: { players: number; total: number }): Backing | null =>
    all === 0 ? null : { ...side, share: side.players / all, money: pot === 0 ? 0 : side.total / pot };
  return { player: backing(sides.player), tie: backing(sides.tie), banker: backing(sides.banker) };
}

/**
 * What the result does to an area: your own bet decides where there is one; otherwise only what the
 * result names in so many words is lit (F50).
 */
export function lightOf(view: TableView, kind: string, own: OwnSpot): "lit" | "faded" | null {
  const winner = view.outcome.winner;
  if (view.status !== "result" || winner === undefined) return null;
  if (own.result === "win") return "lit";
  const main = kind === "player" || kind === "tie" || isBanker(kind);
  if (main) return (isBanker(kind) ? "banker" : kind) === winner ? "lit" : "faded";
  if (own.result === "lose") return "faded";
  return view.outcome[kind] === true ? "lit" : null;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
