// The site itself takes the place of the shell.

import { mount } from "svelte";
import App from "./App.svelte";
import { speech } from "./language/language.svelte.ts";
import { takeShell } from "./opening/shell.ts";
import { startAgainByItself } from "./opening/startAgain.ts";
import { session } from "./state/session.svelte.ts";

const PATIENCE_MS = 10_000;

/** The texts are of an older page, or there are none: a new page may have them. */
async function lost(): Promise<void> {
  speech.lost = !(await startAgainByItself());
}

speech.start().catch(() => void lost());
setTimeout(() => (speech.lost = !speech.ready), PATIENCE_MS); // it is asked again all the same
void session.look();
mount(App, { target: takeShell() });
