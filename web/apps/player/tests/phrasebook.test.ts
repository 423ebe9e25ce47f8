import { expect, test } from "vitest";
import { Phrasebook } from "../src/language/phrasebook.ts";

function book(locale = "en"): Phrasebook {
  const made = new Phrasebook(locale);
  made.add("common", { hello: "Hello, {{name}}", deep: { er: "Deeper" } });
  made.add("lobby", {
    free_zero: "No seat",
    free_one: "{{count}} seat",
    free_other: "{{count}} seats",
    left_one: "one",
    left_other: "{{count}} left",
    code: { "bet/no": "No. Not {{kind}}." },
  });
  return made;
}

test("a text is found by its area and its name, and values are put in", () => {
  expect(book().say("hello", { name: "Ada" })).toBe("Hello, Ada");
  expect(book().say("deep.er")).toBe("Deeper");
  expect(book().say("lobby:code.bet/no", { kind: "tie" })).toBe("No. Not tie.");
});

test("a value is written as it is, and one that is missing is left out", () => {
  expect(book().say("hello", { name: "{{name}} $& <b>" })).toBe("Hello, {{name}} $& <b>");
  expect(book().say("hello")).toBe("Hello, ");
});

test("the form follows the number, as the language has it", () => {
  expect([0, 1, 2].map((count) => book().say("lobby:free", { count }))).toEqual([
    "No seat",
    "1 seat",
    "2 seats",
  ]);
  expect([0, 1].map((count) => book().say("lobby:left", { count }))).toEqual(["0 left", "one"]);
  expect(book("it").say("lobby:left", { count: 1_000_000 })).toBe("1000000 left");
});

test("of a text that nobody wrote the name is said, and it is not there", () => {
  expect(book().say("lobby:nothing.here")).toBe("nothing.here");
  expect(book().has("lobby:nothing.here")).toBe(false);
  expect(book().has("lobby:code")).toBe(false); // texts, not a text
  expect(book().has("nowhere:hello")).toBe(false);
  expect(book().has("constructor.name")).toBe(false);
  expect(book().has("deep.er")).toBe(true);
});

test("texts of an area that come later join those that are there", () => {
  const made = book();
  made.add("common", { deep: { est: "Deepest" }, hello: "Hi" });
  expect([made.say("hello"), made.say("deep.er"), made.say("deep.est")]).toEqual([
    "Hi",
    "Deeper",
    "Deepest",
  ]);
});
