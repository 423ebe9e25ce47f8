// What a designer would wince at on the page as it is: returns a list of complaints.
(touch) => {
  const complaints = [];
  const told = (what, node) => {
    const name = node.getAttribute("aria-label") || node.textContent.trim().slice(0, 40) || node.className;
    complaints.push(`${what}: ${node.tagName.toLowerCase()} "${name}"`);
  };
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth + 1) complaints.push(`page scrolls sideways by ${root.scrollWidth - innerWidth}`);
  if (root.scrollHeight > innerHeight + 1) complaints.push(`page scrolls down by ${root.scrollHeight - innerHeight}`);

  const modal = [...document.querySelectorAll("dialog[open], [role=dialog]")].filter(seen).at(-1);
  const scope = modal ?? document.body;
  const scrollers = (node) => {
    const found = [];
    for (let up = node.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (/(auto|scroll)/.test(style.overflowX + style.overflowY)) found.push(up.getBoundingClientRect());
    }
    return found;
  };
  const controls = [
    ...scope.querySelectorAll("button, a[href], input, select, [role=switch], [role=radio]"),
  ].filter((node) => seen(node) && !node.closest("[inert]") && getComputedStyle(node).pointerEvents !== "none");
  for (const node of controls) {
    const box = node.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue; // for screen readers
    const frames = scrollers(node);
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    if (frames.some((one) => x < one.left || x > one.right || y < one.top || y > one.bottom)) continue;
    if (frames.length === 0 && (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1)) {
      told("outside of the screen", node);
      continue;
    }
    const label = node.closest("label");
    const mine = (hit) =>
      hit !== null && (node.contains(hit) || hit.contains(node) || (label?.contains(hit) ?? false));
    const over = document.elementFromPoint(x, y);
    if (over?.closest("[data-over]") && !node.closest("[data-over]")) continue; // a panel that was asked for
    if (!mine(over)) {
      const what = over?.closest("button, a, [class]");
      told(`covered by ${what?.tagName.toLowerCase()}.${String(what?.className.baseVal ?? what?.className).split(" ")[0]}`, node);
    }
    const cut = frames.some((one) => y - 21 < one.top || y + 21 > one.bottom); // half scrolled away
    if (touch && !cut && !node.disabled && node.getAttribute("aria-disabled") !== "true") {
      const size = label?.getBoundingClientRect() ?? box;
      const least = 43.5;
      const reach = (dx, dy) => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        if (hit?.closest("[data-over]") && !node.closest("[data-over]")) return true;
        return hit !== null && (node.contains(hit) || (label?.contains(hit) ?? false));
      };
      const wide = size.width >= least || (reach(-21, 0) && reach(21, 0));
      const high = size.height >= least || (reach(0, -21) && reach(0, 21));
      if (!wide || !high) told(`target of ${Math.round(size.width)}×${Math.round(size.height)}`, node);
    }
  }
  for (const node of scope.querySelectorAll("button, h1, h2, h3, p, dd, dt, b, small, span, th, td")) {
    if (!seen(node) || node.closest(".sr-only") || node.children.length > 0) continue;
    const style = getComputedStyle(node);
    const cut = node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0;
    if (cut && style.overflowX === "hidden" && style.textOverflow !== "ellipsis") told("text is cut", node);
  }
  const text = document.body.innerText;
  const raw = text.match(/\b[a-z_]+:[a-z_]+(\.[a-z0-9_]+)+|\{\{\w+\}\}|\bundefined\b|\bNaN\b|\[object /g);
  if (raw) complaints.push(`raw text: ${raw.join(", ")}`);
  const codes = text.match(/\b[a-z0-9]+(_[a-z0-9]+)+\b|\b(account|bet|chat|limit|money|request|scan|seat|session|table)\/[a-z_]+/g);
  if (codes) complaints.push(`codes, not words: ${codes.join(", ")}`);
  return [...new Set(complaints)];
};
