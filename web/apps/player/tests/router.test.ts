import { expect, test, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/" });
vi.stubGlobal("addEventListener", () => undefined);
const { pathOf, placeOf } = await import("../src/state/router.svelte.ts");

test.each([
  ["/", { page: "lobby" }],
  ["/sign-in", { page: "sign-in" }],
  ["/table/speed-1", { page: "table", table: "speed-1" }],
  ["/table/caf%C3%A9%20nero", { page: "table", table: "café nero" }],
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
