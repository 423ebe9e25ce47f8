// Chips on the spots of a tile; where a table has seats, the first one takes a seat.

import type { Attachment } from "svelte/attachments";
import type { Play } from "@sabot/player/table/play.svelte.ts";
import { spotAttachment } from "@sabot/player/table/spots.ts";

export class Placing {
  readonly #play: Play;
  /** The spot of the first chip, until the seat is there. */
  #wished = $state<string | null>(null);
  readonly #presses: Record<string, Attachment<HTMLElement>> = {};
  readonly #hands = {
    place: (kind: string): void => this.#place(kind),
    lower: (kind: string): void => this.#play.lower(kind, this.#seat ?? null),
  };

  /** Made while a tile starts. */
  constructor(play: Play) {
    this.#play = play;
    $effect(() => {
      const seat = this.#seat;
      if (this.#wished === null || seat == null) return;
      const kind = this.#wished;
      this.#wished = null;
      this.#play.place(kind, seat);
    });
  }

  /** How a spot is pressed: the same for the life of the tile. */
  pressOf(kind: string): Attachment<HTMLElement> {
    this.#presses[kind] ??= spotAttachment(this.#hands, kind, null);
    return this.#presses[kind];
  }

  /** Null where there are none, nothing while the player has none. */
  get #seat(): number | null | undefined {
    const { info, table } = this.#play;
    return info.seats > 0 ? table.you?.seats[0] : null;
  }

  /** F14: the casino chooses the least occupied seat. */
  #place(kind: string): void {
    const seat = this.#seat;
    if (seat !== undefined) {
      this.#play.place(kind, seat);
      return;
    }
    if (!this.#play.betting) return;
    this.#wished = kind;
    void this.#play.act({ type: "TakeSeat", seat: null }).then((answer) => {
      if (!answer.accepted) this.#wished = null;
    });
  }
}
