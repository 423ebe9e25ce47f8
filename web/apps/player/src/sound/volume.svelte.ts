// How loud it is, while the slider moves too (F230).

import { Held } from "../companion/held.svelte.ts";
import { prefer } from "../companion/prefer.ts";
import { preferences } from "../state/preferences.svelte.ts";

export const volume = new Held(
  () => preferences.current.general.volume,
  (value: number) => prefer({ general: { volume: value } }),
);
