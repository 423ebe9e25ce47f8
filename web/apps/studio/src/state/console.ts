// The name of this console: one for each tab, kept over a reload and a reconnect.

const KEPT = "sabot/console";

export function consoleId(): string {
  const kept = sessionStorage.getItem(KEPT);
  if (kept !== null) return kept;
  const made = `console-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  sessionStorage.setItem(KEPT, made);
  return made;
}
