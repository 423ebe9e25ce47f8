import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Later, Promised } from "../src/later.svelte.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(0);

test("a part is asked for when it is looked at, once, and stays", async () => {
  let asked = 0;
  const later = new Later(() => Promise.resolve({ default: `part ${String((asked += 1))}` }));
  await settled();
  expect(asked).toBe(0);
  expect(later.part).toBeNull();
  expect(later.part).toBeNull();
  await settled();
  expect(later.part).toBe("part 1");
  expect(asked).toBe(1);
});

test("a part that does not come is asked for again until it does", async () => {
  let asked = 0;
  const later = new Later(() => {
    asked += 1;
    return asked < 3 ? Promise.reject(new Error("no line")) : Promise.resolve({ default: "part" });
  });
  expect(later.part).toBeNull();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(3_200);
  expect(asked).toBe(3);
  expect(later.part).toBe("part");
});

test("a promise brings a value or the reason why not", async () => {
  const kept = new Promised(Promise.resolve(7));
  const broken = new Promised(Promise.reject(new Error("no line")));
  expect(kept.value).toBeUndefined();
  await settled();
  expect([kept.value, kept.error]).toEqual([7, undefined]);
  expect([broken.value, broken.error]).toEqual([undefined, new Error("no line")]);
});
