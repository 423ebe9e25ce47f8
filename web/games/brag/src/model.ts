// The felt as spots: what lies there, and what became of it. Pure; every figure is the server's.

import { costOf, type Table } from "@sabot/table";
import type { BetInfo, OwnBet, TableInfo } from "@sabot/wire/types";

export const SPOTS = ["pair_plus", "ante", "blind_play", "poker_plus"] as const;

export type Fate = "" | "win" | "push" | "lose";

export interface Spot {
  readonly kind: string;
  readonly bet: BetInfo;
  /** No bet is taken here in this round. */
  readonly closed: boolean;
  readonly stake: number;
  readonly pending: boolean;
  readonly golden: boolean;
  readonly note: string;
  readonly fate: Fate;
  /** What came back, stake included; null while the round runs. */
  readonly paid: number | null;
  /** The labels of the pay table that decided it. */
  readonly why: readonly string[];
  /** Players and cents on the spot, everyone's together. */
  readonly players: number;
  readonly total: number;
}

/** The hidden side bets of a player's settings; chips on a spot always show it. */
export function spotsOf(table: Table, info: TableInfo, wanted: readonly string[]): readonly Spot[] {
  return SPOTS.flatMap((kind) => {
    const bet = info.bets.find((one) => one.kind === kind);
    if (!bet) return [];
    const spot = spotOf(kind, bet, table);
    const hidden = kind.endsWith("_plus") && !wanted.includes(kind);
    const offered = bet.on && !hidden;
    return offered || spot.stake > 0 ? [spot] : [];
  });
}

/** Where the second stake of Play lies: beside the Ante, from the start of the round. */
export function playOf(table: Table, info: TableInfo): Spot | null {
  const bet = info.bets.find((one) => one.kind === "play");
  return bet ? spotOf("play", bet, table) : null;
}

/** The bets from left to right; Play and Blind Play share one place, so that nothing moves. */
export function rowOf(table: Table, info: TableInfo, wanted: readonly string[]): readonly Spot[] {
  const spots = spotsOf(table, info, wanted);
  const play = playOf(table, info);
  const blind = spots.find((spot) => spot.kind === "blind_play");
  const beside = play !== null && (play.stake > 0 || blind === undefined) ? play : blind;
  return spots.flatMap((spot) => {
    if (spot.kind === "blind_play") return [];
    return spot.kind === "ante" && beside !== undefined ? [spot, beside] : [spot];
  });
}

function spotOf(kind: string, bet: BetInfo, table: Table): Spot {
  const { you, view, crowd } = table;
  const bets = you?.bets.filter((one) => one.kind === kind) ?? [];
  const chips = you?.chips.filter((one) => one.kind === kind) ?? [];
  const all = bets.length > 0 ? bets : chips;
  const accepted = view?.spots.find((spot) => spot.kind === kind);
  const laid = crowd !== null && crowd.round === view?.round ? crowd.spots[kind] : undefined;
  return {
    kind,
    bet,
    closed: view?.closed_kinds.includes(kind) ?? false,
    stake: sum(all.map((one) => one.stake)),
    pending: bets.length === 0 && chips.length > 0,
    golden: all.some((one) => one.golden),
    note: chips.find((chip) => chip.note)?.note ?? "",
    fate: fateOf(bets),
    paid: you?.paid == null || bets.length === 0 ? null : sum(bets.map((one) => one.paid ?? 0)),
    why: bets.flatMap((one) => one.why ?? []),
    players: accepted?.players ?? laid?.[0] ?? 0,
    total: accepted?.total ?? laid?.[1] ?? 0,
  };
}

function fateOf(bets: readonly OwnBet[]): Fate {
  const result = bets.find((bet) => bet.result)?.result ?? "";
  return result === "refunded"
    ? "push"
    : result === "win" || result === "push" || result === "lose"
      ? result
      : "";
}

/** The Ante that the open question waits for, and what Play costs. */
export function askedOf(table: Table): { readonly bet: OwnBet; readonly cost: number } | null {
  const { you, view } = table;
  const bet = you?.bets.find((one) => you.ask.includes(one.id));
  const share = view?.question?.options.find(([id]) => id === "play")?.[1];
  return bet && share !== undefined ? { bet, cost: costOf(share, bet.stake) } : null;
}

/** `passed` once this player let the Ante go; null without an Ante in the round. */
export function stanceOf(table: Table): "blind" | "in" | "passed" | "open" | null {
  const { you, view } = table;
  const has = (kind: string): boolean => you?.bets.some((bet) => bet.kind === kind) ?? false;
  if (!has("ante")) return null;
  if (has("blind_play")) return "blind";
  if (has("play")) return "in";
  const past =
    view?.phase === "dealer" ||
    view?.phase === "result" ||
    (view?.question != null && you?.ask.length === 0);
  return past ? "passed" : "open";
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
