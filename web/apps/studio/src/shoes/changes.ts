// Which tables need other cards, and why: the alarms of cards among those of the wall.

import type { AlarmShown, TableNeed, WallTable } from "@sabot/wire/types";

/** The alarms that the shoe desk answers, and the reason of the change each one asks for. */
const REASONS: Readonly<Record<string, string>> = {
  cards_awaited: "",
  cut_card: "",
  shoe_age: "age",
  shoe_idle: "idle",
  dropped: "dropped_cards",
  by_hand: "bad_barcode",
  video_lost: "video_lost",
};
/** F96: more than this many fallen cards end a shoe. */
export const DROPPED_MAX = 3;
/** What a person may say; the others are said by the house itself. */
export const BY_PERSON = [
  "age",
  "idle",
  "video_lost",
  "dropped_cards",
  "bad_barcode",
  "worn",
  "security",
  "set_changed",
] as const;

export interface Row {
  readonly need: TableNeed;
  readonly alarm: AlarmShown | null;
  /** What would be proposed: new cards now, or a change with this reason after the hand. */
  readonly act: "bring" | "change" | "fell";
  readonly reason: string;
}

/** The most pressing table first; those without an alarm follow in the order of the house. */
export function rows(
  tables: readonly TableNeed[],
  wall: ReadonlyMap<string, WallTable>,
): readonly Row[] {
  const found = tables.map((need): Row => {
    const alarm = wall.get(need.table)?.alarms.find((one) => one.kind in REASONS) ?? null;
    const bare = need.shoe === null || need.shoe.retired !== null;
    const reason = alarm === null ? "" : (REASONS[alarm.kind] ?? "");
    const act = bare || alarm?.kind === "cut_card" ? "bring" : alarm === null ? "fell" : "change";
    return { need, alarm, act, reason };
  });
  const rank = (row: Row): number => (row.alarm === null ? 4 : Number(row.alarm.priority));
  return found.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.alarm?.deadline_ms ?? Infinity) - (b.alarm?.deadline_ms ?? Infinity) ||
      tables.indexOf(a.need) - tables.indexOf(b.need),
  );
}
