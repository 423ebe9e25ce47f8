// Switch the language: at once on this device, and for good in the account that is signed in.

import { ApiError } from "@sabot/wire";
import { speech, type Language } from "../language/language.svelte.ts";
import { refused } from "../language/money.ts";
import { preferences } from "../state/preferences.svelte.ts";
import { session } from "../state/session.svelte.ts";
import { toasts } from "../state/toasts.svelte.ts";
import { startAgain } from "../opening/startAgain.ts";

export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await speech.choose(language);
  } catch {
    await startAgain(); // the casino has a newer page, which speaks it
    return;
  }
  if (session.me?.player == null) return;
  try {
    await preferences.change({ general: { language, voice: null } }); // F233
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toasts.show("trouble", refused(error.code));
  }
}
