export { applied, emptyTable, type Table } from "./table.ts";
export { cardName, justDealt, ranksText } from "./cards.ts";
export { movesBetween, type CardMove } from "./moves.ts";
export {
  advanced,
  arrived,
  caughtUp,
  emptyPresentation,
  isBehind,
  nextAt,
  standing,
  STILL,
  type CardTimes,
  type Pace,
  type Presentation,
} from "./presenting.ts";
export { secondsLeft, shareLeft } from "./clock.ts";
export { costOf, ratio, winning, worth } from "./odds.ts";
export { lying, stillReading, turnsTogether } from "./turned.ts";
export * as amounts from "./amounts.ts";
export * as order from "./order.ts";
