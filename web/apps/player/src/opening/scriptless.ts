// What the shell says when the site's own script does not come: there is nothing else to draw with.

import { startAgain } from "./startAgain.ts";
import { firstLanguage } from "./texts.ts";
import { SCRIPTLESS } from "./wordless.ts";

/** Words and another try, in the place of the line that moves. */
export function sayScriptless(): void {
  const shell = document.querySelector("#app > .shell");
  if (shell === null) return; // the site stands already
  const language = firstLanguage();
  const words = SCRIPTLESS[language];
  document.documentElement.lang = language;
  const retry = made("button", words.retry);
  retry.addEventListener("click", () => void again(retry));
  const told = document.createElement("main");
  told.append(made("h1", words.title), made("p", words.text), retry);
  shell.querySelector("hr")?.replaceWith(told);
}

function made<Name extends "h1" | "p" | "button">(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] {
  const one = document.createElement(name);
  one.textContent = text;
  return one;
}

/** Where nothing can be had the words stay: the browser's own page would say less. */
async function again(retry: HTMLButtonElement): Promise<void> {
  retry.disabled = true;
  retry.disabled = await startAgain();
}
