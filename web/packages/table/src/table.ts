// A table as this client knows it: the last whole view, what is mine, and what just happened.
// Pure: a message and the time give the next state. It knows no page, no socket and no rule.

import type { AnyHappening, Crowd, Message, TableView, You } from "@sabot/wire/types";

export interface Table {
  readonly epoch: number;
  readonly seq: number;
  readonly view: TableView | null;
  readonly you: You | null;
  readonly crowd: Crowd | null;
  /** When the window that runs is over, on this machine's own clock; null without one. */
  readonly endsAt: number | null;
  /** What happened with the last message, for motion and sound; state never needs it. */
  readonly happened: readonly AnyHappening[];
  /** An update was missed: ask for the table again. */
  readonly behind: boolean;
}

const NOTHING: readonly AnyHappening[] = [];

export const emptyTable: Table = {
  epoch: 0,
  seq: 0,
  view: null,
  you: null,
  crowd: null,
  endsAt: null,
  happened: NOTHING,
  behind: false,
};

/** The table after a message; messages about other things change nothing. */
export function applied(table: Table, message: Message, now: number): Table {
  switch (message.type) {
    case "snapshot":
      return {
        ...table,
        epoch: message.epoch,
        seq: message.seq,
        view: message.view,
        endsAt: endOf(message.view, now),
        happened: NOTHING,
        behind: false,
      };
    case "update": {
      if (table.view === null || message.epoch !== table.epoch) return { ...table, behind: true };
      if (message.seq <= table.seq) return { ...table, happened: NOTHING };
      if (message.after !== table.seq) return { ...table, behind: true };
      const view: TableView = { ...table.view, ...(message.set as Partial<TableView>) };
      const another = "window" in message.set;
      return {
        ...table,
        seq: message.seq,
        view,
        endsAt: another ? endOf(view, now) : table.endsAt,
        happened: message.happened,
      };
    }
    case "last_seconds":
      if (table.view === null || message.epoch !== table.epoch || message.seq !== table.seq)
        return table;
      return {
        ...table,
        view: { ...table.view, status: "last_bets" },
        endsAt: now + message.left_ms,
        happened: NOTHING,
      };
    case "you":
      return { ...table, you: message.you, happened: NOTHING };
    case "crowd":
      return { ...table, crowd: message, happened: NOTHING };
    default:
      return table;
  }
}

function endOf(view: TableView, now: number): number | null {
  return view.window === null ? null : now + view.window.left_ms;
}
