import { afterEach, expect, test, vi } from "vitest";
import { api, ApiError } from "../src/api.ts";

afterEach(() => vi.unstubAllGlobals());

const answers = (answer: () => Promise<unknown>): void => void vi.stubGlobal("fetch", answer);

async function refused(): Promise<ApiError> {
  try {
    await api("GET", "/api/visitor");
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return error as ApiError;
  }
  throw new Error("it was not refused");
}

test("what stands in front of the casino answers with a page of its own: a refusal like any other", async () => {
  answers(() => Promise.resolve(new Response("<h1>Bad Gateway</h1>", { status: 502 })));
  expect(await refused()).toMatchObject({ status: 502, code: "server/unclear" });
});

test("a page where an answer should be is no answer", async () => {
  answers(() => Promise.resolve(new Response("<h1>Sign in to this network</h1>")));
  expect(await refused()).toMatchObject({ status: 0, code: "network/silent" });
});

test("a line that breaks in the middle of an answer is a line that is down", async () => {
  const broken = { ok: true, status: 200, text: () => Promise.reject(new TypeError("network")) };
  answers(() => Promise.resolve(broken));
  expect(await refused()).toMatchObject({ status: 0, code: "network/silent" });
});
