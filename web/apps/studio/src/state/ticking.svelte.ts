// A clock that a component reads while it is shown.

/** Call while a component starts. `now` is the machine's steady clock, renewed every so often. */
export function ticking(everyMs: number): { readonly now: number } {
  let now = $state(performance.now());
  $effect(() => {
    const timer = setInterval(() => (now = performance.now()), everyMs);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
