import { expect, test } from "vitest";
import { isExcluded, isPause, wordsOf } from "../src/control/pauses.ts";

test("who was excluded by others is not told that they did it themselves", () => {
  expect(wordsOf("control/excluded")).toBe("excluded");
  for (const code of ["control/barred", "session/excluded"]) {
    expect(isExcluded(code)).toBe(true);
    expect(wordsOf(code)).toBe("barred");
  }
});

test("a pause has words of its own, and is no exclusion", () => {
  for (const name of ["cool_off", "session_time"]) {
    expect(isPause(`control/${name}`)).toBe(true);
    expect(isExcluded(`control/${name}`)).toBe(false);
    expect(wordsOf(`control/${name}`)).toBe(name);
  }
});
