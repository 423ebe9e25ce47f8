// When the late parts load: after a moment, or when the player touches the page.

const AFTER_MS = 4_000;
const TOUCHES = ["pointermove", "pointerdown", "keydown"] as const;

class Late {
  ready = $state(false);
  /** Over once it is ready; null until a page is there. */
  #waiting: AbortController | null = null;

  /** A page is there: begin to count, the first time. */
  begin(): void {
    if (this.#waiting !== null) return;
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    setTimeout(() => this.now(), AFTER_MS);
    for (const touch of TOUCHES)
      addEventListener(touch, () => setTimeout(() => this.now()), { signal, capture: true });
  }

  now(): void {
    this.ready = true;
    this.#waiting?.abort();
  }
}

export const late = new Late();
