// The web part of a game that is a package of its own: an ES module whose default export is a
// `GameModule`. The casino serves the file, and the player's page loads it at run time. This file
// imports nothing: a package may copy it, or depend on `@sabot/game/module`.
//
// docs/game-view.md explains each part. Amounts are whole cents. Cards are written `9H`, `TS`.

export type Language = "it" | "en";
/** wide: 1200 px and more, with a dock · tablet: 720 and more · phone: upright · landscape: flat. */
export type Layout = "wide" | "tablet" | "phone" | "landscape";

/** Texts by name; `{{count}}` is filled in, `name_one` and `name_other` are plural forms. */
export interface Phrases {
  readonly [name: string]: string | Phrases;
}
/**
 * Texts by area. The area with the game's name holds the game's own texts. `bets`, `lobby`, `history`
 * and `help` are joined to the page's own areas: `bets.name.<kind>`, `bets.label.<label>`,
 * `lobby.game.<game>`, `lobby.variant.<variant>`, `lobby.line.<game>`, `lobby.road.<game>.said` with
 * `{{P}}`, `{{B}}` and `{{T}}`, `lobby.road.<game>.P`, `.B` and `.T`,
 * `lobby.rank.<game>.<total>`, `history.hand.<game>.<hand>`, `history.rank.<game>.<total>`,
 * `history.because.<game>.<code>`, `help.group.<game>`, `help.topic.<topic>`. A text that another
 * game has already is replaced: names of bets that other games use keep their meaning.
 */
export type Areas = Readonly<Record<string, Phrases>>;

export type Translate = (key: string, data?: Readonly<Record<string, unknown>>) => string;

export interface Hand {
  readonly name: string;
  /** `null` lies face down. */
  readonly cards: readonly (string | null)[];
  readonly total?: string | null;
  readonly tags?: readonly string[];
}

export interface View {
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly variant: string;
  /** `place_your_bets`, `last_bets`, `dealing`, `result`, …: docs/wire.md lists them. */
  readonly status: string;
  readonly phase: string;
  readonly round: string | null;
  readonly hands: readonly Hand[];
  /** What the round came to, once its last card has turned; empty before. */
  readonly outcome: Readonly<Record<string, string | number | boolean>>;
  readonly closed_kinds: readonly string[];
  /** What all players at the table have on a bet. */
  readonly spots: readonly {
    readonly kind: string;
    readonly players: number;
    readonly total: number;
  }[];
  /** The roads of the shoe, where the game keeps them. */
  readonly scorecard: Scorecard | null;
  readonly question: { readonly decision_id: string } | null;
}

export interface Scorecard {
  readonly beads: readonly (readonly [side: string, total?: number | null, ...more: unknown[]])[];
  readonly big_road: readonly (readonly [
    row: number,
    column: number,
    side: string | null,
    ties?: number,
    ...more: unknown[],
  ])[];
  readonly counts: Readonly<Record<string, number>>;
}

export interface OwnChip {
  readonly kind: string;
  readonly stake: number;
  readonly seat?: number | null;
}
export interface OwnBet extends OwnChip {
  readonly parent?: string | null;
  /** Known when the bet is settled. */
  readonly result?: string | null;
  readonly paid?: number | null;
}
export interface You {
  readonly chips: readonly OwnChip[];
  readonly bets: readonly OwnBet[];
  /** What came back in all; null while the round runs. */
  readonly paid: number | null;
}

/**
 * The table as the screen presents it. Nothing in it tells of a card that has not finished turning:
 * a game draws it as it is and needs no timers of its own (ADR 0040).
 */
export interface Table {
  readonly view: View | null;
  readonly you: You | null;
  /** When the running window ends, on the clock of `performance.now()`. */
  readonly endsAt: number | null;
  /** What the last message told, for motion: `{ what: "card", position: "dragon:1" }`. */
  readonly happened: readonly { readonly what: string; readonly position?: string }[];
}

export interface Bet {
  readonly kind: string;
  readonly role: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly pays: readonly { readonly label: string; readonly odds: string }[];
  readonly returns: readonly { readonly decimal: string }[];
  readonly on: boolean;
}

export interface Info {
  readonly table: string;
  readonly name: string;
  readonly game: string;
  readonly variant: string;
  readonly decks: number;
  readonly currency: string;
  readonly chips: readonly number[];
  readonly bets: readonly Bet[];
  readonly seats: number;
}

export interface Answer {
  readonly accepted: boolean;
  readonly code?: string | null;
}

/** What the page does for a game. Values are read again with every `update`. */
export interface Tools {
  /** Send a command. The page tells a refusal; the answer is for what the felt does next. */
  act(command: { readonly type: string; readonly [field: string]: unknown }): Promise<Answer>;
  /** Put the chip in the hand on a spot; it lies there at once. */
  place(kind: string, seat?: number | null): void;
  lower(kind: string, seat?: number | null): void;
  /**
   * Make an element a betting spot: click or Enter places; right click, Shift, a long press or Delete
   * lowers; the arrow keys walk from spot to spot. The answer ends that.
   */
  spot(kind: string, seat?: number | null): (element: HTMLElement) => (() => void) | undefined;
  /** Chips of a spot have waited for the server's answer for a noticeable time. */
  underWay(kind: string, seat?: number | null): boolean;
  readonly online: boolean;
  readonly betting: boolean;
  /** The value in the hand, in cents. */
  readonly chip: number;
  /** `t("table:felt.bets")` of the page, `t("<game>:tie")` of the game. */
  t: Translate;
  readonly language: Language;
  /** `1.245,00 €` */
  money(cents: number): string;
  /** `5 €`, `0,50 €`: without cents where there are none. */
  brief(cents: number): string;
  /** Say something to a screen reader. The page says phases, cards and results. */
  say(text: string, urgent?: boolean): void;
  /** The player wants no motion: fade, do not travel. */
  readonly reduced: boolean;
  readonly classic: boolean;
  readonly layout: Layout;
  readonly preferences: {
    readonly game: { readonly betting_statistics: boolean; readonly hide_my_bets: boolean };
    readonly general: { readonly effects: boolean; readonly muted: boolean };
  };
  open(dialog: "limits" | "lobby"): void;
  notice(text: string, more?: string): void;
}

/** A picture of the page's own drawing; `destroy` takes it off. */
export interface Drawn<Given> {
  update(given: Given): void;
  destroy(): void;
}
export interface CardGiven {
  readonly card: string | null;
  /** What a screen reader says; `cardName` of the page when absent. */
  readonly label?: string;
  readonly dimmed?: boolean;
  readonly marked?: boolean;
  /** The card flies in from the shoe. */
  readonly from?: "shoe" | null;
  readonly detail?: "index" | "full";
}
export interface ChipsGiven {
  readonly amount: number;
  readonly text: string;
  readonly label?: string;
  readonly yours?: boolean;
  readonly pending?: boolean;
  readonly underWay?: boolean;
  readonly dimmed?: boolean;
  readonly won?: boolean;
  readonly returned?: boolean;
}
export interface BeadsGiven {
  /** Side `P`, `B` or `T`, which choose blue, red and green; then an optional number. */
  readonly beads: readonly (readonly [side: string, total?: number | null])[];
  /** What stands on a bead. */
  readonly letters: Readonly<Record<string, string>>;
  readonly summary: string;
}
export interface BigRoadGiven {
  readonly cells: readonly (readonly [
    row: number,
    column: number,
    side: string | null,
    ties?: number,
  ])[];
  readonly summary: string;
}
/** Cards, chips and roads as the games of the house draw them. */
export interface Draw {
  card(element: HTMLElement, given: CardGiven): Drawn<CardGiven>;
  chips(element: HTMLElement, given: ChipsGiven): Drawn<ChipsGiven>;
  beadPlate(element: HTMLElement, given: BeadsGiven): Drawn<BeadsGiven>;
  bigRoad(element: HTMLElement, given: BigRoadGiven): Drawn<BigRoadGiven>;
}

export interface Context {
  readonly table: Table;
  readonly info: Info;
  readonly tools: Tools;
  readonly draw: Draw;
  /** The status plate, of the felt only: append it where the eye rests. */
  readonly plate: HTMLElement | null;
}

export interface Part {
  /** Called once after `mount`, then whenever something that it read has changed. */
  update(context: Context): void;
  destroy(): void;
}
export type Mount = (element: HTMLElement, context: Context) => Part;

/** Where a hand lies on a lobby tile of 332 × 122. */
export interface TilePlace {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly step: number;
  readonly fan: number;
  /** Places that are shown while nothing is dealt. */
  readonly places: number;
  /** The side of the road that the hand is: its area is drawn, with its name before the deal. */
  readonly area?: "P" | "B";
}
export interface Tile {
  readonly hands: readonly TilePlace[];
  /** Draw the row's results as a small Big Road. */
  readonly road?: boolean;
  /** Totals of hands are words, `lobby.rank.<game>.<total>`, and no numbers. */
  readonly ranks?: boolean;
}

/** Cards with a line of words each: the key of the text, and cards such as `3S 3H 3D`. */
export interface CardRows {
  readonly as: "values" | "ranks";
  readonly heading?: string;
  readonly rows: readonly (readonly [text: string, cards: string])[];
}
export interface TopicSection {
  readonly id: string;
  /** Put the game's pay tables below the words. */
  readonly pays?: boolean;
  /** Put cards below the words. */
  readonly cards?: CardRows;
}

/** A help topic; its words are `help.topic.<id>.title`, `.summary`, `.s.<section>.title` and `.text`. */
export interface Topic {
  readonly id: string;
  readonly sections: readonly TopicSection[];
}

/** What has just happened at the table: `{ what: "settled", outcome: { winner: "dragon" } }`. */
export interface Happening {
  readonly what: string;
  /** Of `announced`: what a dealer announced at the console. */
  readonly phrase?: string;
  readonly outcome?: Readonly<Record<string, string | number | boolean>>;
}

/** What the dealer says at a table with a voice, besides the phrases of every game. */
export interface Announcements {
  /** The phrase for what has just happened; null: nothing of this game's own. */
  phraseOf(happened: readonly Happening[]): string | null;
  /** The words of each phrase; English serves languages that are absent. */
  readonly words: { readonly en: Readonly<Record<string, string>> } & Readonly<
    Record<string, Readonly<Record<string, string>>>
  >;
}

export interface GameModule {
  readonly contract: 1;
  /** Everything between the top bar and the control bar, over the studio. Fills its box. */
  readonly mount: Mount;
  /** Roads and pay tables: 384 px at the right on wide screens, otherwise in a drawer. */
  readonly dock?: Mount;
  /** The colours of the table: custom properties such as `--accent`, `--felt`, `--felt-1`. */
  readonly colours?: Readonly<Record<`--${string}`, string>>;
  readonly texts: Readonly<Record<Language, Areas>>;
  readonly words: {
    result(view: View, t: Translate): { readonly title: string; readonly detail?: string };
    hand(name: string, t: Translate): string;
  };
  readonly tile?: Tile;
  readonly help?: readonly Topic[];
  readonly announcements?: Announcements;
}
