// Time as it is drawn. The server's clock decides; these only turn it into pictures.

/** Whole seconds as a person counts them: 0 only when nothing is left. */
export function secondsLeft(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}

/** How much of a window is left, from 1 to 0. */
export function shareLeft(endsAt: number, lengthMs: number, now: number): number {
  return lengthMs > 0 ? Math.min(1, Math.max(0, (endsAt - now) / lengthMs)) : 0;
}

/** Milliseconds until the shown second changes. */
export function untilNextSecond(endsAt: number, now: number): number {
  const left = endsAt - now;
  return left <= 0 ? 0 : left - (Math.ceil(left / 1000) - 1) * 1000;
}

export type Tone = "open" | "last" | "closed" | "result";

/** Green, orange in the last seconds, red when it is over. */
export function toneOf(seconds: number, lastFrom = 5): Tone {
  return seconds <= 0 ? "closed" : seconds <= lastFrom ? "last" : "open";
}

/** One half of a draining ring: turn it from `from` to -180 degrees in `ms`, after `delay`. */
export interface RingLeg {
  readonly from: number;
  readonly ms: number;
  readonly delay: number;
}

/** The two halves of a ring with `share` left that is empty in `leftMs`; the left half goes first. */
export function ringLegs(share: number, leftMs: number): { left: RingLeg; right: RingLeg } {
  const first = share > 0.5 ? leftMs * ((share - 0.5) / share) : 0;
  return {
    left: { from: share > 0.5 ? -(360 - share * 360) : -180, ms: first, delay: 0 },
    right: { from: share > 0.5 ? 0 : -(180 - share * 360), ms: leftMs - first, delay: first },
  };
}
