// Alarms in words: what it is, and what follows for the person who reads it.

import type { Formats } from "@sabot/player/language/formats.ts";
import { positionName } from "../state/positions.ts";
import { clockOf, type Alarm } from "./alarms.ts";
import { span } from "./spans.ts";
import { callOf, incidentOf, type Words } from "./tiles.ts";

export interface Speaking extends Words {
  readonly formats: Pick<Formats, "money" | "hour" | "clock">;
  readonly currency: string;
}

/** What happened, without its table: `studio muto`, `carta letta due volte`. */
export function whatOf(alarm: Pick<Alarm, "kind" | "facts">, words: Words): string {
  const code = String(alarm.facts["kind"] ?? alarm.facts["reason"] ?? "");
  const named = ["incident", "incident_open", "paused"].includes(alarm.kind);
  if (named && words.has(`desk:incident.${code}`)) return incidentOf(code, words);
  return words.t(`desk:alarm.${alarm.kind}`);
}

/** What it means and what it waits for; empty where the title says everything. */
export function aboutOf(alarm: Alarm, words: Speaking): string {
  const { t, formats, currency } = words;
  const { facts } = alarm;
  const text = (name: string): string => String(facts[name] ?? "");
  switch (alarm.kind) {
    case "studio_silent":
      return t("desk:about.studio_silent", {
        count: Number(facts["players"] ?? 0),
        money: formats.money(Number(facts["cents"] ?? 0), currency),
      });
    case "incident":
    case "paused":
      if (facts["cancel"] === true) return t("desk:about.cancel");
      if (facts["proposal"] === true) return t("desk:about.proposal");
      if (text("position") !== "" && text("first") !== "")
        return t("desk:about.twice", {
          first: positionName(text("first"), t),
          position: positionName(text("position"), t),
        });
      if (text("position") !== "") return positionName(text("position"), t);
      return text("by") === "" ? "" : t("desk:about.stopped_by", { by: text("by") });
    case "correction_waits":
      return t("desk:about.correction_waits", {
        by: text("by"),
        position: positionName(text("position"), t),
      });
    case "cancel_waits":
      return t("desk:about.cancel_waits", { by: text("by") });
    case "call":
      return t("desk:about.call", { by: text("by"), reason: callOf(text("reason"), words) });
    case "dropped":
    case "by_hand":
      return t(`desk:about.${alarm.kind}`, { count: Number(facts["count"] ?? 0) });
    case "shoe_age":
    case "shoe_idle":
      return t(`desk:about.${alarm.kind}`, { time: formats.hour(alarm.deadline_ms ?? 0) });
    case "out_of_order":
    case "cannot_write":
      return t(`desk:about.${alarm.kind}`, { reason: text("reason") });
    default: {
      const key = `desk:about.${alarm.kind}`;
      return words.has(key) ? t(key) : "";
    }
  }
}

/** The alarm's clock: time left, time since; of the least pressing ones the time of day. */
export function clockText(alarm: Alarm, now: number, words: Speaking): string {
  const clock = clockOf(alarm, now);
  if (alarm.priority === "3" && !clock.left) return words.formats.hour(alarm.since_ms);
  return span(clock.ms, words.t);
}

/** What the button that leads to the table says: to decide where something waits for that. */
export function opens(alarm: Alarm): "decide" | "open" {
  const waits = ["correction_waits", "cancel_waits"].includes(alarm.kind);
  return waits || alarm.facts["proposal"] === true || alarm.facts["cancel"] === true
    ? "decide"
    : "open";
}

/** An alarm that is mended with other cards is mended at the shoe desk. */
export const atShoeDesk = (alarm: Alarm): boolean =>
  ["shoe_age", "shoe_idle", "cards_awaited", "cut_card"].includes(alarm.kind);
