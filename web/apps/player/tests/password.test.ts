// What the page says about a new password before the casino does.

import { expect, test } from "vitest";
import { fieldOf, kept } from "../src/password/rules.ts";

test.each([
  ["correct horse", true],
  ["short", false],
  ["x".repeat(10), true],
  ["   nine chars".slice(0, 12), false],
  ["x".repeat(200), true],
  ["x".repeat(201), false],
  ["🂡".repeat(9), false],
  ["🂡".repeat(10), true],
])("a password has 10 to 200 characters besides blanks around it: %j", (password, fits) => {
  expect(kept("length", password, "ada")).toBe(fits);
});

test.each([
  ["ada", false],
  ["ADA", false],
  ["ada1234567", false],
  ["  !ada! ", false],
  ["", false],
  ["adamantine rock", true],
])("a password is not the user name: %j", (password, fits) => {
  expect(kept("not_login", password, "ada")).toBe(fits);
});

test("a refusal is shown at the field it is about", () => {
  expect(fieldOf("password/wrong")).toBe("current");
  expect(fieldOf("password/common")).toBe("new");
  expect(fieldOf("password/same")).toBe("new");
  expect(fieldOf("sign_in/locked")).toBeNull();
});
