// The line of a small chart.

/** A path through the values in a box; a flat series lies in the middle. */
export function sparkPath(
  values: readonly number[],
  width: number,
  height: number,
  inset = 2,
): string {
  if (values.length === 0) return "";
  const low = Math.min(...values);
  const high = Math.max(...values);
  const x = (n: number): number =>
    values.length === 1 ? width / 2 : (n / (values.length - 1)) * width;
  const y = (value: number): number =>
    high === low
      ? height / 2
      : height - inset - ((value - low) / (high - low)) * (height - 2 * inset);
  const round = (number: number): number => Math.round(number * 100) / 100;
  return values
    .map((value, n) => `${n === 0 ? "M" : "L"}${round(x(n))} ${round(y(value))}`)
    .join("");
}
