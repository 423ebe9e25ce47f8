import { afterEach, expect, test, vi } from "vitest";
import { accountOf, Listing } from "../src/pages/history/listing.svelte.ts";

afterEach(() => vi.unstubAllGlobals());

test("F237 trouble with a list that nobody looks at any more is not told of the next one", async () => {
  const waiting: Record<string, (answer: Response) => void> = {};
  vi.stubGlobal(
    "fetch",
    (path: string) =>
      new Promise<Response>((resolve) => (waiting[path.split("?")[0] ?? path] = resolve)),
  );
  const listing = new Listing();
  const today = listing.choose("today");
  const previous = listing.choose("previous");
  waiting["/api/history/previous"]?.(Response.json({ days: [], open: [], next: null }));
  await vi.waitFor(() => expect(waiting["/api/tables"]).toBeDefined());
  waiting["/api/tables"]?.(Response.json({ tables: [] }));
  await previous;
  waiting["/api/history/today"]?.(Response.json({ code: "store/busy" }, { status: 503 }));
  await today;
  expect(listing).toMatchObject({ tab: "previous", trouble: null, loading: false });
});

test("issue 20.8 entries outside of rounds are today's or earlier, by the player's clock", () => {
  const midnight = Date.UTC(2026, 10, 17, 18, 30); // in India
  const entry = (at_ms: number) =>
    ({ kind: "credit", at_ms, amount: 100, round: null, chips: null }) as const;
  const [late, early] = [entry(midnight - 1), entry(midnight)];
  expect(accountOf([early, late], "today", midnight)).toEqual([early]);
  expect(accountOf([early, late], "previous", midnight)).toEqual([late]);
});

test("issue 20.8 trouble with the entries outside of rounds is told", async () => {
  vi.stubGlobal("fetch", (path: string) =>
    Promise.resolve(
      path === "/api/history/account"
        ? Response.json({ code: "store/busy" }, { status: 503 })
        : Response.json({ days: [], open: [], next: null, tables: [] }),
    ),
  );
  const listing = new Listing();
  await listing.choose("today");
  await vi.waitFor(() => expect(listing.trouble).toBe("store/busy"));
});
