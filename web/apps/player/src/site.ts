// The site itself takes the place of the shell.

import { mount } from "svelte";
import App from "./App.svelte";
import { speech } from "./language/language.svelte.ts";
import { takeShell } from "./opening/shell.ts";
import { startAgain } from "./parts/startAgain.ts";
import { session } from "./state/session.svelte.ts";

speech.start().catch(() => void startAgain());
void session.look();
mount(App, { target: takeShell() });
