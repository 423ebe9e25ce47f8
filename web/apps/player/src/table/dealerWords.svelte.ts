// What the dealer of one table announced, for as long as it is shown, and who deals there.
//
// It hears messages as the screen presents them (ADR 0040): after the cards that came before.

import type { Message } from "@sabot/wire/types";

/** Time to read a line of a few words at a glance away from the cards. */
export const SHOWN_MS = 6_000;

export class DealerWords {
  /** The phrase that is shown; null most of the time. */
  phrase = $state<string | null>(null);
  /** The dealer's name; null at a virtual table, and while a live one has no dealer. */
  name = $state<string | null>(null);
  readonly #table: string;
  readonly #say: (phrase: string) => void;
  #over: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, name: string | null, say: (phrase: string) => void) {
    this.#table = table;
    this.name = name;
    this.#say = say;
  }

  hear(message: Message): void {
    if (message.type !== "update" || message.table !== this.#table) return;
    for (const one of message.happened) {
      if (one.what === "dealer_changed") this.name = one.dealer;
      if (one.what === "announced") this.#announced(one.phrase);
    }
  }

  stop(): void {
    clearTimeout(this.#over);
    this.phrase = null;
  }

  #announced(phrase: string): void {
    clearTimeout(this.#over);
    this.phrase = phrase;
    this.#over = setTimeout(() => (this.phrase = null), SHOWN_MS);
    this.#say(phrase);
  }
}
