import { expect, test, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/" });
vi.stubGlobal("addEventListener", () => undefined);
const { pathOf, placeOf } = await import("../src/state/router.svelte.ts");

test.each([
  ["/", { page: "lobby" }],
  ["/sign-in", { page: "sign-in" }],
  ["/table/speed-1", { page: "table", table: "speed-1" }],
  ["/table/caf%C3%A9%20nero", { page: "table", table: "café nero" }],
  ["/history", { page: "history", round: null }],
  ["/history/speed-1-12", { page: "history", round: "speed-1-12" }],
  ["/help", { page: "help", topic: null }],
  ["/help/roads", { page: "help", topic: "roads" }],
  ["/table", { page: "unknown" }],
  ["/table/%E0%A4%A", { page: "unknown" }],
  ["/somewhere/else", { page: "unknown" }],
] as const)("%s", (path, place) => {
  expect(placeOf(path)).toEqual(place);
});

test("a table's address leads back to it", () => {
  const place = { page: "table", table: "tavolo 7/à" } as const;
  expect(placeOf(pathOf(place))).toEqual(place);
});

test.each(["/history", "/history/speed-1-12", "/help", "/help/roads"])(
  "F226 the address %s leads to a page and back",
  (path) => {
    expect(pathOf(placeOf(path))).toBe(path);
  },
);
