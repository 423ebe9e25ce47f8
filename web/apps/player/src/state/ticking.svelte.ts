// The time, four times a second, for clocks and countdowns; one timer for the whole page.

class Ticking {
  /** `performance.now()` of the last tick. */
  now = $state(performance.now());
  /** The wall clock of the last tick. */
  wall = $state(Date.now());

  constructor() {
    setInterval(() => {
      this.now = performance.now();
      this.wall = Date.now();
    }, 250);
  }
}

export const ticking = new Ticking();
