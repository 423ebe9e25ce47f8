// Change a setting; a refusal is told, and the page shows what holds.

import { ApiError } from "@sabot/wire";
import { t } from "../language/language.svelte.ts";
import { refused } from "../language/money.ts";
import { preferences, type PreferencesPatch } from "../state/preferences.svelte.ts";
import { toasts } from "../state/toasts.svelte.ts";

export async function prefer(patch: PreferencesPatch): Promise<void> {
  try {
    await preferences.change(patch);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { kind } = error.data;
    const name = typeof kind === "string" ? t(`bets:name.${kind}`) : "";
    toasts.show("trouble", refused(error.code, { data: { ...error.data, name } }));
  }
}
