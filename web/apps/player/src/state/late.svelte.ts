// When what can wait may load: the page has stood for a moment, or somebody touches it.

const AGAIN_MS = 3_000;
const AFTER_MS = 4_000;
const TOUCHES = ["pointermove", "pointerdown", "keydown"] as const;

class Late {
  ready = $state(false);

  /** A page is there: begin to count. */
  begin(): void {
    setTimeout(() => this.now(), AFTER_MS);
    for (const touch of TOUCHES)
      addEventListener(touch, () => setTimeout(() => this.now()), { once: true, capture: true });
  }

  now(): void {
    this.ready = true;
  }
}

/** What nobody waits for: asked again until it comes. */
export const coming = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return coming(load);
  });

export const late = new Late();
