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
  /** What players press: never covered while there is any other place. */
  readonly controls: readonly Box[];
  /** The same in what scrolls, where it can be scrolled away: covered rather than a control. */
  readonly scrolling: readonly Box[];
  /** What players look at: covered only where nothing else is free. */
  readonly sights: readonly Box[];
}

const STEP = 8;
const COLUMN = 16;
const EDGE = 8;
const LOOK_MS = 250;
const CHANGING = ["class", "style", "disabled", "aria-disabled", "open"];
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

/** Every so many pixels from edge to edge, the nearest to where it would be first. */
function columns(box: Box, around: Around): readonly number[] {
  const right = Math.max(EDGE, around.width - box.width - EDGE);
  const found = [Math.min(Math.max(EDGE, box.x), right), right];
  for (let x = EDGE; x < right; x += COLUMN) found.push(x);
  return found.sort((a, b) => Math.abs(a - box.x) - Math.abs(b - box.x));
}

/** The place for a box: where it would be, or the nearest one that hides the least. */
export function placeFor(box: Box, around: Around): Pick<Box, "x" | "y"> {
  const bottom = Math.max(EDGE, around.height - box.height - EDGE);
  let best = { x: box.x, y: box.y };
  let least = Infinity;
  for (const x of columns(box, around)) {
    if (Math.abs(x - box.x) >= least) break;
    const inColumn = (other: Box): boolean => other.x < x + box.width && other.x + other.width > x;
    const controls = around.controls.filter(inColumn);
    const scrolling = around.scrolling.filter(inColumn);
    const sights = around.sights.filter(inColumn);
    for (let y = EDGE; ; y = Math.min(bottom, y + STEP)) {
      const there = { ...box, x, y };
      const far = Math.abs(x - box.x) + Math.abs(y - box.y);
      if (far < least) {
        const cost =
          hidden(there, controls) * 1e6 +
          hidden(there, scrolling) * 1e4 +
          hidden(there, sights) * 100 +
          far;
        if (cost < least) [best, least] = [{ x, y }, cost];
      }
      if (y >= bottom) break;
    }
  }
  return best;
}

/** What lies around on the page, or in the dialog over it. Disabled parts are not pressed, and what scrolls can be scrolled away. */
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

/** A rectangle of the browser's has nothing of its own: a copy of it would be empty. */
function boxOf(node: HTMLElement): Box {
  const { x, y, width, height } = node.getBoundingClientRect();
  return { x, y, width, height };
}

/** From everything to the least that still says why: smaller where there is no room for more. */
const FORMS = ["whole", "last", "small", "narrow", "bare"] as const;
type Form = (typeof FORMS)[number];

/** The place is a wish: the style of the box keeps it on the screen, whatever becomes of that. */
function put(node: HTMLElement, form: Form, around: Around): Box {
  node.dataset["form"] = form;
  node.style.removeProperty("--x");
  node.style.removeProperty("--y");
  const { x, y } = placeFor(boxOf(node), around);
  node.style.setProperty("--x", `${x}px`);
  node.style.setProperty("--y", `${y}px`);
  return boxOf(node);
}

/** Put it where it covers nothing that is pressed, in the largest form that can; whether it could. */
function settle(node: HTMLElement, around: Around): boolean {
  if (FORMS.some((form) => free(put(node, form, around), around))) return true;
  return FORMS.some((form) => clear(put(node, form, around), around));
}

const clear = (box: Box, around: Around): boolean =>
  within(box, around) && hidden(box, around.controls) === 0;

const free = (box: Box, around: Around): boolean =>
  clear(box, around) && hidden(box, around.scrolling) === 0;

/** Keeps a fixed box off the controls for as long as it is there; the page may change under it. */
export const keepClear: Attachment<HTMLElement> = (node) => {
  let frame = 0;
  let size = "";
  const look = (): void => {
    const box = boxOf(node);
    if (box.height === 0) return;
    const around = lookAround(node);
    const now = `${node.childElementCount} ${around.width} ${around.height}`;
    const stays = now === size && free(box, around);
    size = now;
    if (stays) return;
    // Where everything is full, what lies under it can be pressed all the same.
    node.toggleAttribute("data-through", !settle(node, around));
    changes.takeRecords(); // its own
  };
  const soon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  const changes = new MutationObserver(soon);
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: CHANGING });
  const timer = setInterval(look, LOOK_MS); // what glides changes nothing but its place
  addEventListener("resize", look);
  look();
  return () => {
    removeEventListener("resize", look);
    cancelAnimationFrame(frame);
    changes.disconnect();
    clearInterval(timer);
  };
};
