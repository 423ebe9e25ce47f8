// The wall: every table as the casino told it last, and the alarms of all of them.

import type { AlarmLine, AnyCommand, Message, WallTable } from "@sabot/wire/types";
import { line } from "../state/line.svelte.ts";
import { refusals } from "../state/refusals.svelte.ts";
import { keyOf, listed, resting, steady, type Alarm } from "./alarms.ts";
import { begunLately, heard } from "./hour.ts";
import { due, NEVER } from "./sounds.ts";
import { tones } from "../state/tones.svelte.ts";

const LOOK_MS = 500;
/** How long the list stays as it is after a finger has left it. */
export const STEADY_MS = 500;

export interface OnWall extends WallTable {
  /** When its window is over, on this machine's steady clock; null without one. */
  readonly endsAt: number | null;
}

export class WallState {
  tables = $state.raw<readonly OnWall[]>([]);
  /** False until the casino has told the tables. */
  known = $state(false);
  /** The alarms as they are drawn. */
  alarms = $state.raw<readonly Alarm[]>([]);
  resting = $state.raw<readonly Alarm[]>([]);
  /** The casino's date, renewed twice a second. */
  now = $state(line.wallNow());
  /** The alarms of the shift, standing and over, as the house keeps them. */
  past = $state.raw<readonly AlarmLine[]>([]);
  #sounded = NEVER;
  #held = false;
  #letGo: ReturnType<typeof setTimeout> | undefined;

  readonly lately = $derived(begunLately(this.past, this.now));

  table(id: string): OnWall | null {
    return this.tables.find((table) => table.table === id) ?? null;
  }

  /** Follow the tables; the answer ends it. */
  begin(): () => void {
    const hear = (message: Message): void => this.#heard(message);
    line.hearers.add(hear);
    const leave = line.follow("staff");
    const quiet = tones.begin();
    const timer = setInterval(() => this.#look(), LOOK_MS);
    return () => {
      leave();
      quiet();
      line.hearers.delete(hear);
      clearInterval(timer);
      clearTimeout(this.#letGo);
    };
  }

  /** A finger lies on the list: its order stays. */
  hold(): void {
    this.#held = true;
    clearTimeout(this.#letGo);
  }

  letGo(): void {
    clearTimeout(this.#letGo);
    this.#letGo = setTimeout(() => {
      this.#held = false;
      this.#look();
    }, STEADY_MS);
  }

  async act(table: string, command: AnyCommand): Promise<boolean> {
    return refusals.tell(await line.act(table, command));
  }

  acknowledge(alarm: Alarm): Promise<boolean> {
    return this.act(alarm.table, { type: "Acknowledge", alarm: alarm.alarm });
  }

  #heard(message: Message): void {
    if (message.type === "staff_wall") {
      this.tables = message.tables.map(withEnd);
      this.known = true;
    } else if (message.type === "staff_table") {
      const { table } = message;
      const found = this.tables.some((one) => one.table === table.table);
      this.tables = found
        ? this.tables.map((one) => (one.table === table.table ? withEnd(table) : one))
        : [...this.tables, withEnd(table)];
    } else if (message.type === "staff_alarms") {
      this.past = heard(this.past, message.lines, message.whole);
    } else return;
    this.#look();
  }

  #look(): void {
    const now = (this.now = line.wallNow());
    const wanted = listed(this.tables, now);
    this.alarms = this.#held ? steady(this.alarms, wanted) : wanted;
    this.resting = resting(this.tables, now);
    if (!this.known || line.connection !== "open") return;
    const sounds = due(wanted, this.#sounded, now);
    this.#sounded = sounds.at;
    if (sounds.sound !== null) tones.play(sounds.sound);
  }

  /** The first unseen alarm. */
  get unseen(): Alarm | null {
    return this.alarms.find((alarm) => alarm.seen_by === null) ?? null;
  }

  has(alarm: Alarm): boolean {
    return this.alarms.some((one) => keyOf(one) === keyOf(alarm));
  }
}

function withEnd(table: WallTable): OnWall {
  return { ...table, endsAt: table.left_ms === null ? null : performance.now() + table.left_ms };
}
