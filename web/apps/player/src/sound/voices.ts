// The languages in which tables are announced, each under its own name (F232).

import type { VoiceLanguage } from "../state/preferences.svelte.ts";

export interface Voice {
  readonly language: VoiceLanguage;
  readonly name: string;
}

export const VOICES: readonly Voice[] = [
  { language: "it", name: "Italiano" },
  { language: "en", name: "English" },
  { language: "zh", name: "中文" },
  { language: "ja", name: "日本語" },
  { language: "vi", name: "Tiếng Việt" },
  { language: "ko", name: "한국어" },
  { language: "th", name: "ไทย" },
  { language: "id", name: "Bahasa Indonesia" },
];

/** What is spoken at a table: the language asked for if the table has it, English otherwise. */
export function spokenAt(table: readonly string[], wanted: VoiceLanguage): VoiceLanguage | null {
  if (table.length === 0) return null;
  return table.includes(wanted) ? wanted : "en";
}
