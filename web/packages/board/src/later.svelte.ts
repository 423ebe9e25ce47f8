// What comes later: values that were promised, and parts of a page that load when they are needed.
//
// Instead of Svelte's own block for promises, whose values stay in memory as long as the page does.

const AGAIN_MS = 3_000;

/** What a promise brought, or why it did not. */
export class Promised<T> {
  value = $state.raw<T>();
  error = $state.raw<unknown>();

  constructor(promise: Promise<T>) {
    promise.then(
      (value) => {
        this.value = value;
      },
      (error: unknown) => {
        this.error = error;
      },
    );
  }
}

type Load<Part> = () => Promise<{ readonly default: Part }>;

/**
 * A part that is asked for when it is looked at first, asked for again until it comes, and then
 * there for good. Made once for a file, not for a component: what loads it would hold that one.
 */
export class Later<Part> {
  #part = $state.raw<Part | null>(null);
  readonly #load: Load<Part>;
  #asked = false;

  constructor(load: Load<Part>) {
    this.#load = load;
  }

  get part(): Part | null {
    if (!this.#asked) {
      this.#asked = true;
      void this.#bring();
    }
    return this.#part;
  }

  async #bring(): Promise<void> {
    try {
      this.#part = (await this.#load()).default;
    } catch {
      setTimeout(() => void this.#bring(), AGAIN_MS);
    }
  }
}
