// The last mark of each derived road, as tables show it on both ask buttons (F201, R22).

import type { Asked, Scorecard } from "@sabot/wire/types";

export const NO_MARKS: Asked = { big_eye: null, small: null, cockroach: null };

export const lastMarks = (card: Scorecard | null): Asked =>
  card === null
    ? NO_MARKS
    : {
        big_eye: card.big_eye.at(-1)?.[2] ?? null,
        small: card.small.at(-1)?.[2] ?? null,
        cockroach: card.cockroach.at(-1)?.[2] ?? null,
      };
