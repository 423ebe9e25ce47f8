// What happens while the table stands still: done, now, and what comes then.

import type { TableView } from "@sabot/wire/types";
import { positionName } from "../state/positions.ts";

type Translate = (key: string, data?: Readonly<Record<string, unknown>>) => string;

export interface Step {
  readonly state: "done" | "now" | "next";
  readonly text: string;
  /** A card after the text; undefined without one. */
  readonly card?: string | null;
  /** When it was done, or since when it is waited for. */
  readonly at: number | null;
}

export function stepsOf(view: TableView, t: Translate): readonly Step[] {
  const studio = view.studio;
  if (studio === null) return [];
  const incident = studio.incidents.find((one) => one.open && one.round === view.round) ?? null;
  const seen = incident?.seen_by ?? studio.call?.seen_by ?? null;
  const proposal = studio.proposal;
  const steps: Step[] = [
    { state: "done", text: t("dealer:steps.stopped"), at: studio.paused_since_ms },
  ];
  if (studio.call !== null)
    steps.push({ state: "done", text: t("dealer:steps.called"), at: studio.call.at_ms });
  if (seen !== null)
    steps.push({ state: "done", text: t("dealer:steps.seen", { by: seen }), at: null });
  else if (proposal === null)
    steps.push({ state: "now", text: t("dealer:steps.seen_soon"), at: studio.paused_since_ms });
  if (proposal === null) {
    if (incident !== null && incident.position !== "")
      steps.push({
        state: seen === null ? "next" : "now",
        text: t("dealer:steps.reread"),
        at: null,
      });
    steps.push({ state: "next", text: t("dealer:steps.resume"), at: null });
    return steps;
  }
  steps.push(
    proposal.kind === "move"
      ? {
          state: "done",
          text: t("dealer:steps.proposed_move", {
            first: positionName(proposal.position, t),
            second: positionName(proposal.second ?? "", t),
          }),
          at: proposal.at_ms,
        }
      : {
          state: "done",
          text: t("dealer:steps.proposed", { position: positionName(proposal.position, t) }),
          card: proposal.card,
          at: proposal.at_ms,
        },
    { state: "now", text: t("dealer:steps.confirm"), at: proposal.at_ms },
  );
  const next = proposal.effect?.next[0] ?? (incident === null ? undefined : incident.position);
  steps.push({
    state: "next",
    text:
      next === undefined || next === ""
        ? t("dealer:steps.resume")
        : t("dealer:steps.next", { position: positionName(next, t) }),
    at: null,
  });
  return steps;
}
