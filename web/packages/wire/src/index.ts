export type * from "./generated/index.ts";
export { Casino, type CasinoState, type Heard } from "./casino.ts";
export { api, ApiError } from "./api.ts";
