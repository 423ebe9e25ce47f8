/** Load the page anew, if its own script can be had: without that there would be no page at all. */
export async function startAgain(): Promise<boolean> {
  try {
    if (!(await fetch(import.meta.url, { cache: "no-store" })).ok) return false;
  } catch {
    return false;
  }
  location.reload();
  return true;
}
