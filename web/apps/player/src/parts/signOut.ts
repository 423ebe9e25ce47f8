// The way out; where it does not come through, that is said.

import { ApiError } from "@sabot/wire";
import { refused } from "../language/money.ts";
import { session } from "../state/session.svelte.ts";
import { toasts } from "../state/toasts.svelte.ts";

export async function signOut(everywhere = false): Promise<void> {
  try {
    await session.signOut(everywhere);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toasts.show("trouble", refused(error.code));
  }
}
