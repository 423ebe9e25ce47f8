// A refusal as words: what the code means for staff, and what would work.

export interface RefusalWords {
  readonly t: (key: string, data?: Readonly<Record<string, unknown>>) => string;
  readonly has: (key: string) => boolean;
}

/** The words of a code; of `store/…` and other families the words of the family. */
export function refusalOf(
  code: string,
  words: RefusalWords,
  data: Readonly<Record<string, unknown>> = {},
): string {
  const family = `${code.split("/")[0] ?? ""}/*`;
  for (const key of [code, family])
    if (words.has(`refusals:code.${key}`)) return words.t(`refusals:code.${key}`, data);
  return words.t("refusals:unknown", { code });
}
