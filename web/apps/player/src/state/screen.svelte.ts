// What kind of screen this is, and whether motion is wanted.

import type { Layout } from "@sabot/game";
import { innerWidth } from "svelte/reactivity/window";

/** Whether a condition of the screen holds, as it changes. */
class Condition {
  current = $state(false);

  constructor(query: string) {
    const list = matchMedia(query);
    this.current = list.matches;
    list.addEventListener("change", () => {
      this.current = list.matches;
    });
  }
}

const wide = new Condition("(min-width: 1200px) and (min-height: 500px)");
const flat = new Condition("(max-height: 499px) and (min-width: 560px)");
const narrow = new Condition("(max-width: 719px)");
const slim = new Condition("(max-width: 899px)");
/** A chip with the gap after it, and what the chosen one and the edges of the bar take. */
const CHIP_PX = 46;
const EDGES_PX = 48;
/** Money and Deal now stand beside the chips of a phone that lies. */
const BESIDE_PX = 300;
const still = new Condition("(prefers-reduced-motion: reduce)");

class Screen {
  get layout(): Layout {
    if (flat.current) return "landscape";
    if (narrow.current) return "phone";
    return wide.current ? "wide" : "tablet";
  }

  /** Too narrow for a bar with all its icons: a tablet that stands. */
  get slim(): boolean {
    return slim.current;
  }

  /** Whether so many chips find room in the bar of a phone. */
  fits(chips: number): boolean {
    const beside = this.layout === "landscape" ? BESIDE_PX : 0;
    return chips * CHIP_PX + EDGES_PX + beside <= (innerWidth.current ?? 0);
  }

  get reduced(): boolean {
    return still.current;
  }
}

export const screen = new Screen();

/** F21: the whole page, or not; leaves with the same button or Esc. */
export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement !== null) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen();
}
