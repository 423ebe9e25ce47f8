// A room of chat beside a table: the players' one, or the private line of dealer and manager.

import type { Answer, Message, Said } from "@sabot/wire/types";
import { line } from "../state/line.svelte.ts";

const KEPT = 60;

export class Room {
  readonly name: string;
  lines = $state.raw<readonly Said[]>([]);
  /** Lines of others since the room was looked at. */
  unread = $state(0);

  constructor(name: string) {
    this.name = name;
  }

  /** Questions of players that no line and no voice has answered, the oldest first. */
  readonly questions: readonly Said[] = $derived.by(() => {
    const lastOwn = this.lines.findLastIndex((one) => one.own === true || one.role === "dealer");
    return this.lines.filter(
      (one, n) =>
        n > lastOwn &&
        (one.role ?? "player") === "player" &&
        one.text.includes("?") &&
        one.answered !== true &&
        one.removed !== true,
    );
  });

  /** Follow the room; the answer ends it. */
  begin(): () => void {
    const hear = (message: Message): void => this.#heard(message);
    line.hearers.add(hear);
    const leave = line.enter(this.name);
    return () => {
      leave();
      line.hearers.delete(hear);
    };
  }

  say(text: string): Promise<Answer> {
    return line.ask({ type: "say", room: this.name, text });
  }

  /** The dealer answered this line by voice: the room is told the line again, so marked. */
  aloud(said: Said): Promise<Answer> {
    return line.ask({ type: "answered_aloud", room: this.name, line: said.line });
  }

  #heard(message: Message): void {
    if (message.type === "said" && message.room === this.name) {
      if (this.lines.some((one) => one.line === message.line)) {
        this.lines = this.lines.map((one) => (one.line === message.line ? message : one));
        return;
      }
      this.lines = [...this.lines, message].slice(-KEPT);
      if (message.own !== true) this.unread += 1;
    } else if (message.type === "unsaid" && message.room === this.name) {
      this.lines = this.lines.filter((one) => one.line !== message.line);
    }
  }
}
