export { applied, emptyTable, type Table } from "./table.ts";
export { secondsLeft, shareLeft } from "./clock.ts";
export * as amounts from "./amounts.ts";
