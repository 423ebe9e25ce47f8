// Draining shapes: one animation per window, run by the compositor.

import type { Attachment } from "svelte/attachments";
import { ringLegs, shareLeft } from "./clock.ts";
import { prefersStillness } from "./motion.ts";

export interface Span {
  readonly endsAt: number | null;
  readonly lengthMs: number;
  readonly now: () => number;
}

const stepping = (ms: number): string =>
  prefersStillness() && ms >= 1000 ? `steps(${Math.round(ms / 1000)}, end)` : "linear";

/** A bar that shrinks to its left end. */
export function drainBar(span: () => Span): Attachment<HTMLElement> {
  return (node) => {
    const { endsAt, lengthMs, now } = span();
    const at = now();
    const share = endsAt === null ? 0 : shareLeft(endsAt, lengthMs, at);
    if (endsAt === null || share <= 0 || typeof node.animate !== "function") {
      node.style.transform = `scaleX(${share})`;
      return;
    }
    const ms = endsAt - at;
    node.style.transform = "scaleX(0)";
    const run = node.animate([{ transform: `scaleX(${share})` }, { transform: "scaleX(0)" }], {
      duration: ms,
      easing: stepping(ms),
    });
    return () => run.cancel();
  };
}

/** One half of a ring, turned out of its window. */
export function drainHalf(half: "left" | "right", span: () => Span): Attachment<HTMLElement> {
  return (node) => {
    const { endsAt, lengthMs, now } = span();
    const at = now();
    const share = endsAt === null ? 0 : shareLeft(endsAt, lengthMs, at);
    node.style.transform = "rotate(-180deg)";
    if (endsAt === null || share <= 0 || typeof node.animate !== "function") return;
    const leg = ringLegs(share, endsAt - at)[half];
    if (leg.ms <= 0) return;
    const run = node.animate(
      [{ transform: `rotate(${leg.from}deg)` }, { transform: "rotate(-180deg)" }],
      {
        duration: leg.ms,
        delay: leg.delay,
        easing: stepping(leg.ms),
        fill: "backwards",
      },
    );
    return () => run.cancel();
  };
}
