// Records when things become perceptible on a page, and how many cards could be read by then.
(() => {
  const order = { seen: {}, said: [], heard: [], cards: [], scope: null, marks: {}, first: {} };
  window.order = order;
  const FLAT = 0.97; // the cosine of the angle at which a face can be read

  function landed(card) {
    const flights = card.getAnimations().filter((one) => !(one instanceof CSSTransition));
    return flights.every((one) => {
      const progress = one.effect.getComputedTiming().progress;
      return progress === null || progress > 0.9;
    });
  }
  function readable(card) {
    const leaf = card.querySelector(".leaf");
    if (leaf === null) return true;
    if (leaf.classList.contains("down") || !landed(card)) return false;
    const { transform } = getComputedStyle(leaf);
    return transform === "none" || new DOMMatrix(transform).m11 > FLAT;
  }
  order.count = () =>
    order.scope === null ? 0 : [...document.querySelectorAll(order.scope)].filter(readable).length;
  const moment = () => ({ t: Math.round(performance.now()), cards: order.count() });

  function text(selector) {
    return [...document.querySelectorAll(selector)].map((one) => one.textContent.trim()).join(" | ");
  }
  function perceptible(name) {
    const [selector, wanted] = order.marks[name];
    if (wanted === "changed") return text(selector) !== order.first[name];
    return [...document.querySelectorAll(selector)].some(
      (one) => one.checkVisibility() && (wanted === "" || new RegExp(wanted).test(one.textContent)),
    );
  }
  function look() {
    const now = moment();
    if (order.cards.at(-1)?.cards !== now.cards) order.cards.push(now);
    for (const name of Object.keys(order.marks))
      if (!(name in order.seen) && perceptible(name)) order.seen[name] = now;
  }
  function frame() {
    look();
    requestAnimationFrame(frame);
  }

  order.begin = (scope, marks) => {
    order.scope = scope;
    order.marks = marks;
    for (const [name, [selector]] of Object.entries(marks)) order.first[name] = text(selector);
    new MutationObserver(() => {
      look(); // stricter than what is painted: the order of the page itself
      const said = text("[data-said]").replace(/^[ |]+|[ |]+$/g, "");
      if (said !== "" && said !== order.said.at(-1)?.text) order.said.push({ ...moment(), text: said });
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    frame();
  };

  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    order.heard.push({ ...moment(), text: `${Math.round(this.frequency.value)} Hz` });
    return start.apply(this, when);
  };
  speechSynthesis.speak = (words) => order.heard.push({ ...moment(), text: words.text });
})();
