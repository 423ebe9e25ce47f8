// Baccarat in a tile of Multiplay: what can be bet on, what lies there, and both hands.

export { areasOf, closedBecause, lightOf, ownSpot, type AreaPlan, type OwnSpot } from "./areas.ts";
export { oddsOf, paysText } from "./odds.ts";
export { default as Hands } from "./Hands.svelte";
export { words } from "./words.ts";
export { default as english } from "./texts/en.json?url";
export { default as italian } from "./texts/it.json?url";
