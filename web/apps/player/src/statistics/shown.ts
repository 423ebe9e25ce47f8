// A player's own results as the casino tells them; the page draws them and computes none.

export interface Results {
  readonly rounds: number;
  readonly staked: number;
  readonly returned: number;
  readonly net: number;
  readonly golden: number;
  readonly expected: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly actual_return: string | null;
  readonly expected_return: string | null;
  readonly low_return: string | null;
  readonly high_return: string | null;
}

export interface Point {
  readonly at_ms: number;
  readonly rounds: number;
  readonly net: number;
  readonly expected: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface Shown {
  readonly days: number;
  readonly complete: boolean;
  readonly total: Results;
  readonly games: readonly { readonly game: string; readonly results: Results }[];
  readonly by_day: readonly {
    readonly day: string;
    readonly game: string;
    readonly results: Results;
  }[];
  readonly course: readonly Point[];
}

type Column = (number | null)[];

/** Columns for a picture: the count of rounds, then net, expectation, and both ends of the band. */
export function columns(points: readonly Point[]): [number[], Column, Column, Column, Column] {
  const start: Point = { at_ms: 0, rounds: 0, net: 0, expected: 0, low: null, high: null };
  const all = [start, ...points];
  const euros = (of: (point: Point) => number | null): Column =>
    all.map((point) => {
      const cents = of(point);
      return cents === null ? null : cents / 100;
    });
  return [
    all.map((point) => point.rounds),
    euros((point) => point.net),
    euros((point) => point.expected),
    euros((point) => point.low),
    euros((point) => point.high),
  ];
}

/** Where returns stand on a line from `from` to `to`, as shares of its length. */
export function scale(results: Results): {
  readonly from: number;
  readonly to: number;
  at(value: string): number;
} {
  const values = [
    results.actual_return,
    results.expected_return,
    results.low_return,
    results.high_return,
  ].flatMap((value) => (value === null ? [] : [Number(value)]));
  const least = Math.min(0.8, ...values);
  const most = Math.max(1.1, ...values);
  const room = (most - least) * 0.06;
  const from = least - room;
  const to = most + room;
  return { from, to, at: (value) => (Number(value) - from) / (to - from) };
}
