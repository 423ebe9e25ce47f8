// F235, F236: when the line is too bad for the full picture.

const SLOW_MS = 1_000;
const FOR_MS = 10_000;
const LOSSES = 2;

/** Feed it what the line does; it answers whether the classic view is due. */
export class LineWatch {
  #slowSince: number | null = null;

  due(now: number, roundTripMs: number | null, lossesInTheLastMinute: number): boolean {
    const slow = roundTripMs !== null && roundTripMs > SLOW_MS;
    this.#slowSince = slow ? (this.#slowSince ?? now) : null;
    const longSlow = this.#slowSince !== null && now - this.#slowSince >= FOR_MS;
    return longSlow || lossesInTheLastMinute >= LOSSES;
  }
}
