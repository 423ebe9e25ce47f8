// Written by `make schemas` from schemas/. Do not edit.

export type * from "./answers.ts";
export type * from "./commands.ts";
export type * from "./happenings.ts";
export type * from "./messages.ts";
export type * from "./requests.ts";
export type * from "./staff.ts";
export type * from "./staff_answers.ts";

/** What the server sends. */
export type { AnyMessage as Message } from "./messages.ts";

export type Protocol = 1;
