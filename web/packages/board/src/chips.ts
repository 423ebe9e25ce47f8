// Which chips a sum is drawn with. Only pictures: no amount is ever decided here.

export interface ChipKind {
  /** Smallest value in cents that wears this colour. */
  readonly from: number;
  readonly token: string;
}

/** Chip colours by value in cents, smallest first. */
const KINDS: readonly ChipKind[] = [
  { from: 0, token: "050" },
  { from: 100, token: "1" },
  { from: 500, token: "5" },
  { from: 2_500, token: "25" },
  { from: 10_000, token: "100" },
  { from: 50_000, token: "500" },
  { from: 100_000, token: "1000" },
  { from: 500_000, token: "5000" },
];

export const DENOMINATIONS: readonly number[] = [
  50, 100, 500, 2_500, 10_000, 50_000, 100_000, 500_000,
];

/** The token name (`--chip-…`) of the colour of a value in cents. */
export function chipToken(cents: number): string {
  return KINDS.findLast((kind) => cents >= kind.from)?.token ?? "050";
}

/** What is printed on a chip: `0.5`, `1`, `25`, `1K`, `2.5K`; a comma where the language wants one. */
export function chipText(cents: number, decimal = "."): string {
  const units = cents / 100;
  const [value, mark] =
    units >= 1_000_000
      ? [units / 1_000_000, "M"]
      : units >= 1_000
        ? [units / 1_000, "K"]
        : [units, ""];
  return `${String(Math.round(value * 100) / 100).replace(".", decimal)}${mark}`;
}

/** At most `most` chips for a sum, largest at the bottom; a rest below the smallest is one chip. */
export function chipsFor(
  cents: number,
  denominations: readonly number[] = DENOMINATIONS,
  most = 5,
): readonly number[] {
  const chips: number[] = [];
  let rest = cents;
  for (const value of [...denominations].sort((one, other) => other - one)) {
    while (value > 0 && rest >= value && chips.length < most) {
      chips.push(value);
      rest -= value;
    }
  }
  if (chips.length === 0 && cents > 0) chips.push(cents);
  return chips;
}
