// What the screen has presented of what the casino told: tables with their cards on the way, and
// everything that would tell a result early (money, tiles, notices) behind them. ADR 0040.

import {
  advanced,
  arrived,
  caughtUp,
  emptyPresentation,
  emptyTable,
  isBehind,
  nextAt,
  standing,
  STILL,
  type CardTimes,
  type Pace,
  type Presentation,
  type Table,
} from "@sabot/table";
import type { Message } from "@sabot/wire/types";

/** A table without a stage draws its cards, if at all, in a tile whose message comes right after. */
const UNSTAGED: CardTimes = { apartMs: 0, travelMs: 0, turnMs: 60 };
/** What was missed while the line was down comes in one burst. */
const BURST_MS = 300;

/** A component that looks at one table is not woken by the others. */
class Place {
  /** Reading it follows every step of the table. */
  get current(): Presentation {
    void this.shown;
    return this.presentation;
  }
  told = $state.raw<Table>(emptyTable);
  shown = $state.raw<Table>(emptyTable);
  presentation: Presentation = emptyPresentation;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Something that waits until tables have presented what they knew when it came. */
interface Held {
  readonly until: readonly (readonly [Place, number])[];
  readonly release: () => void;
}

export class Presenting {
  #places = $state.raw<Readonly<Record<string, Place>>>({});
  #stages: Readonly<Record<string, Pace>> = {};
  readonly #hear: (message: Message) => void;
  #held: readonly Held[] = [];
  #burstEnds = 0;
  #hidden = false;

  constructor(hear: (message: Message) => void) {
    this.#hear = hear;
    if (typeof document === "undefined") return;
    const look = (): void => {
      this.#hidden = document.hidden;
      if (this.#hidden) this.catchUp();
    };
    document.addEventListener("visibilitychange", look);
    look();
  }

  /** The table as the casino told it last: what may be bet and decided, and until when. */
  live(id: string): Table {
    return this.#places[id]?.told ?? emptyTable;
  }

  /** The table as this screen presents it. */
  shown(id: string): Table {
    return this.#places[id]?.shown ?? emptyTable;
  }

  /** A stage draws this table's cards from now on; the answer takes it away again. */
  stage(id: string, pace: Pace): () => void {
    this.#stages = { ...this.#stages, [id]: pace };
    return () => {
      this.#stages = Object.fromEntries(
        Object.entries(this.#stages).filter(([other]) => other !== id),
      );
      this.catchUp(id);
    };
  }

  /** A message about one table. True when an update was missed just now. */
  apply(id: string, message: Message): boolean {
    const place = this.#places[id] ?? new Place();
    const { behind } = place.told;
    if (this.#burstEnds === Infinity) this.#burstEnds = performance.now() + BURST_MS;
    this.#take(place, arrived(place.presentation, message, performance.now(), this.#pace(id)));
    if (!this.#places[id]) this.#places = { ...this.#places, [id]: place };
    return place.told.behind && !behind;
  }

  /** Put a table there as it stood at some moment: nothing moves. */
  put(id: string, table: Table): void {
    const place = this.#places[id] ?? new Place();
    this.#take(place, { next: standing(table), heard: [] });
    if (!this.#places[id]) this.#places = { ...this.#places, [id]: place };
  }

  /** Whether cards of this table are on their way, with what follows from them. */
  behind(id: string): boolean {
    return isBehind(this.#places[id]?.current ?? emptyPresentation);
  }

  /** Runs at once, or when the tables that hold something back now have presented it. */
  after(release: () => void, only?: string): void {
    const places = only === undefined ? Object.values(this.#places) : [this.#places[only]];
    const until = places.flatMap((place) =>
      place !== undefined && isBehind(place.presentation)
        ? [[place, place.presentation.queued] as const]
        : [],
    );
    if (until.length === 0) release();
    else this.#held = [...this.#held, { until, release }];
  }

  get holding(): boolean {
    return this.#held.length > 0;
  }

  /** The line is back: what happened while it was down has no motion. */
  expectBurst(): void {
    this.#burstEnds = Infinity; // it begins with the first message
  }

  /** Show everything that is known. */
  catchUp(only?: string): void {
    for (const [id, place] of Object.entries(this.#places))
      if (only === undefined || only === id) this.#take(place, caughtUp(place.presentation));
  }

  forget(only?: string): void {
    this.catchUp(only);
    for (const [id, place] of Object.entries(this.#places))
      if (only === undefined || only === id) clearTimeout(place.timer);
    this.#places = Object.fromEntries(
      Object.entries(this.#places).filter(([id]) => only !== undefined && id !== only),
    );
  }

  #pace(id: string): Pace {
    const still = this.#hidden || performance.now() < this.#burstEnds;
    if (still) return () => STILL;
    return this.#stages[id] ?? (() => UNSTAGED);
  }

  #take(place: Place, { next, heard }: { next: Presentation; heard: readonly Message[] }): void {
    place.presentation = next;
    place.told = next.live;
    place.shown = next.shown;
    clearTimeout(place.timer);
    const at = nextAt(next);
    if (at !== null) {
      const wait = Math.max(0, at - performance.now());
      place.timer = setTimeout(
        () => this.#take(place, advanced(place.presentation, performance.now())),
        wait,
      );
    }
    for (const message of heard) this.#hear(message);
    this.#release();
  }

  #release(): void {
    const done = ({ until }: Held): boolean =>
      until.every(([{ presentation }, queued]) => presentation.told >= queued);
    const ready = this.#held.filter(done);
    if (ready.length === 0) return;
    this.#held = this.#held.filter((held) => !ready.includes(held));
    for (const { release } of ready) release();
  }
}
