// Another try is a new page: browsers do not ask again for a script that failed once.

const KEPT = "sabot/started-again";
const BY_ITSELF = 2;
const FORGOTTEN_MS = 60_000;

/** Reload the page, if its script can be loaded: otherwise the player would see no page at all. */
export async function startAgain(): Promise<boolean> {
  try {
    if (!(await fetch(import.meta.url, { cache: "no-store" })).ok) return false;
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** The same without being asked: once or twice, since a new page may lack the very same. */
export async function startAgainByItself(now = Date.now()): Promise<boolean> {
  const before = lately(now);
  if (before.length >= BY_ITSELF) return false;
  sessionStorage.setItem(KEPT, [...before, now].join(" "));
  return await startAgain();
}

/** When this window started again by itself in the last minute. */
function lately(now: number): readonly number[] {
  const kept = (sessionStorage.getItem(KEPT) ?? "").split(" ").map(Number);
  return kept.filter((at) => at > 0 && at <= now && now - at < FORGOTTEN_MS);
}
