// The player's private table, opened on demand (F263).

import { api, ApiError } from "@sabot/wire";
import type { ForFunOpened } from "@sabot/wire/types";
import { refused } from "../language/money.ts";
import { router } from "../state/router.svelte.ts";
import { toasts } from "../state/toasts.svelte.ts";

/** The player's table of a game; it is opened if it is not. */
export async function tableOf(variant: string): Promise<string> {
  const path = `/api/for-fun/${encodeURIComponent(variant)}`;
  return (await api<ForFunOpened>("POST", path, {})).table;
}

/** Open the table and go there; a refusal is told. */
export async function play(variant: string): Promise<void> {
  try {
    router.go({ page: "table", table: await tableOf(variant) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toasts.show("trouble", refused(error.code, { data: error.data }));
  }
}
