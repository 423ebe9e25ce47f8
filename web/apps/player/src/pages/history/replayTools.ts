// The tools of a felt that only shows: nothing can be placed, asked or changed in the past.

import type { Attachment } from "svelte/attachments";
import { speech, t } from "../../language/language.svelte.ts";
import { brief, money } from "../../language/money.ts";
import { preferences } from "../../state/preferences.svelte.ts";
import { screen } from "../../state/screen.svelte.ts";
import type { TableTools } from "@sabot/game";

const untouched: Attachment<HTMLElement> = () => undefined;

export function replayTools(): TableTools {
  return {
    act: () => Promise.resolve({ type: "answer", cmd_id: "", accepted: false, code: "replay" }),
    place: () => undefined,
    lower: () => undefined,
    spot: () => untouched,
    underWay: () => false,
    hold: () => undefined,
    t,
    money,
    brief,
    say: () => undefined,
    prefer: () => Promise.resolve(),
    open: () => undefined,
    notice: () => undefined,
    online: true,
    betting: false,
    chip: 0,
    golden: null,
    balance: null,
    classic: false,
    get language() {
      return speech.language;
    },
    get reduced() {
      return screen.reduced;
    },
    get layout() {
      return screen.layout;
    },
    get preferences() {
      return preferences.current;
    },
  };
}
