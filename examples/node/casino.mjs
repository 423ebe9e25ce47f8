// A client of the casino, written from docs/wire.md: signs in, watches, keeps views true, sends commands.

import { randomUUID } from "node:crypto";
import { open } from "./websocket.mjs";

export class Refused extends Error {
  constructor(code, data) {
    super(`${code} ${JSON.stringify(data)}`);
    this.code = code;
  }
}

export async function signInAsGuest(base) {
  const answer = await fetch(`${base}/api/sign-in/guest`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ bearer: true }),
  });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).token;
}

export class Casino {
  #socket;
  #answers = new Map();
  #tables = new Map();
  #changed = [];
  balance = null;
  over = undefined;

  static async enter(base, token) {
    const casino = new Casino();
    casino.#socket = await open(`${base}/ws`, {
      headers: { Authorization: `Bearer ${token}` },
      onMessage: (text) => casino.#heard(JSON.parse(text)),
      onClose: () => casino.#end("connection lost"),
    });
    return casino;
  }

  leave() {
    this.#socket.close();
  }

  // A table with `view` and `you`, from now on up to date.
  async watch(table) {
    const mirror = { view: undefined, you: undefined, epoch: 0, seq: 0 };
    this.#tables.set(table, mirror);
    this.#send({ type: "watch", table });
    await this.until(() => mirror.view && mirror.you);
    return mirror;
  }

  // Sends a command; resolves with the answer's data, rejects with the reason of a refusal.
  // Chips are meant for the round on the table now: sent again later, they are refused.
  act(table, command) {
    const cmd_id = `${Date.now().toString(36)}:${randomUUID()}`; // 1 to 64 characters
    const bets_for = this.#tables.get(table)?.view?.bets_for ?? "";
    return new Promise((resolve, reject) => {
      this.#answers.set(cmd_id, { resolve, reject });
      this.#send({ type: "act", cmd_id, table, command, bets_for });
    });
  }

  // Waits until something holds; looks again after every message.
  async until(holds) {
    while (!holds()) {
      if (this.over) throw new Error(this.over);
      await new Promise((wake) => this.#changed.push(wake));
    }
  }

  #send(request) {
    this.#socket.send(JSON.stringify(request));
  }

  #heard(message) {
    const mirror = this.#tables.get(message.table);
    switch (message.type) {
      case "welcome":
        if (message.protocol !== 1) this.#end(`protocol ${message.protocol}`);
        break;
      case "balance":
        this.balance = message.balance;
        break;
      case "answer":
        this.#answered(message);
        break;
      case "snapshot":
        Object.assign(mirror, { view: message.view, epoch: message.epoch, seq: message.seq });
        break;
      case "update":
        this.#update(mirror, message);
        break;
      case "last_seconds":
        if (message.epoch === mirror.epoch && message.seq === mirror.seq)
          mirror.view = { ...mirror.view, status: "last_bets" };
        break;
      case "you":
        mirror.you = message.you;
        break;
      case "fault":
      case "ended":
        this.#end(message.code);
        break;
    }
    this.#wake();
  }

  #update(mirror, message) {
    if (message.epoch === mirror.epoch && message.seq <= mirror.seq) return;
    if (message.epoch !== mirror.epoch || message.after !== mirror.seq) {
      const since = { epoch: mirror.epoch, seq: mirror.seq };
      this.#send({ type: "watch", table: message.table, since });
      return;
    }
    mirror.view = { ...mirror.view, ...message.set };
    mirror.seq = message.seq;
  }

  #answered({ cmd_id, accepted, code, data = {} }) {
    const waiting = this.#answers.get(cmd_id);
    if (!waiting) return;
    this.#answers.delete(cmd_id);
    if (accepted) waiting.resolve(data);
    else waiting.reject(new Refused(code, data));
  }

  #end(why) {
    this.over ??= why;
    for (const { reject } of this.#answers.values()) reject(new Error(this.over));
    this.#answers.clear();
    this.#wake();
  }

  #wake() {
    const waiting = this.#changed;
    this.#changed = [];
    for (const wake of waiting) wake();
  }
}
