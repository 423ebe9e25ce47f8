// The rooms a player is in: the table's and their own support. What was not read is counted.

import type { Message } from "@sabot/wire/types";
import { floor } from "../state/floor.svelte.ts";
import { preferences } from "../state/preferences.svelte.ts";
import { readable, withLine, withoutText, type Line, type Room } from "./lines.ts";

const SUPPORT = "support";
const ASKED = "sabot/support";

export interface Silence {
  readonly untilMs: number | null;
}

class Chat {
  /** The room that is looked at; null while the chat is closed. */
  looking = $state<Room | null>(null);
  silence = $state.raw<Silence | null>(null);
  /** No line before this moment of the steady clock: lines came too fast. */
  waitUntil = $state(0);
  #lines = $state.raw<Readonly<Record<Room, readonly Line[]>>>({ table: [], support: [] });
  #unread = $state.raw<Readonly<Record<Room, number>>>({ table: 0, support: 0 });
  #table: string | null = null;
  #supportEntered = false;
  /** Lines that are told on entering are no news. */
  #since = 0;

  lines(room: Room): readonly Line[] {
    return readable(this.#lines[room], preferences.current.chat.muted);
  }

  unread(room?: Room): number {
    if (room !== undefined) return this.#unread[room];
    return (preferences.current.chat.shown ? this.#unread.table : 0) + this.#unread.support;
  }

  /** Sit in the room of a table, and in no other table's. */
  sit(table: string | null): void {
    if (table === this.#table) return;
    if (this.#table !== null) floor.exit(`table:${this.#table}`);
    this.#table = table;
    this.#lines = { ...this.#lines, table: [] };
    this.#unread = { ...this.#unread, table: 0 };
    this.#since = this.#serverNow();
    if (table !== null) floor.enter(`table:${table}`);
    if (sessionStorage.getItem(ASKED) !== null) this.#enterSupport();
  }

  /** Forget everything at the end of a session: the next one begins empty. */
  leave(): void {
    this.looking = this.silence = this.#table = null;
    this.waitUntil = 0;
    this.#lines = { table: [], support: [] };
    this.#unread = { table: 0, support: 0 };
    this.#supportEntered = false;
    sessionStorage.removeItem(ASKED);
  }

  get table(): string | null {
    return this.#table;
  }

  look(room: Room | null): void {
    this.looking = room;
    if (room === null) return;
    this.#unread = { ...this.#unread, [room]: 0 };
    if (room === "support") this.#enterSupport();
  }

  async say(
    room: Room,
    text: string,
  ): Promise<{ readonly code: string; readonly data: Readonly<Record<string, unknown>> } | null> {
    const where = room === "support" ? SUPPORT : `table:${this.#table ?? ""}`;
    const answer = await floor.say(where, text);
    if (answer?.accepted) return null;
    const code = answer?.code ?? "network/silent";
    const data = answer?.data ?? {};
    const wait = data["wait_ms"];
    if (code === "chat/too_fast" && typeof wait === "number")
      this.waitUntil = performance.now() + wait;
    if (code === "chat/blocked") this.#silenced(data["until_ms"]);
    return { code, data };
  }

  hear(message: Message): void {
    switch (message.type) {
      case "welcome":
        this.silence = null; // it may be over; if it is not, the next line is refused with `silenced`
        break;
      case "said": {
        const room = this.#roomOf(message.room);
        if (room === null) return;
        const again = this.#lines[room].some((line) => line.line === message.line);
        this.#lines = { ...this.#lines, [room]: withLine(this.#lines[room], message) };
        const news = !again && !message.own && !message.removed && message.at_ms > this.#since;
        const muted = preferences.current.chat.muted.includes(message.nickname);
        if (news && !muted && this.looking !== room)
          this.#unread = { ...this.#unread, [room]: this.#unread[room] + 1 };
        break;
      }
      case "unsaid": {
        const room = this.#roomOf(message.room);
        if (room !== null)
          this.#lines = { ...this.#lines, [room]: withoutText(this.#lines[room], message.line) };
        break;
      }
      case "silenced":
        this.#silenced(message.until_ms);
        break;
      case "notice":
        if (message.code === "chat/lifted") this.silence = null;
        break;
      default:
    }
  }

  #serverNow(): number {
    return Date.now() + floor.skewMs;
  }

  /** Milliseconds until a moment of the casino's clock. */
  until(ms: number): number {
    return ms - this.#serverNow();
  }

  #silenced(until: unknown): void {
    this.silence = { untilMs: typeof until === "number" ? until : null };
  }

  #enterSupport(): void {
    if (this.#supportEntered) return;
    this.#supportEntered = true;
    sessionStorage.setItem(ASKED, "1");
    floor.enter(SUPPORT);
  }

  #roomOf(name: string): Room | null {
    if (name.startsWith("support:")) return "support";
    return name === `table:${this.#table ?? ""}` ? "table" : null;
  }
}

export const chat = new Chat();
