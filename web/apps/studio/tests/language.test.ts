// Both languages are complete, and no page of the studio speaks without `t`.

import { readFileSync } from "node:fs";
import { parse } from "svelte/compiler";
import { expect, test } from "vitest";
import { files, here, textsOf } from "./texts.ts";

const LANGUAGES = ["it", "en"] as const;
const spoken = { it: textsOf("it"), en: textsOf("en") };
const SOURCE = here("../src");
const holes = (text: string): readonly string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
const plain = (key: string): string => key.replace(/_(?:zero|one|many|other)$/, "");

test("Italian and English have the same keys", () => {
  expect(Object.keys(spoken.it).sort()).toEqual(Object.keys(spoken.en).sort());
  expect(Object.keys(spoken.it).length).toBeGreaterThan(100);
});

test.each(LANGUAGES)(
  "no text of %s is empty, and its figures are those of the other language",
  (language) => {
    for (const [key, text] of Object.entries(spoken[language])) {
      expect(text.trim(), key).not.toBe("");
      const other = language === "it" ? spoken.en : spoken.it;
      expect(holes(text), key).toEqual(holes(other[key] ?? ""));
    }
  },
);

test("every key that a page names exists", () => {
  const known = new Set(Object.keys(spoken.en).map(plain));
  const missing = files(SOURCE, [".svelte", ".ts"]).flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/\bt\(\s*"((?:[a-z_]+:)?[\w.+/]+)"/g)]
      .map((match) => match[1] ?? "")
      .map((key) => (key.includes(":") ? key : `common:${key}`))
      .filter((key) => !known.has(key))
      .map((key) => `${path.slice(SOURCE.length)}: ${key}`),
  );
  expect(missing).toEqual([]);
});

const READ_ATTRIBUTES = new Set(["aria-label", "title", "placeholder", "alt", "label", "text"]);

interface Node {
  readonly type?: string;
  readonly data?: string;
  readonly name?: string;
  readonly value?: unknown;
}

/** Words in markup, and in attributes that people read or hear. */
function words(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(words);
  if (typeof node !== "object" || node === null) return [];
  const { type, data, name, value } = node as Node;
  if (type === "Text") return /\p{L}{2,}/u.test(data ?? "") ? [(data ?? "").trim()] : [];
  if (type === "Attribute") return READ_ATTRIBUTES.has(name ?? "") ? words(value) : [];
  if (["Script", "StyleSheet", "Comment", "StyleDirective"].includes(type ?? "")) return [];
  return Object.entries(node)
    .filter(([key]) => key !== "parent" && key !== "css")
    .flatMap(([, inner]) => words(inner));
}

const components = files(SOURCE, [".svelte"]).map((path) => path.slice(SOURCE.length));

test.each(components)("%s says nothing by itself", (path) => {
  const tree = parse(readFileSync(SOURCE + path, "utf8"), { modern: true });
  expect(words(tree.fragment)).toEqual([]);
});

/** A style attribute in markup is refused by the pages' content security policy. */
test.each(components)("%s sets styles by directive only", (path) => {
  expect(readFileSync(SOURCE + path, "utf8")).not.toMatch(/\sstyle=/);
});
