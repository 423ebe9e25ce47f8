// Every code that staff may be refused with has words in both languages (notes of the design, 7).

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { refusalOf } from "../src/state/refusing.ts";
import { here, textsOf } from "./texts.ts";

const wordsOf = (language: "it" | "en") => {
  const texts = textsOf(language);
  return {
    has: (key: string) => texts[key] !== undefined,
    t: (key: string, data: Readonly<Record<string, unknown>> = {}) =>
      (texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name])),
  };
};

/** Codes that the documents name for commands of the studio. */
function documented(): readonly string[] {
  const wire = readFileSync(here("../../../../docs/wire.md"), "utf8");
  const staff = /^## 10\.[^]*?(?=^## 11\.|$(?![^]))/m.exec(wire)?.[0] ?? "";
  // The reasons of the dealer's instruction are no refusals.
  const studio = readFileSync(here("../../../../docs/studio.md"), "utf8").replace(
    /^## Instruction[^]*?(?=^## )/m,
    "",
  );
  return [
    ...new Set([...`${staff}\n${studio}`.matchAll(/`([a-z_]+\/[a-z_]+)`/g)].map((m) => m[1] ?? "")),
  ];
}

/** Users of these screens never get these answers. */
const NOT_HERE =
  /^(?:shoe\/(?:not_disclosed|nothing_promised|unknown)|cards\/dropped|for_fun\/left)$/;

describe.each(["it", "en"] as const)("refusals in %s", (language) => {
  const words = wordsOf(language);
  const codes = documented().filter((code) => !NOT_HERE.test(code));

  test("the documents are read", () => {
    expect(codes.length).toBeGreaterThan(30);
  });
  test.each(codes)("%s has words", (code) => {
    expect(refusalOf(code, words)).not.toContain(code);
  });
  test("a code of a family without words of its own gets those of the family", () => {
    expect(refusalOf("store/full", words)).toBe(refusalOf("store/busy", words));
  });
  test("an unknown code is shown, so that it can be reported", () => {
    expect(refusalOf("quite/new", words)).toContain("quite/new");
  });
});

test("the words of the design", () => {
  const it = wordsOf("it");
  expect(refusalOf("correction/same_person", it)).toBe(
    "L’hai proposta tu: la conferma un’altra persona",
  );
  expect(refusalOf("round/result_known", it)).toBe("Il risultato è noto: si paga, non si annulla");
  expect(refusalOf("shoe/change_needed", it)).toBe("Prima il sabot nuovo");
  expect(refusalOf("store/busy", it)).toBe("Non ancora scritto: riprovo");
});
