import "@sabot/board/base.css";
import "./page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { speech } from "./language/language.svelte.ts";
import { session } from "./state/session.svelte.ts";

const target = document.querySelector("#app");
if (target === null) throw new Error("the page has no place for the app");

void speech.start();
void session.look();
mount(App, { target });
