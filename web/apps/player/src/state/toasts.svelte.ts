// Short notices that come and go by themselves: refusals, copies, troubles.

import type { Way } from "@sabot/game";

export interface Toast {
  readonly id: number;
  readonly tone: "plain" | "trouble";
  readonly text: string;
  readonly more?: string;
  readonly way?: Way;
}

export type { Way };

const SHOWN_MS = 6_000;
const AT_ONCE = 3;

class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  #numbers = 0;

  /** Say it once: the same text again only stays longer. */
  show(tone: Toast["tone"], text: string, more?: string, way?: Way): void {
    this.#numbers += 1;
    const toast = {
      id: this.#numbers,
      tone,
      text,
      ...(more === undefined ? {} : { more }),
      ...(way === undefined ? {} : { way }),
    };
    const others = this.list.filter((other) => other.text !== text || other.more !== more);
    this.list = [...others, toast].slice(-AT_ONCE);
    setTimeout(() => this.drop(toast.id), SHOWN_MS);
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
