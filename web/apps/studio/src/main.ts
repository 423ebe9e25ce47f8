// The studio's own app: dealers, supervisors, shift managers and moderators.

import "@sabot/board/base.css";
import "./studio.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { speech } from "./language/language.svelte.ts";
import { session } from "./state/session.svelte.ts";

void speech.start();
void session.look();
mount(App, { target: document.querySelector("#app") as HTMLElement });
