// Turns the court figures of @letele/playing-cards (CC0) into src/art/<card>.svg, one picture per
// card, without the printed index and border: `node packages/board/tools/court-art.mjs`.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const PACK = createRequire(import.meta.url).resolve("@letele/playing-cards/dist/index.esm.js");
const FIGURE = { x: -84, y: -132, width: 168, height: 264 };

const React = {
  createElement: (tag, props, ...children) => ({ tag, props: props ?? {}, children }),
};
const source = readFileSync(PACK, "utf8")
  .replace(/^import.*$/gm, "")
  .replace(
    /export \{([^}]*)\};?/,
    (_, names) => `return {${names.replace(/(\w+) as (\w+)/g, "$2: $1")}};`,
  );
const pack = new Function("React", "_extends", source)(React, Object.assign);

// Printer's primaries, turned into the ink of our cards.
const INKS = { red: "#d3162b", "#44F": "#2c3f9c", "#FC4": "#e7c268" };
const NAMES = {
  className: "class",
  xlinkHref: "href",
  viewBox: "viewBox",
  preserveAspectRatio: "preserveAspectRatio",
};
const attribute = (name) =>
  NAMES[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
function written(node) {
  if (!node || typeof node !== "object") return "";
  const properties = Object.entries(node.props)
    .filter(([name, value]) => value != null && name !== "xmlnsXlink")
    .map(([name, value]) => ` ${attribute(name)}="${INKS[value] ?? value}"`)
    .join("");
  const inside = node.children.flat().map(written).join("");
  return inside
    ? `<${node.tag}${properties}>${inside}</${node.tag}>`
    : `<${node.tag}${properties}/>`;
}

for (const suit of "SHDC") {
  for (const rank of "JQK") {
    const card = pack[`${suit}${rank.toLowerCase()}`]({});
    const box = Object.values(FIGURE).join(" ");
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">`;
    writeFileSync(
      new URL(`../src/art/${rank}${suit}.svg`, import.meta.url),
      `${picture}${card.children.flat().map(written).join("")}</svg>\n`,
    );
  }
}
