// Which of the player's own screens lies over the page; the table behind it plays on.

import { late } from "../state/late.svelte.ts";

export const SCREENS = [
  "settings",
  "control",
  "chat",
  "cashier",
  "statistics",
  "password",
] as const;
export type ScreenName = (typeof SCREENS)[number];

class Companion {
  screen = $state<ScreenName | null>(null);
  /** The part of the screen that is asked for, such as a tab. */
  part = $state<string | null>(null);

  show(screen: ScreenName, part: string | null = null): void {
    this.part = part;
    this.screen = screen;
  }

  /** The same button opens and closes. */
  toggle(screen: ScreenName): void {
    if (this.screen === screen) this.close();
    else this.show(screen);
  }

  close(): void {
    this.screen = null;
    this.part = null;
  }
}

export const companion = new Companion();

/** The cashier, also before what comes late is there. */
export function openCashier(): void {
  late.now();
  companion.show("cashier");
}
