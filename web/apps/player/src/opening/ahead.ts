// What a page is going to ask the casino for is asked for while its script is still under way.

import { api } from "@sabot/wire/api";

const begun = new Map<string, Promise<unknown>>();

/** Ask now; the page takes the answer, or the refusal, when it is there. */
export function askAhead<T>(path: string): Promise<T> {
  const answer = api<T>("GET", path);
  answer.catch(() => undefined); // the page that takes it says what is wrong
  begun.set(path, answer);
  return answer;
}

/** Whether an answer was requested ahead and has not been used yet. */
export const isAsked = (path: string): boolean => begun.has(path);

/** The answer that was asked for ahead, once; afterwards a new one each time. */
export function ask<T>(path: string): Promise<T> {
  const answer = begun.get(path) as Promise<T> | undefined;
  begun.delete(path);
  return answer ?? api<T>("GET", path);
}
