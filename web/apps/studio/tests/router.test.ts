import { describe, expect, test, vi } from "vitest";
import { homeOf, mayOpen, pagesOf } from "../src/state/roles.ts";

vi.stubGlobal("location", { pathname: "/studio" });
vi.stubGlobal("addEventListener", () => undefined);
const { pathOf, placeOf } = await import("../src/state/router.svelte.ts");

test.each([
  ["/studio", { page: "home" }],
  ["/studio/dealer", { page: "dealer", table: null }],
  ["/studio/dealer/live-1", { page: "dealer", table: "live-1" }],
  ["/studio/prompter/live-1", { page: "prompter", table: "live-1" }],
  ["/studio/desk", { page: "desk", table: null }],
  ["/studio/desk/caf%C3%A9%20nero", { page: "desk", table: "café nero" }],
  ["/studio/chat", { page: "chat" }],
  ["/studio/shoes", { page: "shoes" }],
] as const)("%s", (path, place) => {
  expect(placeOf(path)).toEqual(place);
  expect(pathOf(place)).toBe(path);
});

test.each(["/", "/table/speed-1", "/studio/prompter", "/studio/elsewhere"])(
  "%s is no page",
  (path) => {
    expect(placeOf(path)).toEqual({ page: "unknown" });
  },
);

describe("each role has its own page", () => {
  test.each([
    ["dealer", "/studio/dealer"],
    ["supervisor", "/studio/shoes"],
    ["shift_manager", "/studio/desk"],
    ["moderator", "/studio/chat"],
  ])("%s", (role, path) => {
    const home = homeOf(role);
    expect(home && pathOf(home)).toBe(path);
    expect(home && mayOpen(role, home.page)).toBe(true);
  });

  test("players and programs have none", () => {
    for (const role of ["player", "operator", "auditor", "device", "service"]) {
      expect(homeOf(role)).toBeNull();
      expect(pagesOf(role)).toEqual([]);
    }
  });

  test("a dealer opens neither the desk nor the moderators' page", () => {
    expect(pagesOf("dealer")).toEqual(["dealer"]);
    expect(mayOpen("dealer", "desk")).toBe(false);
  });
});
