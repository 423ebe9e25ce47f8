// What a new password has to be, as far as the page can tell; the casino decides.

export const LENGTH_MIN = 10;
export const LENGTH_MAX = 200;

export const RULES = ["length", "not_login"] as const;
export type Rule = (typeof RULES)[number];

/** How the casino refuses a password that breaks a rule. */
export const REFUSED: Readonly<Record<Rule, string>> = {
  length: "password/length",
  not_login: "password/is_login",
};

/** Whether a password keeps a rule. Characters count as the casino counts them. */
export function kept(rule: Rule, password: string, login: string): boolean {
  if (rule === "not_login") return password !== "" && bare(password) !== bare(login);
  return [...password.trim()].length >= LENGTH_MIN && [...password].length <= LENGTH_MAX;
}

/** Digits and signs around a name make no other name. */
function bare(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
}

/** The field that a refusal is about, if it is about one. */
export function fieldOf(code: string): "current" | "new" | null {
  if (code === "password/wrong") return "current";
  return code.startsWith("password/") ? "new" : null;
}
