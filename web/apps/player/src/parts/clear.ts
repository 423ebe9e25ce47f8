// Finds room for what comes up over a page: never on a control, off the cards where it can.

import type { Attachment } from "svelte/attachments";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Around {
  readonly width: number;
  readonly height: number;
  /** What somebody presses: never covered while there is any other place. */
  readonly controls: readonly Box[];
  /** The same in what scrolls, where it can be scrolled away: covered rather than a control. */
  readonly scrolling: readonly Box[];
  /** What somebody looks at: covered only where nothing else is free. */
  readonly sights: readonly Box[];
}

const STEP = 8;
const EDGE = 8;
const LOOK_MS = 250;
const CONTROLS = "button, a[href], input, select, textarea, [role=slider], [data-spot]";
const RESTING = ":disabled, [aria-disabled=true]";
const SIGHTS = "[data-plate], .card, h1, h2";

function over(box: Box, other: Box): number {
  const wide = Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x);
  const high = Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

const hidden = (box: Box, others: readonly Box[]): number =>
  others.reduce((sum, other) => sum + over(box, other), 0);

const within = (box: Box, { width, height }: Around): boolean =>
  box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;

/** The place for a box: where it would be, or the nearest one that hides the least. */
export function placeFor(box: Box, around: Around): Pick<Box, "x" | "y"> {
  const rights = around.width - box.width - EDGE;
  const bottoms = around.height - box.height - EDGE;
  const columns = [box.x, rights / 2, EDGE, rights].map((x) => Math.max(0, Math.min(x, rights)));
  let best = { x: box.x, y: box.y };
  let least = Infinity;
  for (const x of columns) {
    const inColumn = (other: Box): boolean => other.x < x + box.width && other.x + other.width > x;
    const controls = around.controls.filter(inColumn);
    const scrolling = around.scrolling.filter(inColumn);
    const sights = around.sights.filter(inColumn);
    for (let y = EDGE; y <= Math.max(EDGE, bottoms); y += STEP) {
      const there = { ...box, x, y };
      const far = Math.abs(x - box.x) + Math.abs(y - box.y);
      if (far >= least) continue;
      const cost =
        hidden(there, controls) * 1e6 +
        hidden(there, scrolling) * 1e4 +
        hidden(there, sights) * 100 +
        far;
      if (cost < least) [best, least] = [{ x, y }, cost];
    }
  }
  return best;
}

/** What lies around on the page, or in the dialog over it. Nobody presses what rests; what scrolls can be scrolled away. */
function lookAround(node: HTMLElement): Around {
  const root = [...document.querySelectorAll<HTMLElement>("dialog[open]")].at(-1) ?? document.body;
  const seen = (what: string): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>(what)].filter(
      (one) => !node.contains(one) && one.checkVisibility({ visibilityProperty: true }),
    );
  const controls: Box[] = [];
  const scrolling: Box[] = [];
  const sights: Box[] = seen(SIGHTS).map((one) => one.getBoundingClientRect());
  for (const one of seen(CONTROLS)) {
    const kind = one.matches(RESTING) ? sights : scrolls(one) ? scrolling : controls;
    kind.push(one.getBoundingClientRect());
  }
  return { width: innerWidth, height: innerHeight, controls, scrolling, sights };
}

function scrolls(node: HTMLElement): boolean {
  for (let up = node.parentElement; up !== null; up = up.parentElement) {
    if (up.scrollHeight > up.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(up).overflowY))
      return true;
  }
  return false;
}

/** Keeps a fixed box off the controls for as long as it is there; the page may change under it. */
export const keepClear: Attachment<HTMLElement> = (node) => {
  let moved: Pick<Box, "x" | "y"> | null = null;
  const look = (): void => {
    const box = node.getBoundingClientRect();
    if (box.height === 0) return;
    const around = lookAround(node);
    const pressed = [...around.controls, ...around.scrolling];
    if (moved !== null && within(box, around) && hidden(box, pressed) === 0) return;
    const { x = 0, y = 0 } = moved ?? {};
    const start = { x: box.x - x, y: box.y - y, width: box.width, height: box.height };
    const to = placeFor(start, around);
    moved = { x: to.x - start.x, y: to.y - start.y };
    node.style.translate = `${moved.x}px ${moved.y}px`;
    // Where everything is full, what lies under it can be pressed all the same.
    node.toggleAttribute("data-through", hidden({ ...start, ...to }, around.controls) > 0);
  };
  const watch = new ResizeObserver(look);
  watch.observe(node);
  const timer = setInterval(look, LOOK_MS);
  addEventListener("resize", look);
  return () => {
    removeEventListener("resize", look);
    watch.disconnect();
    clearInterval(timer);
  };
};
