import type { Game } from "@sabot/game";
import PlainFelt from "./PlainFelt.svelte";

/** Any game, drawn from its data alone: hands as they are named, bets as they are listed. */
const plain: Game = {
  Felt: PlainFelt,
  words: {
    result: (_view, t) => ({ title: t("table:status.result") }),
    hand: (name) => name.replaceAll(":", " "),
  },
};

export default plain;
