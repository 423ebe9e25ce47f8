// Read an amount that a player typed, in cents: `25`, `25,50`, `1.000,00`, `1,000.00`.

/** Null when it is no amount at all. */
export function centsOf(text: string): number | null {
  const plain = text.replace(/[\s€$£\u00a0]/g, "");
  if (!/^\d[\d.,]*$/.test(plain)) return null;
  const parts = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(plain);
  const whole = (parts?.[1] ?? "").replace(/[.,]/g, "");
  const cents = (parts?.[2] ?? "").padEnd(2, "0");
  const value = Number(whole) * 100 + Number(cents);
  return Number.isSafeInteger(value) ? value : null;
}

/** `2 h 05 min`, `45 min`, in the words given. */
export function spellMinutes(
  minutes: number,
  t: (key: string, data?: Readonly<Record<string, unknown>>) => string,
): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t("control:minutes", { minutes: rest });
  return rest === 0
    ? t("control:hours", { hours })
    : t("control:hours_minutes", { hours, minutes: String(rest).padStart(2, "0") });
}

/** How full a bar is, from 0 to 1, and how near its end that is. */
export function fullness(
  used: number | null,
  value: number | null,
): { readonly share: number; readonly tone: "calm" | "near" | "full" } | null {
  if (used === null || value === null) return null;
  const share = value === 0 ? 1 : Math.min(1, Math.max(0, used / value));
  return { share, tone: share >= 1 ? "full" : share >= 0.8 ? "near" : "calm" };
}
