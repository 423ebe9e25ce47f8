// Code 128 in set B, which every scanner reads: the bars of a text, in modules.

/** The widths of bars and spaces of each of the 107 symbols, the stop last. */
const WIDTHS = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232
  122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122
  321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311
  211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113
  213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422
  121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111
  241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121
  412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412
  211214 211232 2331112
`
  .trim()
  .split(/\s+/);
const START_B = 104;
const STOP = 106;
/** Modules without a bar on both sides. */
export const QUIET = 10;

export interface Bars {
  /** How wide it is, with the quiet zones. */
  readonly modules: number;
  /** A path in a box of `modules` × 10. */
  readonly path: string;
}

/** The bars of a text of printable ASCII; other signs have none and are left out. */
export function bars(text: string): Bars {
  const symbols = [...text].map((sign) => sign.charCodeAt(0) - 32).filter((n) => n >= 0 && n < 95);
  const sum = symbols.reduce((total, symbol, n) => total + symbol * (n + 1), START_B);
  let at = QUIET;
  let path = "";
  for (const symbol of [START_B, ...symbols, sum % 103, STOP])
    [...(WIDTHS[symbol] ?? "")].forEach((sign, n) => {
      const width = Number(sign);
      if (n % 2 === 0) path += `M${at} 0h${width}v10h-${width}z`;
      at += width;
    });
  return { modules: at + QUIET, path };
}
