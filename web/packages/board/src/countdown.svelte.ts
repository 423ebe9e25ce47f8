// A number that falls once a second, on the second, without a frame loop.

import { secondsLeft, untilNextSecond } from "./clock.ts";

/** Call while a component starts; `seconds` is null while nothing runs. */
export function countdown(
  endsAt: () => number | null,
  now: () => number,
): { readonly seconds: number | null } {
  let seconds = $state<number | null>(null);
  $effect.pre(() => {
    const end = endsAt();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      seconds = end === null ? null : secondsLeft(end, now());
      if (end !== null && seconds) timer = setTimeout(tick, untilNextSecond(end, now()) + 4);
    };
    tick();
    return () => clearTimeout(timer);
  });
  return {
    get seconds() {
      return seconds;
    },
  };
}
