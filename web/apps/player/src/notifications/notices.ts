// What is worth calling a player for, from what the casino tells.

import type { Message, You } from "@sabot/wire/types";

export type Kind = "betting_opens" | "my_turn" | "good_road" | "cancelled";

export interface Called {
  readonly kind: Kind;
  readonly table: string;
  /** The pattern and its side, for a good road. */
  readonly road?: string;
}

export interface Known {
  /** What was mine at the tables. */
  readonly you: Readonly<Record<string, You>>;
  /** Good roads of each table, as last told. */
  readonly roads: Readonly<Record<string, readonly string[]>>;
  /** The patterns a player wants to hear of; every one where none are told. */
  readonly wanted: (road: string) => boolean;
}

const asked = (you: You | undefined): boolean =>
  you !== undefined && (you.you_decide || you.ask.length > 0);

export function calls(message: Message, known: Known): readonly Called[] {
  switch (message.type) {
    case "update": {
      const { table } = message;
      const found: Called[] = [];
      for (const one of message.happened) {
        if (one.what === "betting_opened") found.push({ kind: "betting_opens", table });
        if (one.what === "cancelled" && (known.you[table]?.staked ?? 0) > 0)
          found.push({ kind: "cancelled", table });
      }
      return found;
    }
    case "you":
      return asked(message.you) && !asked(known.you[message.table])
        ? [{ kind: "my_turn", table: message.table }]
        : [];
    case "tile": {
      const { table, good_roads } = message.tile;
      const before = known.roads[table];
      if (before === undefined) return [];
      return good_roads
        .filter((road) => !before.includes(road) && known.wanted(road))
        .slice(0, 1)
        .map((road) => ({ kind: "good_road" as const, table, road }));
    }
    default:
      return [];
  }
}
