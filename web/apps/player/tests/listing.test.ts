import { afterEach, expect, test, vi } from "vitest";
import { Listing } from "../src/pages/history/listing.svelte.ts";

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
