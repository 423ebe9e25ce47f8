// When what can wait may load: the page has stood for a moment, or somebody touches it.

const AFTER_MS = 4_000;
const TOUCHES = ["pointermove", "pointerdown", "keydown"] as const;

class Late {
  ready = $state(false);

  /** A page is there: begin to count. */
  begin(): void {
    setTimeout(() => this.now(), AFTER_MS);
    for (const touch of TOUCHES)
      addEventListener(touch, () => this.now(), { once: true, capture: true });
  }

  now(): void {
    this.ready = true;
  }
}

export const late = new Late();
