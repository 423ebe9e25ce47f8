// What the plate in the middle says: every status of the table and what it means for this player.

import { confirmsByHand } from "./confirming.ts";
import { amounts, type Table } from "@sabot/table";
import type { TableInfo } from "@sabot/wire/types";
import type { Words } from "@sabot/game";

export type PlateTone = "open" | "last" | "closed" | "result" | "calm" | "trouble";

export interface Plate {
  readonly title: string;
  readonly detail: string;
  readonly tone: PlateTone;
  /** The window that runs is drawn. */
  readonly timed: boolean;
  /** What came back and what that is less the stakes; null without a bet in a finished round. */
  readonly money: { readonly paid: number; readonly net: number } | null;
  /** The felt draws the time beside its buttons, and this plate not a second time. */
  readonly ringed?: boolean;
  /** Money is short: the plate leads to the cashier (F64). */
  readonly short?: boolean;
}

export interface PlateWords {
  readonly t: (key: string, data?: Readonly<Record<string, unknown>>) => string;
  readonly brief: (cents: number) => string;
  readonly money: (cents: number) => string;
  /** Why the house paused or cancelled: its code in words, never what staff wrote (F242). */
  readonly reason: (because: string) => string;
  readonly words: Words;
}

/** Chips may be placed: betting is open, or the first chip opens it. */
export function mayBet(table: Table, info: TableInfo | null): boolean {
  const status = table.view?.status;
  if (status === "place_your_bets" || status === "last_bets") return true;
  return status === "waiting" && info?.opening === "first_bet";
}

export function plateOf(
  table: Table,
  info: TableInfo,
  autoConfirm: boolean,
  say: PlateWords,
): Plate {
  const { view, you } = table;
  const { t } = say;
  if (view === null) return plate(t("common:loading"), "", "calm");
  const status = view.status;
  const last = view.last_hand ? t("table:detail.last_hand") : "";
  switch (status) {
    case "place_your_bets":
    case "last_bets": {
      const tone = status === "last_bets" ? "last" : "open";
      if (you?.status === "insufficient_balance") return shortPlate(info, tone, say);
      const needsConfirm = confirmsByHand(info, autoConfirm);
      const detail =
        needsConfirm && you !== null && you.chips.length > 0
          ? t("table:detail.confirm")
          : needsConfirm && you !== null && you.bets.length > 0
            ? t("table:detail.confirmed")
            : last || how(table, info, t);
      return plate(t(`table:status.${status}`), detail, tone, true);
    }
    case "waiting":
      if (you?.status === "insufficient_balance" && info.opening === "first_bet")
        return shortPlate(info, "open", say);
      return info.opening === "first_bet"
        ? plate(
            t("table:status.place_your_bets"),
            how(table, info, t) || t("table:detail.first_bet"),
            "open",
          )
        : plate(t("table:status.waiting"), t("table:detail.waiting"), "calm");
    case "closed_table":
      return plate(t("table:status.closed_table"), t("table:detail.closed_table"), "calm");
    case "paused":
      return plate(t("table:status.paused"), pausedBecause(view.because, say), "trouble");
    case "cancelled": {
      const back =
        you !== null && you.paid !== null && you.paid > 0
          ? t("table:detail.refunded", { amount: say.money(you.paid) })
          : t("table:detail.cancelled");
      const why = view.because === null ? "" : `${say.reason(view.because)} `;
      return plate(t("table:status.cancelled"), `${why}${back}`, "trouble");
    }
    case "result": {
      const result = say.words.result(view, t);
      const net = amounts.net(you);
      const played = you !== null && you.bets.length > 0 && you.paid !== null && net !== null;
      const detail = result.detail ?? "";
      const skipped = you?.status === "wait_for_next_round" ? t("table:detail.no_bet") : "";
      return {
        ...plate(result.title, detail === "" ? skipped : detail, "result"),
        money: played ? { paid: you.paid, net } : null,
      };
    }
    case "insurance":
    case "decision": {
      const mine = you !== null && (you.you_decide || you.ask.length > 0);
      // Accepted bets are no news any more; the felt says what each answer costs, and what silence is.
      const detail = you?.status === "bets_accepted" ? "" : personal(table, t);
      if (!mine) return plate(t(`table:status.${status}`), detail, "closed", true);
      const told = plate(t("table:yours.your_turn"), detail, "result", true);
      return { ...told, ringed: status === "decision" };
    }
    default:
      return plate(t(`table:status.${status}`), personal(table, t) || last, "closed");
  }
}

/** F64, F76: too little for this table; what would do, and the way there. */
function shortPlate(info: TableInfo, tone: PlateTone, { t, brief }: PlateWords): Plate {
  const minimum = brief(info.bets.find((bet) => bet.role === "main")?.minimum ?? 0);
  const title = t("table:yours.insufficient_balance");
  return { ...plate(title, t("table:detail.minimum", { minimum }), tone, true), short: true };
}

/** A plate of a round that is over: what was, and nothing to do. */
export function pastPlate(told: Plate, table: Table, t: PlateWords["t"]): Plate {
  const status = table.view?.status ?? "waiting";
  const { you_decide: decides = false, ask = [] } = table.you ?? {};
  if (["place_your_bets", "last_bets", "waiting"].includes(status))
    return { ...told, title: t("lobby:status.place_your_bets"), detail: "", short: false };
  if (decides || ask.length > 0)
    return { ...told, title: t(`lobby:status.${status}`), tone: "closed", ringed: false };
  return told;
}

/** The same without a line: nothing can be placed, and the time of the table goes on. */
export function cutOff(told: Plate, table: Table, info: TableInfo, t: PlateWords["t"]): Plate {
  if (!mayBet(table, info)) return told;
  const detail = told.timed ? t("table:detail.cut_off") : "";
  return { ...told, title: t("table:status.cut_off"), detail, tone: "closed" };
}

/** What to do next, for a player who has not bet here yet. */
function how({ you }: Table, info: TableInfo, t: PlateWords["t"]): string {
  if (you === null || you.can_rebet || you.chips.length + you.bets.length > 0) return "";
  return t(`table:detail.${info.seat_rule !== "none" && you.seats.length === 0 ? "sit" : "how"}`);
}

/** What became of my chips, once betting is over. */
function personal(table: Table, t: PlateWords["t"]): string {
  const status = table.you?.status ?? "none";
  const told = [
    "bets_accepted",
    "some_bets_not_accepted",
    "bets_rejected",
    "wait_for_next_round",
    "insufficient_balance",
  ];
  return told.includes(status) ? t(`table:yours.${status}`) : "";
}

function plate(title: string, detail: string, tone: PlateTone, timed = false): Plate {
  return { title, detail, tone, timed, money: null };
}

/** Why the table is paused, and what becomes of bets and of chips that are not bets yet. */
function pausedBecause(because: string | null, say: PlateWords): string {
  // Every pause says that the problem is under investigation (F242); this code says nothing else.
  if (because === null || because === "studio/investigation") return say.t("table:detail.paused");
  if (because === "house/cannot_write") return say.t("table:detail.cannot_write");
  return say.t("table:detail.paused_why", { why: say.reason(because) });
}
