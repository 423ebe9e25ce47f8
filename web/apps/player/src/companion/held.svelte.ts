// A value under a finger: shown at once, sent when it rests, and the casino's own again afterwards.

const RESTS_MS = 250;

export class Held<Value> {
  #held = $state.raw<{ readonly value: Value } | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #read: () => Value;
  readonly #write: (value: Value) => Promise<void>;

  constructor(read: () => Value, write: (value: Value) => Promise<void>) {
    this.#read = read;
    this.#write = write;
  }

  get value(): Value {
    return this.#held === null ? this.#read() : this.#held.value;
  }

  set(value: Value): void {
    const held = { value };
    this.#held = held;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.#write(value).then(() => {
        if (this.#held === held) this.#held = null;
      });
    }, RESTS_MS);
  }
}
