// The texts of both languages, flat, for tests.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export type Leaves = Readonly<Record<string, string>>;

function leaves(value: unknown, path = ""): Leaves {
  if (typeof value === "string") return { [path]: value };
  return Object.assign(
    {},
    ...Object.entries(value as object).map(([key, inner]) =>
      leaves(inner, path === "" ? key : `${path}.${key}`),
    ),
  ) as Leaves;
}

/** Every text of a language as `area:key`; with the names of cards, which the player's site has. */
export function textsOf(language: "it" | "en"): Leaves {
  const own = here(`../src/language/${language}/`);
  const files = readdirSync(own)
    .map((name) => [name.replace(/\.json$/, ""), own + name] as const)
    .concat([["cards", here(`../../player/src/language/${language}/cards.json`)]]);
  return Object.assign(
    {},
    ...files.map(([area, path]) =>
      Object.fromEntries(
        Object.entries(leaves(JSON.parse(readFileSync(path, "utf8")))).map(([key, text]) => [
          `${area}:${key}`,
          text,
        ]),
      ),
    ),
  ) as Leaves;
}

export function files(folder: string, endings: readonly string[]): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return files(path, endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [path] : [];
  });
}
