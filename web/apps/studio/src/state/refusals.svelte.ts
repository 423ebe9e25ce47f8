// Refusals and short hints stand where the finger was, for six seconds.

import type { Answer } from "@sabot/wire/types";
import { speech, t } from "../language/language.svelte.ts";
import { refusalOf } from "./refusing.ts";

const SHOWN_MS = 6_000;

export interface Told {
  readonly id: number;
  readonly text: string;
  readonly tone: "refused" | "hint";
  readonly x: number;
  readonly y: number;
}

class Refusals {
  told = $state.raw<Told | null>(null);
  #finger = { x: innerWidth / 2, y: innerHeight / 2 };
  #numbers = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const at = (event: PointerEvent): void => {
      this.#finger = { x: event.clientX, y: event.clientY };
    };
    addEventListener("pointerdown", at, { capture: true, passive: true });
  }

  /** A key did it: the words stand at the control that the key stands for. */
  pointAt(element: Element | null | undefined): void {
    if (!element) return;
    const box = element.getBoundingClientRect();
    this.#finger = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  show(text: string, tone: Told["tone"] = "refused"): void {
    this.#numbers += 1;
    this.told = { id: this.#numbers, text, tone, ...this.#finger };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.told = null), SHOWN_MS);
  }

  /** Show why a command was refused; answers whether it was accepted. */
  tell(answer: Answer): boolean {
    if (!answer.accepted) this.code(answer.code ?? "", answer.data);
    return answer.accepted;
  }

  code(code: string, data: Readonly<Record<string, unknown>> = {}): void {
    this.show(refusalOf(code, { t, has: (key) => speech.has(key) }, data));
  }

  hide(): void {
    this.told = null;
  }
}

export const refusals = new Refusals();
