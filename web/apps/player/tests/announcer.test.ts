import { expect, test, vi } from "vitest";
import { announcer } from "../src/state/announcer.svelte.ts";

test("what is said soon after something is told with it, and a busy table does not hold it back", () => {
  vi.useFakeTimers();
  announcer.say("Player receives nine of spades.");
  vi.advanceTimersByTime(200);
  announcer.say("Banker receives two of hearts.");
  expect(announcer.polite).toBe("");
  vi.advanceTimersByTime(200);
  expect(announcer.polite).toBe("Player receives nine of spades. Banker receives two of hearts.");
  announcer.say("Player wins.");
  vi.advanceTimersByTime(400);
  expect(announcer.polite).toBe("Player wins.");
  announcer.say("Player wins.");
  vi.advanceTimersByTime(400);
  expect(announcer.polite.trim()).toBe("Player wins.");
  expect(announcer.polite).not.toBe("Player wins."); // a reader hears it again
  vi.useRealTimers();
});
