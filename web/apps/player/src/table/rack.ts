// The chips of a rack with their names; one that the balance does not cover says so (F23, F218).

import { chipText, type RackChip } from "@sabot/board";
import { speech, t } from "../language/language.svelte.ts";
import { brief } from "../language/money.ts";

export function rackChips(values: readonly number[], available: number): readonly RackChip[] {
  return values.map((value) => ({
    value,
    text: chipText(value, speech.formats.decimalMark),
    label: t("table:bar.chip", { value: brief(value) }),
    reason:
      value > available ? t("table:bar.chip_over_balance", { chip: brief(value) }) : undefined,
  }));
}
