// What a game must bring to be played on the table page, and what the page brings to the game.
//
// A game is a package that exports `default` a `Game`; its own texts lie beside it in
// `src/texts`, one file to a language, and are called by the game's name. The page owns the socket, the chips in the
// hand, the control bar, the status plate and every dialog; the game owns what lies on the felt.
// A game draws `table` as it is: chips that are under way to the server are in it already.

import type { Table } from "@sabot/table";
import type {
  AnyCommand,
  Answer,
  Balance,
  GoldenChips,
  HandShown,
  TableInfo,
  TableView,
} from "@sabot/wire/types";
import type { Component, Snippet } from "svelte";
import type { Attachment } from "svelte/attachments";
import type { Preferences, PreferencesPatch } from "./preferences.ts";

export type * from "./preferences.ts";

export type Language = "it" | "en";

/** What helps: a button on the notice. */
export interface Way {
  readonly text: string;
  readonly go: () => void;
}

/** wide: 1200 px and more, with a dock · tablet: 720 and more · phone: upright · landscape: flat. */
export type Layout = "wide" | "tablet" | "phone" | "landscape";

/** Dialogs that a felt may ask for. */
export type TableDialog = "limits" | "lobby";

export interface TableTools {
  /** Send a command. A refusal is told by the page; the answer is for what the felt does next. */
  act(command: AnyCommand): Promise<Answer>;
  /** Put the chip in the hand on a spot; it lies there at once. */
  place(kind: string, seat?: number | null): void;
  /** Take the value of the chip in the hand off a spot (F26, F27). */
  lower(kind: string, seat?: number | null): void;
  /**
   * `<button {@attach tools.spot("player")}>`: click or Enter places; right click, Shift, long press
   * or Delete lowers; the arrow keys walk from spot to spot. The element must be focusable.
   */
  spot(kind: string, seat?: number | null): Attachment<HTMLElement>;
  /** Chips of a spot wait for the server's answer, longer than one would notice. */
  underWay(kind: string, seat?: number | null): boolean;
  /** Whether the line is there; without it the player cannot decide anything. */
  readonly online: boolean;
  /** Chips may be placed at this moment. */
  readonly betting: boolean;
  /** The value in the hand, in cents. */
  readonly chip: number;
  /** The golden chip in the hand, if it is one; then `chip` is its value. */
  readonly golden: GoldenChips | null;
  hold(chip: number | GoldenChips): void;
  readonly balance: Balance | null;
  /** A text: `t("table:felt.bets")` of the page, `t("baccarat:reserve")` of the game. */
  t(key: string, data?: Readonly<Record<string, unknown>>): string;
  readonly language: Language;
  /** `1.245,00 €` */
  money(cents: number): string;
  /** `5 €`, `1.245 €`, `0,50 €`: without cents where there are none. */
  brief(cents: number): string;
  /** Say something to a screen reader; `urgent` interrupts. Phases, cards and results are said by the page. */
  say(text: string, urgent?: boolean): void;
  /** Motion is not wanted: fade, do not travel. */
  readonly reduced: boolean;
  /** Small picture, plain drawn table. */
  readonly classic: boolean;
  readonly layout: Layout;
  readonly preferences: Preferences;
  prefer(patch: PreferencesPatch): Promise<void>;
  open(dialog: TableDialog): void;
  /** Tell the player what would work, with a button that does it. */
  notice(text: string, more?: string, way?: Way): void;
}

/** What every part of a game gets. */
export interface PartProps {
  readonly table: Table;
  readonly info: TableInfo;
  readonly tools: TableTools;
}

export interface FeltProps extends PartProps {
  /** The status plate with its bar: the felt renders it once, where its eye rests. */
  readonly plate: Snippet;
}

type Translate = TableTools["t"];

/** What the page says in the game's own words, on the plate and to screen readers. */
export interface Words {
  /** `VINCE BANCO`, `7 a 4`: the plate once the round is over. */
  result(view: TableView, t: Translate): { readonly title: string; readonly detail?: string };
  /** The name of a hand of `view.hands`: Player, seat 3, dealer. */
  hand(name: string, t: Translate): string;
  /** The hands as they lie there, where a card is read before it is turned; otherwise `view.hands`. */
  turned?(view: TableView, info: TableInfo): readonly HandShown[];
}

export interface Game {
  /** Everything between the top bar and the control bar, drawn over the studio. Fills its box. */
  readonly Felt: Component<FeltProps>;
  /**
   * Roads, pay tables, statistics. The page puts it at the right on wide screens (384 px) and into a
   * drawer on a tablet and in landscape; on a phone the felt places it where it fits.
   */
  readonly Dock?: Component<PartProps>;
  /** A switch or two at the right end of the control bar, for example zero commission. */
  readonly Controls?: Component<PartProps>;
  readonly words: Words;
  /** Its tables can be played beside each other (F207). */
  readonly multiplay?: boolean;
}
