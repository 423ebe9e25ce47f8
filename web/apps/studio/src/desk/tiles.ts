// What a tile says of its table: a sign, what it does, and where it stands.

import type { AlarmShown, WallTable } from "@sabot/wire/types";
import type { IconName } from "../parts/icons.ts";
import { worst } from "./alarms.ts";

export interface Words {
  readonly t: (key: string, data?: Readonly<Record<string, unknown>>) => string;
  readonly has: (key: string) => boolean;
}

export interface TileSaid {
  readonly icon: IconName;
  readonly title: string;
  readonly more: string;
  /** The window's ring takes the place of the sign. */
  readonly ring: boolean;
}

const SIGNS: Readonly<Record<string, IconName>> = {
  off: "off",
  shuffle: "shuffle",
  idle: "clock",
  betting: "play",
  closed: "lock",
  dealing: "reread",
  offer: "people",
  decision: "person",
  dealer: "reread",
  result: "check",
  cancelled: "close",
  paused: "pause",
};

/** Alarms that are the state of their table; others stand beside it. */
const STATES: Readonly<Record<string, IconName>> = {
  studio_silent: "unlink",
  out_of_order: "wrong",
  cannot_write: "wrong",
  malfunction: "wrong",
  incident: "pause",
  paused: "pause",
  correction_waits: "pause",
  call: "bell",
  no_dealer: "person",
};

const RINGS: ReadonlySet<string> = new Set(["betting", "offer", "decision"]);
const IN_PLAY: ReadonlySet<string> = new Set([
  ...["betting", "closed", "dealing", "offer", "decision", "dealer", "result"],
]);

export const inPlay = (table: WallTable): boolean => IN_PLAY.has(table.phase);

/** The words of an incident in short: `letta due volte`. */
export function incidentOf(kind: string, { t, has }: Words): string {
  const key = `desk:incident.${kind}`;
  return has(key) ? t(key) : kind;
}

/** Why a table stands still, in short. */
export function stopOf(table: WallTable, alarm: AlarmShown | null, words: Words): string {
  const facts = alarm?.facts ?? {};
  const code = String(facts["kind"] ?? facts["reason"] ?? table.because ?? "");
  return incidentOf(words.has(`desk:incident.${code}`) ? code : "studio/procedure", words);
}

export function saidOf(table: WallTable, now: number, words: Words): TileSaid {
  const { t } = words;
  const alarm = worst(table, now);
  const state = alarm === null ? undefined : STATES[alarm.kind];
  if (alarm !== null && state !== undefined) {
    return {
      icon: state,
      title: t(`desk:state.${alarm.kind}`),
      more: moreOf(table, alarm, words),
      ring: false,
    };
  }
  const seconds = Math.round((table.length_ms ?? 0) / 1000);
  const ring = RINGS.has(table.phase) && table.left_ms !== null;
  const more = ring
    ? t("desk:tile.of_seconds", { seconds })
    : table.last_hand && table.phase !== "off"
      ? t("desk:tile.last_hand")
      : t(`desk:phase_more.${table.phase}`);
  const title = t(`desk:phase.${table.phase}`);
  return { icon: SIGNS[table.phase] ?? "clock", title, more, ring };
}

function moreOf(table: WallTable, alarm: AlarmShown, words: Words): string {
  const { t } = words;
  switch (alarm.kind) {
    case "studio_silent":
      return t("desk:tile.cancels");
    case "incident":
    case "paused":
    case "correction_waits":
      return stopOf(table, alarm, words);
    case "call":
      return callOf(String(alarm.facts["reason"] ?? ""), words);
    case "out_of_order":
      return String(alarm.facts["reason"] ?? "");
    default:
      return t(`desk:phase.${table.phase}`);
  }
}

/** A call's reason is a word of the console's list, or what the dealer wrote. */
export function callOf(reason: string, { t, has }: Words): string {
  const key = `desk:call.${reason}`;
  return has(key) ? t(key) : reason;
}

/** The share of the shoe that is left, and where the cut card lies, in hundredths from the right. */
export function shoeBar(table: WallTable): { left: number; cut: number } | null {
  if (table.cards <= 0 || table.shoe === null) return null;
  const left = (100 * table.cards_left) / table.cards;
  return { left, cut: Math.max(0, (100 * (table.cards_left - table.to_cut)) / table.cards) };
}
