// Multiplay comes piece by piece, one a task: what is drawn for the first time is slow on a phone.

/** Of the page, then of its first table; later tables come whole, for by then all is warm. */
const PIECES = [
  "frame",
  "tools",
  "menu",
  "money",
  "head",
  "roads",
  "spots",
  "foot",
  "rack",
] as const;
export type Piece = (typeof PIECES)[number];

/** The next task. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export class Opening {
  #last = $state(0);

  has(piece: Piece): boolean {
    return this.#last >= PIECES.indexOf(piece);
  }

  /** Draw what is missing up to here; over in a task of its own. */
  async reach(piece: Piece): Promise<void> {
    await turn();
    while (!this.has(piece)) {
      this.#last += 1;
      await turn();
    }
  }
}
