// Which cards of a table lie open: some tables read cards first and turn them together.

import type { HandShown, TableInfo } from "@sabot/wire/types";

type Variant = Pick<TableInfo, "variant">;

const TOGETHER = ["player", "banker"];

/** One scanner for each position: the first four are turned together (R26). */
export const turnsTogether = ({ variant }: Variant): boolean =>
  variant === "speed6_scanner_baccarat";

/** Cards were read, and lie face down until the last of the first four is read. */
export const stillReading = (hands: readonly HandShown[], table: Variant): boolean =>
  turnsTogether(table) &&
  TOGETHER.some((name) => (hands.find((hand) => hand.name === name)?.cards.length ?? 0) < 2);

/** The hands as they lie: what is only read shows its back, and counts for nothing. */
export const lying = (hands: readonly HandShown[], table: Variant): readonly HandShown[] =>
  stillReading(hands, table)
    ? hands.map(({ name, cards }) => ({ name, cards: cards.map(() => null) }))
    : hands;
