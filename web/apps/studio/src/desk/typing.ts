// Whether a key belongs to a field, a dialog or the browser, and not to the desk.

export function typed(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return true;
  const at = event.target;
  if (!(at instanceof Element)) return false;
  return at.closest("input, textarea, select, dialog") !== null;
}
