// What the prompter says: the instruction in the few words that are read from two metres.

import type { TableView } from "@sabot/wire/types";
import { told } from "../dealer/results.ts";
import { positionName, positionOf } from "../state/positions.ts";

type Translate = (key: string, data?: Readonly<Record<string, unknown>>) => string;

export interface Saying {
  readonly phase: string;
  readonly say: string;
  readonly tone: "plain" | "now" | "ok" | "last" | "stop" | "shoe_end";
  /** Whether the clock of the table is shown. */
  readonly timed: boolean;
}

export function sayingOf(view: TableView, t: Translate): Saying {
  const studio = view.studio;
  const { act = "off", positions = [], why = "", facts = {} } = studio?.instruction ?? {};
  const at = (name: string, tone: Saying["tone"], timed = false, data = {}): Saying => ({
    phase: t(`prompter:phase.${name}`),
    say: t(`prompter:say.${name}`, data),
    tone,
    timed,
  });
  if (facts["last_hand"] === true && act !== "deal" && act !== "announce")
    return at("last_hand", "shoe_end", view.phase === "betting");
  switch (act) {
    case "off":
      return at("off", "plain");
    case "sign_on":
      return at("sign_on", "plain");
    case "manager":
      return at("stopped", "stop");
    case "collect":
      return at("cancelled", "stop");
    case "load":
      return at("load", "plain");
    case "burn":
      return at("burn", "now");
    case "open":
      return at("open", "now");
    case "lay":
    case "wait":
      return waiting(view, why, at);
    case "deal": {
      const place = positionOf(positions[0] ?? "");
      const seat = place?.seat ?? null;
      if (seat !== null) return at("card", "now", false, { seat });
      return at("read", "now", false, { position: positionName(positions[0] ?? "", t) });
    }
    case "decide": {
      const seat = view.question?.seat ?? null;
      if (seat === null)
        return at(view.phase === "insurance" ? "insurance" : "answers", "plain", true);
      const name = view.seats[String(seat)]?.[0]?.nickname ?? "";
      return at("decide", "plain", true, { seat, name });
    }
    case "reveal":
      return at("reveal", "now");
    case "announce":
      return at("announce", "ok", true, { result: told(view, t).main });
  }
}

function waiting(
  view: TableView,
  why: string,
  at: (name: string, tone: Saying["tone"], timed?: boolean) => Saying,
): Saying {
  if (view.phase === "betting" && view.status === "last_bets") return at("last_bets", "last", true);
  if (view.phase === "betting") {
    const lay = view.studio?.instruction.act === "lay";
    return at(lay ? "lay" : "betting", "ok", view.window !== null);
  }
  return at(why === "round/wallets" ? "closed" : "wait", "plain");
}
