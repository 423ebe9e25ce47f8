// Sound of the page: the table that is looked at, as loud as its player wants it.

import type { Announcements } from "@sabot/game/about";
import type { Message, You } from "@sabot/wire/types";
import { preferences } from "../state/preferences.svelte.ts";
import { wantedVoice } from "./announced.ts";
import { byDealer, CUES, cuesOf, phraseOf } from "./cues.ts";
import { Engine } from "./engine.ts";
import { speaker } from "./speaker.ts";
import { spokenAt } from "./voices.ts";
import { volume } from "./volume.svelte.ts";

/** A dealer announces what the table has just said by itself: it is not spoken again this long. */
const SAID_MS = 10_000;

class Sound {
  /** What was played last, for those who look after the page. */
  last = $state("");
  readonly #engine = new Engine();
  #before: You | null = null;
  #table: string | null = null;
  #said: { readonly phrase: string; readonly atMs: number } | null = null;

  /** Call when settings changed. */
  level(): void {
    const { muted, table_sound, effects, music } = preferences.current.general;
    this.#engine.set({
      master: muted ? 0 : volume.value / 100,
      table_sound,
      effects,
      music,
    });
    if (muted || !table_sound) speaker.stop();
  }

  /** The table that is heard from now on, and what the player has there already. */
  attend(table: string | null, you: You | null): void {
    this.#table = table;
    this.#before = you;
    this.#said = null;
  }

  /**
   * A message, perhaps about the table that is heard; `voices` are the languages of that one, `own`
   * the announcements of its game.
   */
  hear(message: Message, voices: readonly string[], own: Announcements | null): void {
    if (!("table" in message) || message.table !== this.#table) return;
    const { general } = preferences.current;
    const cues = cuesOf(message, this.#before);
    if (message.type === "you") this.#before = message.you;
    if (general.muted) return;
    for (const { cue, afterMs } of cues) {
      if (!general[CUES[cue]]) continue;
      this.last = cue;
      this.#engine.play(cue, afterMs);
    }
    const language = spokenAt(voices, wantedVoice());
    const phrase = language === null || !general.table_sound ? null : phraseOf(message, own);
    if (phrase === null || language === null) return;
    const now = performance.now();
    const again = this.#said?.phrase === phrase && now - this.#said.atMs < SAID_MS;
    if (again && byDealer(message)) return;
    this.#said = { phrase, atMs: now };
    void speaker.say(phrase, language, volume.value / 100, own?.words, this.#engine.output);
  }
}

export const sound = new Sound();
