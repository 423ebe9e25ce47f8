// Court figures as pictures of their own, fetched only when a card shows one.

const PICTURES = import.meta.glob<string>("./art/*.svg", {
  eager: true,
  query: "?url",
  import: "default",
});

/** The address of the figure on a court card such as `KC`. */
export function courtPicture(rank: string, suit: string): string | null {
  return PICTURES[`./art/${rank}${suit}.svg`] ?? null;
}
