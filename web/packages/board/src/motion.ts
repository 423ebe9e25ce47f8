// Movement between places on the screen: transform and opacity only.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type PlaceName = "shoe" | "discard" | "tray";

export function prefersStillness(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The way from a point to the middle of a box. */
export function travel(
  from: Point,
  box: { left: number; top: number; width: number; height: number },
): Point {
  return { x: from.x - (box.left + box.width / 2), y: from.y - (box.top + box.height / 2) };
}

/** Where a marked place of the stage around an element lies in the viewport. */
export function placeNear(element: Element, name: PlaceName): Point | null {
  const mark = element.closest("[data-stage]")?.querySelector(`[data-place="${name}"]`);
  if (!mark) return null;
  const box = mark.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * How long the drawn studio takes for a card, in milliseconds: the flight of `flyIn` less the moment
 * at which the card begins to turn, and the flip of `--d-flip` with two frames to spare.
 */
export const CARD_TIMES = { apartMs: 120, travelMs: 260, turnMs: 420 } as const;

export interface Flight {
  readonly from: Point | PlaceName;
  readonly delay?: number;
  readonly ms?: number;
  /** Degrees at the start. */
  readonly turn?: number;
  readonly scale?: number;
}

/** Brings an element in from a place; under reduced motion it only appears. */
export function flyIn(element: HTMLElement, flight: Flight): Animation | null {
  if (typeof element.animate !== "function") return null;
  const start = typeof flight.from === "string" ? placeNear(element, flight.from) : flight.from;
  const still = prefersStillness() || start === null;
  const way = start === null ? { x: 0, y: 0 } : travel(start, element.getBoundingClientRect());
  const first: Keyframe = still
    ? { opacity: 0 }
    : {
        opacity: 0,
        transform: `translate(${way.x}px,${way.y}px) rotate(${flight.turn ?? 8}deg) scale(${flight.scale ?? 0.72})`,
      };
  return element.animate(
    [first, { opacity: 1, offset: still ? 1 : 0.16 }, { opacity: 1, transform: "none" }],
    {
      duration: still ? 1 : (flight.ms ?? 320),
      delay: still ? 0 : (flight.delay ?? 0),
      easing: "cubic-bezier(.2,.8,.2,1)",
      fill: "backwards",
    },
  );
}

/** Where a bubble goes: above its anchor, or below when there is no room; never off the screen. */
export function placeBubble(
  anchor: { left: number; top: number; width: number; bottom: number },
  bubble: { width: number; height: number },
  viewport: { width: number; height: number },
  gap = 10,
): { left: number; top: number; below: boolean; tip: number } {
  const middle = anchor.left + anchor.width / 2;
  const left = Math.min(
    Math.max(8, middle - bubble.width / 2),
    Math.max(8, viewport.width - bubble.width - 8),
  );
  const below = anchor.top - gap - bubble.height < 8;
  return {
    left,
    top: below ? anchor.bottom + gap : anchor.top - gap - bubble.height,
    below,
    tip: Math.min(Math.max(14, middle - left), bubble.width - 14),
  };
}
