// The texts of the player's own screens, before they are shown; they load with the screens.

import type { Component } from "svelte";
import { speech, type Language } from "../language/language.svelte.ts";

const AREAS = import.meta.glob<string>("./language/*/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});
const known = new Map<string, Promise<void>>();

/** The texts of some areas, in the language of the page and in every one chosen later. */
export async function need(...areas: readonly string[]): Promise<void> {
  await Promise.all(
    areas.map((area) => {
      const loading =
        known.get(area) ?? speech.learn(area, { it: at("it", area), en: at("en", area) });
      known.set(area, loading);
      return loading;
    }),
  );
}

function at(language: Language, area: string): string {
  return AREAS[`./language/${language}/${area}.json`] ?? "";
}

type Page = { readonly default: Component };

export async function worded(page: Promise<Page>, ...areas: readonly string[]): Promise<Page> {
  const [loaded] = await Promise.all([page, need(...areas)]);
  return loaded;
}
