// What `index.html` draws before any script is there; the site shows the same while it waits.

let drawn: Element | null = null;

/** Empty the place of the site, and keep what stood there. */
export function takeShell(): Element {
  const place = document.querySelector("#app");
  if (place === null) throw new Error("the page has no place for the app");
  drawn = place.firstElementChild;
  place.replaceChildren();
  return place;
}

export function drawShell(place: Element): void {
  if (drawn !== null) place.append(drawn.cloneNode(true));
}
