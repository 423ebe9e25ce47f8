// What waits for a second person: where it is decided, and what an approval would do.

import type { ApprovalLine } from "@sabot/wire/types";
import type { Formats } from "@sabot/player/language/formats.ts";
import { positionName } from "../state/positions.ts";
import type { Words } from "./tiles.ts";

/** Where each kind of proposal is decided; corrections and cancels are decided at their table. */
export const DECIDED: Readonly<Record<string, string>> = {
  credit: "adjustments",
  golden_chips: "golden-chips",
  expiry: "expiries",
  void: "voids",
  annulment: "annulments",
  clock: "clock",
};

export const atTable = (one: ApprovalLine): boolean => DECIDED[one.kind] === undefined;

export const sameLine = (one: ApprovalLine, other: ApprovalLine): boolean =>
  one.kind === other.kind && one.id === other.id;

export interface Money extends Words {
  readonly formats: Pick<Formats, "money" | "clock">;
  readonly currency: string;
}

/** What an approval would do in money, one sentence for each thing. */
export function effectsOf(one: ApprovalLine, words: Money): readonly string[] {
  const { t, formats, currency } = words;
  const facts = one.facts ?? {};
  const number = (name: string): number => Number(facts[name] ?? 0);
  const money = (cents: number): string => formats.money(cents, currency);
  const say = (name: string, data: Readonly<Record<string, unknown>> = {}): string =>
    t(`desk:eyes.does.${name}`, { player: one.player ?? "", count: one.players ?? 0, ...data });
  switch (one.kind) {
    case "correction":
      return [say("correction", { position: positionName(String(facts["position"] ?? ""), t) })];
    case "cancel":
    case "void":
      return [say(one.kind, { money: money(one.gives ?? 0) })];
    case "expiry":
      return [say(`expiry_${String(facts["step"])}`, { money: money(one.amount ?? 0) })];
    case "golden_chips":
      return [say("golden_chips", { count: number("count"), money: money(number("value")) })];
    case "clock":
      return [
        say("clock", {
          before: formats.clock(number("house_ms")),
          after: formats.clock(number("machine_ms")),
        }),
      ];
    case "annulment": {
      const parts = [
        ["gives", one.gives ?? 0],
        ["takes", one.takes ?? 0],
        ["uncollected", number("uncollected")],
        ["theirs", number("theirs")],
      ] as const;
      const moved = parts.flatMap(([name, cents]) =>
        cents > 0 ? [say(`annulment_${name}`, { money: money(cents) })] : [],
      );
      const chips = number("chips");
      const back = chips > 0 ? [say("annulment_chips", { count: chips })] : [];
      const all = [...moved, ...back];
      return all.length > 0 ? all : [say("annulment_nothing")];
    }
    default:
      return [say("credit", { money: money(one.amount ?? 0) })];
  }
}
