// What a player at a table must have in sight, whatever the screen: returns complaints and texts.
() => {
  const complaints = [];
  const named = (node) =>
    node.getAttribute("aria-label") ?? node.dataset.spot ?? (node.textContent.trim().slice(0, 30) || node.tagName);
  const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const modal = [...document.querySelectorAll("dialog[open]")].filter(seen).at(-1);
  const scope = modal ?? document.body;

  // --- figures, phase, chips and bets are on the screen ---------------------------------------------
  const onScreen = (node) => {
    const { left, right, top, bottom, width } = node.getBoundingClientRect();
    return width > 0 && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  };
  const wanted = {
    "[data-balance]": 1,
    "[data-total-bet]": 1,
    "[data-plate]": 1,
    "[role=radiogroup] [role=radio]": 1,
    "[data-spot]": 0,
    ".card[role=img]": 0,
  };
  if (modal === undefined)
    for (const [selector, least] of Object.entries(wanted)) {
      const found = [...document.querySelectorAll(selector)].filter(seen);
      if (found.length < least) complaints.push(`not there: ${selector}`);
      for (const node of found)
        if (!onScreen(node)) complaints.push(`not on the screen: ${selector} "${named(node)}"`);
    }

  // --- texts ------------------------------------------------------------------------------------------
  const clip = (node) => {
    let box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight, scrolls: false };
    for (let up = node; up && up !== document.documentElement; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (!/hidden|clip|auto|scroll/.test(style.overflowX + style.overflowY)) continue;
      const one = up.getBoundingClientRect();
      box = {
        left: Math.max(box.left, one.left),
        top: Math.max(box.top, one.top),
        right: Math.min(box.right, one.right),
        bottom: Math.min(box.bottom, one.bottom),
        scrolls: box.scrolls || /auto|scroll/.test(style.overflowX + style.overflowY),
      };
    }
    return box;
  };
  const lines = [];
  const texts = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const words = text.data.trim();
    const parent = text.parentElement;
    if (words === "" || !seen(parent) || parent.closest(".sr-only, script, style, [inert], .toasts")) continue;
    texts.push(words);
    if (parent.closest(".card, svg")) continue; // a face of a card, a drawing
    const range = document.createRange();
    range.selectNodeContents(text);
    const frame = clip(parent);
    for (const box of range.getClientRects()) {
      if (box.width < 2) continue;
      const inside =
        Math.max(0, Math.min(box.right, frame.right) - Math.max(box.left, frame.left)) *
        Math.max(0, Math.min(box.bottom, frame.bottom) - Math.max(box.top, frame.top));
      const part = inside / (box.width * box.height);
      if (frame.scrolls && part < 0.95) continue;
      const ellipsis = getComputedStyle(parent).textOverflow === "ellipsis";
      if (part < (ellipsis ? 0.6 : 0.85)) complaints.push(`cut off: "${words}" (${Math.round(part * 100)} %)`);
      else lines.push({ words, parent, box });
    }
  }
  // Letters leave the upper and lower fifth of their line free.
  const over = (one, other) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high =
      Math.min(one.bottom - one.height / 5, other.bottom - other.height / 5) -
      Math.max(one.top + one.height / 5, other.top + other.height / 5);
    return wide > 2 && high > 2;
  };
  lines.forEach((one, n) => {
    for (const other of lines.slice(n + 1))
      if (one.parent !== other.parent && over(one.box, other.box))
        complaints.push(`one over the other: "${one.words}" and "${other.words}"`);
  });
  if (modal === undefined) {
    const cards = [...document.querySelectorAll(".card[role=img]")].filter(seen);
    for (const { words, box } of lines)
      for (const card of cards)
        if (over(box, card.getBoundingClientRect()))
          complaints.push(`a text over a card: "${words}" and "${named(card)}"`);
  }
  return [[...new Set(complaints)], [...new Set(texts)]];
};
