// The chips of a rack with their names; one that balance or own limits do not cover says so (F23, F218).

import { chipText, type RackChip } from "@sabot/board";
import { speech, t } from "../language/language.svelte.ts";
import { brief } from "../language/money.ts";

/** On a small screen: chips that are a bet by themselves, and the one in the hand whatever it is. */
export function bettable(
  values: readonly number[],
  minimum: number,
  held: number,
): readonly number[] {
  const fits = values.filter((value) => value >= minimum || value === held);
  return fits.some((value) => value >= minimum) ? fits : values;
}

export function rackChips(
  values: readonly number[],
  available: number,
  allowed: number | null,
): readonly RackChip[] {
  return values.map((value) => ({
    value,
    text: chipText(value, speech.formats.decimalMark),
    label: t("table:bar.chip", { value: brief(value) }),
    reason:
      value > available
        ? t("table:bar.chip_over_balance", { chip: brief(value) })
        : value > (allowed ?? value)
          ? t("table:bar.chip_over_limits", { chip: brief(value) })
          : undefined,
    advice: value > available ? t("table:bar.chip_top_up") : undefined,
  }));
}
