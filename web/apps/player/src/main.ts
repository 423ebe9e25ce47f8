// The first script, small: it starts what the page needs, and the site comes when it is there.

import "@sabot/board/base.css";
import "./page.css";
import "./shell.css";
import { begin } from "./opening/begin.ts";
import { sayScriptless } from "./opening/scriptless.ts";
import { startAgainByItself } from "./opening/startAgain.ts";

const AGAIN_MS = 2_000;

begin().catch(() => undefined); // whatever did not come is asked for again by the page that needs it
void open();

async function open(): Promise<void> {
  try {
    await import("./site.ts");
  } catch {
    setTimeout(() => void again(), AGAIN_MS);
  }
}

/** A new page may have what this one lacks, or lack the very same: then it says so. */
async function again(): Promise<void> {
  if (!(await startAgainByItself())) sayScriptless();
}
