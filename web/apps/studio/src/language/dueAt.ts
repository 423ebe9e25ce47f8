// The hour of something that is due within a day: one of tomorrow says so.

import { speech, t } from "./language.svelte.ts";

/** `03:45` today, `tomorrow 03:45` otherwise. */
export function dueAt(at: number, now: number): string {
  const time = speech.formats.hour(at);
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  return today ? time : t("tomorrow_at", { time });
}
