// The row of actions: they keep their places, and one that cannot be done says why.

import type { TableView } from "@sabot/wire/types";
import type { IconName } from "../parts/icons.ts";
import type { Around } from "./instruction.ts";

export type ActionName = "cut" | "fell" | "barcode" | "stop" | "reread" | "withdraw" | "call";

export interface Action {
  readonly name: ActionName;
  readonly icon: IconName;
  readonly key: string;
  /** The key of the text that says why it cannot be done now; null when it can. */
  readonly why: string | null;
}

const ROUND = ["betting", "closed", "dealing", "insurance", "decision", "dealer", "paused"];

export function actionsOf(view: TableView, around: Pick<Around, "charge">): readonly Action[] {
  const inRound = ROUND.includes(view.phase);
  const stopped = view.studio?.instruction.act === "manager";
  const mine = around.charge === "here" ? null : "dealer:why_not.not_in_charge";
  const shoe = view.studio?.shoe ?? null;
  const proposal = view.studio?.proposal ?? null;
  const read = (view.studio?.reads ?? []).length > 0;
  const fell: Action = {
    name: "fell",
    icon: "fell",
    key: "F6",
    why: mine ?? (shoe === null ? "dealer:why_not.no_shoe" : null),
  };
  const barcode: Action = {
    name: "barcode",
    icon: "noBarcode",
    key: "F7",
    why: mine ?? (inRound ? null : "dealer:why_not.no_round"),
  };
  const call: Action = { name: "call", icon: "bell", key: "F12", why: null };
  if (stopped)
    return [
      {
        name: "reread",
        icon: "reread",
        key: "F9",
        why:
          mine ??
          (proposal !== null
            ? "dealer:why_not.proposal"
            : read
              ? null
              : "dealer:why_not.nothing_read"),
      },
      {
        name: "withdraw",
        icon: "back",
        key: "F10",
        why: mine ?? (proposal === null ? "dealer:why_not.no_proposal" : null),
      },
      fell,
      barcode,
      call,
    ];
  return [
    {
      name: "cut",
      icon: "cut",
      key: "F5",
      why:
        mine ??
        (shoe === null
          ? "dealer:why_not.no_shoe"
          : shoe.last_hand
            ? "dealer:why_not.cut_already"
            : null),
    },
    fell,
    barcode,
    { name: "stop", icon: "pause", key: "F8", why: inRound ? null : "dealer:why_not.no_round" },
    call,
  ];
}
