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

/** Whoever works on these screens; the list of codes says for whom each is (`make schemas`). */
const HERE = ["dealer", "manager", "moderator"];

const listed = JSON.parse(readFileSync(here("../../../../schemas/refusals.json"), "utf8")) as {
  readonly refusals: Readonly<Record<string, readonly string[]>>;
};
const codes = Object.entries(listed.refusals)
  .filter(([, told]) => told.some((one) => HERE.includes(one)))
  .map(([code]) => code);

describe.each(["it", "en"] as const)("refusals in %s", (language) => {
  const words = wordsOf(language);

  test("the list of codes is read", () => {
    expect(codes.length).toBeGreaterThan(120);
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
