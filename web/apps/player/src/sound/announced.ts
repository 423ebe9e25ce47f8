// In which languages a table is announced, asked once each; and the language a player wants.

import { api } from "@sabot/wire";
import type { TableInfo } from "@sabot/wire/types";
import { speech } from "../language/language.svelte.ts";
import { preferences, type VoiceLanguage } from "../state/preferences.svelte.ts";

/** F233: the language of the page, unless another one was chosen. */
export const wantedVoice = (): VoiceLanguage =>
  preferences.current.general.voice ?? speech.language;

const known = new Map<string, readonly string[]>();

export function voicesOf(table: string): readonly string[] {
  const found = known.get(table);
  if (found !== undefined) return found;
  known.set(table, []);
  void api<TableInfo>("GET", `/api/tables/${encodeURIComponent(table)}`).then(
    (info) => known.set(table, info.voice),
    () => known.delete(table),
  );
  return [];
}
