// Spots of a felt under a hand: mouse, finger and keys do the same things.

import type { Attachment } from "svelte/attachments";

const LONG_PRESS_MS = 480;
const SLIP_PX = 12;

export interface SpotHands {
  place(kind: string, seat: number | null): void;
  lower(kind: string, seat: number | null): void;
}

/** Click places; right click, Shift, a long press and Delete lower (F26, F27). */
export function spotAttachment(
  hands: SpotHands,
  kind: string,
  seat: number | null,
): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed: { x: number; y: number } | null = null;
    let long = false;
    node.dataset["spot"] = seat === null ? kind : `${kind}:${seat}`;

    const click = (event: MouseEvent): void => {
      if (long) {
        long = false;
        return;
      }
      if (event.shiftKey) hands.lower(kind, seat);
      else hands.place(kind, seat);
    };
    const menu = (event: Event): void => {
      event.preventDefault();
      if (!long) hands.lower(kind, seat);
    };
    const down = (event: PointerEvent): void => {
      long = false;
      if (event.pointerType !== "touch") return;
      pressed = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        long = true;
        hands.lower(kind, seat);
      }, LONG_PRESS_MS);
    };
    const move = (event: PointerEvent): void => {
      if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLIP_PX)
        release();
    };
    const release = (): void => {
      clearTimeout(timer);
      pressed = null;
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === "Delete" || event.key === "Backspace") {
        event.preventDefault();
        hands.lower(kind, seat);
      } else if (event.key === "Enter" && event.shiftKey) {
        event.preventDefault();
        hands.lower(kind, seat);
      }
    };
    const listeners = {
      click,
      contextmenu: menu,
      pointerdown: down,
      pointermove: move,
      pointerup: release,
      pointercancel: release,
      keydown: key,
    };
    const all = Object.entries(listeners) as [string, EventListener][];
    for (const [name, listener] of all) node.addEventListener(name, listener);
    return () => {
      release();
      for (const [name, listener] of all) node.removeEventListener(name, listener);
    };
  };
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Way = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

/** The nearest box in a direction; what is aligned counts as nearer. */
export function nearest(from: Box, others: readonly Box[], way: Way): number | null {
  const x = from.left + from.width / 2;
  const y = from.top + from.height / 2;
  let best: { index: number; far: number } | null = null;
  for (const [index, box] of others.entries()) {
    const dx = box.left + box.width / 2 - x;
    const dy = box.top + box.height / 2 - y;
    const along =
      way === "ArrowLeft" ? -dx : way === "ArrowRight" ? dx : way === "ArrowUp" ? -dy : dy;
    const across = way === "ArrowLeft" || way === "ArrowRight" ? dy : dx;
    if (along <= 1) continue;
    const far = along + 2 * Math.abs(across);
    if (best === null || far < best.far) best = { index, far };
  }
  return best?.index ?? null;
}

/** Walk from the spot in focus to the next one; without one, to the first. */
export function walk(root: ParentNode, way: Way): void {
  const spots = [...root.querySelectorAll<HTMLElement>("[data-spot]:not(:disabled)")];
  const at = spots.find((spot) => spot === document.activeElement);
  if (at === undefined) {
    spots[0]?.focus();
    return;
  }
  const others = spots.filter((spot) => spot !== at);
  const index = nearest(
    at.getBoundingClientRect(),
    others.map((spot) => spot.getBoundingClientRect()),
    way,
  );
  if (index !== null) others[index]?.focus();
}
