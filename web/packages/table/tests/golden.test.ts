// Streams written by the real server: a client that applies every message has the server's own view.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Message, Snapshot, Update, Yours } from "@sabot/wire/types";
import { applied, emptyTable, type Table } from "../src/index.ts";

interface End {
  readonly end: Snapshot;
  readonly you: Yours;
}

const folder = new URL("../golden/", import.meta.url);
const streams = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));

function read(name: string): { messages: readonly Message[]; end: End } {
  const lines = readFileSync(new URL(name, folder), "utf8").trim().split("\n");
  const parsed = lines.map((line) => JSON.parse(line) as unknown);
  return { messages: parsed.slice(0, -1) as Message[], end: parsed.at(-1) as End };
}

const played = (messages: readonly Message[]): Table =>
  messages.reduce((table, message) => applied(table, message, 0), emptyTable);

/** Seconds go on between two looks; everything else is the same. */
const still = (view: Snapshot["view"] | null): unknown => ({
  ...view,
  window: view?.window?.opened_at ?? null,
});

test("there is a stream of every game", () => {
  expect(streams.map((name) => name.split("-")[0])).toEqual(["blackjack", "brag", "speed"]);
});

describe.each(streams)("%s", (name) => {
  const { messages, end } = read(name);

  test("ends where a fresh look begins (F37)", () => {
    const table = played(messages);
    expect(table.behind).toBe(false);
    expect([table.epoch, table.seq]).toEqual([end.end.epoch, end.end.seq]);
    expect(still(table.view)).toEqual(still(end.end.view));
    expect(table.you).toEqual(end.you.you);
  });

  test("a missed update is noticed at the next one", () => {
    const updates = messages.filter((message) => message.type === "update");
    const missed = updates[0];
    const table = played(messages.filter((message) => message !== missed));
    expect(table.behind).toBe(true);
  });

  test("an update told twice changes nothing", () => {
    const twice = messages.flatMap((message) =>
      message.type === "update" ? [message, message] : [message],
    );
    const state = (all: readonly Message[]): Table => ({ ...played(all), happened: [] });
    expect(state(twice)).toEqual(state(messages));
  });

  test("happenings come with their update and are gone with the next message", () => {
    let table = emptyTable;
    for (const message of messages) {
      table = applied(table, message, 0);
      const told = message.type === "update" ? (message as Update).happened : [];
      expect(table.happened).toEqual(told);
    }
  });

  test("a snapshot of another life of the table replaces everything", () => {
    const other: Snapshot = { ...end.end, epoch: end.end.epoch + 1, seq: 1 };
    const table = applied(played(messages), other, 0);
    expect([table.epoch, table.seq, table.behind]).toEqual([other.epoch, 1, false]);
  });
});
