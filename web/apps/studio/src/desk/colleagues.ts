// Other shift managers at the same table: who has it open, and what one of them did a moment ago.

import type { ManagerShown, TimelineLine } from "@sabot/wire/types";
import { storyOf } from "./story.ts";
import type { Words } from "./tiles.ts";

/** How long an act of a colleague is news. */
const NEWS_MS = 60_000;
/** Acts that decide about a round; what was meant for the round before them comes too late. */
const DECIDES: ReadonlySet<string> = new Set([
  "TableResumed",
  "TablePaused",
  "CorrectionDeclined",
  "CardCorrected",
  "CardsMoved",
  "RoundCancelled",
  "CancelProposed",
]);

export interface Deed {
  readonly by: string;
  readonly at: number;
  readonly text: string;
}

export const othersAt = (
  managers: readonly ManagerShown[] | undefined,
  me: string | null,
): readonly ManagerShown[] => (managers ?? []).filter((one) => one.actor !== me);

/** The newest act of another person that decided something; null where there is none of late. */
export function newestDeed(
  lines: readonly TimelineLine[],
  me: string,
  now: number,
  words: Words,
): Deed | null {
  const found = lines.findLast(
    (line) => DECIDES.has(line.event) && line.actor !== null && line.actor !== me,
  );
  if (found?.actor == null || now - found.at_ms > NEWS_MS) return null;
  const [told] = storyOf([found], words);
  return { by: found.actor, at: found.at_ms, text: told?.text ?? found.event };
}
