// One player at one table: the chip in the hand, chips under way, commands and their refusals.

import { amounts, type Table } from "@sabot/table";
import type { AnyCommand, Answer, Balance, GoldenChips, TableInfo } from "@sabot/wire/types";
import { ApiError } from "@sabot/wire";
import type { Attachment } from "svelte/attachments";
import { speech, t } from "../language/language.svelte.ts";
import { brief, money, refused } from "../language/money.ts";
import { announcer } from "../state/announcer.svelte.ts";
import { floor } from "../state/floor.svelte.ts";
import { preferences, type PreferencesPatch } from "../state/preferences.svelte.ts";
import { router } from "../state/router.svelte.ts";
import { screen } from "../state/screen.svelte.ts";
import { toasts } from "../state/toasts.svelte.ts";
import type { TableTools } from "@sabot/game";
import { Hand } from "./hand.svelte.ts";
import {
  answered,
  delayed,
  isLate,
  placed,
  told,
  underWay,
  withTargets,
  type Target,
} from "./optimistic.ts";
import { mayBet } from "./plate.ts";
import { spotAttachment } from "./spots.ts";
import { wayFrom } from "./ways.ts";

/** On a quick line no chip is ever seen under way. */
const SEEN_MS = 150;
const SAID_MS = 1_000;
const AGAIN_IS_MORE = new Set<string>(["PlaceChip", "LowerBet", "UndoBet", "DoubleStakes"]);

export class Play {
  readonly id: string;
  readonly info: TableInfo;
  readonly hand: Hand;
  /** The automatic classic view, until the player decides otherwise. */
  classicByLine = $state(false);
  dialog = $state<"limits" | null>(null);
  #targets = $state.raw<readonly Target[]>([]);
  #toldYou: unknown = null;
  /** Commands without an answer. */
  #sent: readonly { readonly name: string; readonly answer: Promise<Answer> }[] = [];

  constructor(id: string, info: TableInfo, hand = new Hand(info)) {
    this.id = id;
    this.info = info;
    this.hand = hand;
  }

  /** The table as the screen presents it, with chips that are under way. */
  get table(): Table {
    const table = floor.table(this.id);
    const you = withTargets(table.you, this.#targets);
    return you === table.you ? table : { ...table, you };
  }

  get betting(): boolean {
    return floor.connection === "open" && mayBet(floor.live(this.id), this.info);
  }

  get classic(): boolean {
    const { classic_view: wanted, video } = preferences.current.general;
    return wanted || !video || this.classicByLine;
  }

  /** While chips may be placed they are measured against what the casino told last. */
  get #purse(): Balance | null {
    return this.betting ? floor.purse : floor.balance;
  }

  /** Free for chips, those under way counted out. */
  get available(): number {
    return amounts.free(this.#purse, this.underWay) ?? 0;
  }

  /** The same as it is shown: null while the operator has not told it, undefined before that. */
  get funds(): number | null | undefined {
    return amounts.free(floor.balance, this.underWay);
  }

  /** What own limits leave at this table; null where money ends first. */
  get allowed(): number | null {
    const { you } = floor.live(this.id);
    const { underWay } = this;
    if (you?.allowed === undefined) return amounts.allowed(this.#purse, underWay);
    return you.allowed === null ? null : Math.max(0, you.allowed - underWay);
  }

  /** Chips that the server has not told yet. */
  get underWay(): number {
    return underWay(floor.live(this.id).you, this.#targets);
  }

  get totalBet(): number {
    return amounts.totalBet(this.table.you);
  }

  get chip(): number {
    return this.hand.chip;
  }

  get golden(): GoldenChips | null {
    return this.hand.golden;
  }

  /** Call when the server told what is mine, or another round began. */
  heard(): void {
    const { you } = floor.live(this.id);
    if (you === this.#toldYou) return;
    this.#toldYou = you;
    if (this.#targets.length > 0)
      this.#targets = mayBet(floor.live(this.id), this.info) ? told(this.#targets) : [];
    if (this.hand.golden !== null) {
      const token = this.hand.golden.token;
      this.hand.golden =
        floor.purse?.golden.find((one) => one.token === token && one.left > 0) ?? null;
    }
  }

  hold(chip: number | GoldenChips): void {
    this.hand.hold(chip);
  }

  place(kind: string, seat: number | null = null): void {
    if (!this.betting) return;
    const spot = { kind, seat, golden: this.golden !== null };
    const amount = this.chip;
    const golden = this.golden?.token ?? null;
    this.#targets = placed(this.#targets, floor.live(this.id).you, spot, amount);
    const said = { chip: brief(amount), bet: t(`bets:name.${kind}`) };
    announcer.say(t("table:said.placed", said));
    const seen = setTimeout(() => {
      this.#targets = delayed(this.#targets, spot);
    }, SEEN_MS);
    const late = setTimeout(() => announcer.say(t("table:said.under_way", said)), SAID_MS);
    void this.act({ type: "PlaceChip", kind, amount, seat, golden }).then((answer) => {
      clearTimeout(seen);
      clearTimeout(late);
      this.#targets = answered(this.#targets, spot, amount, answer.accepted);
    });
  }

  lower(kind: string, seat: number | null = null): void {
    if (!this.betting) return;
    void this.act({ type: "LowerBet", kind, amount: this.chip, seat });
  }

  /** The same once more before its answer is a finger that slipped, but for chips and steps. */
  act(command: AnyCommand): Promise<Answer> {
    if (AGAIN_IS_MORE.has(command.type)) return this.#act(command);
    const name = JSON.stringify(command);
    const sent = this.#sent.find((one) => one.name === name);
    if (sent !== undefined) return sent.answer;
    const answer = this.#act(command).finally(() => {
      this.#sent = this.#sent.filter((one) => one.name !== name);
    });
    this.#sent = [...this.#sent, { name, answer }];
    return answer;
  }

  async #act(command: AnyCommand): Promise<Answer> {
    const answer = await floor.act(this.id, command);
    if (!answer.accepted) this.#tellRefusal(command, answer);
    else if (command.type === "Rebet") this.#tellLeftOut(answer);
    return answer;
  }

  async prefer(patch: PreferencesPatch): Promise<void> {
    try {
      await preferences.change(patch);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toasts.show("trouble", refused(error.code));
    }
  }

  toggleClassic(): void {
    const classic = !this.classic;
    this.classicByLine = false;
    void this.prefer({ general: { classic_view: classic, ...(classic ? {} : { video: true }) } });
  }

  readonly tools: TableTools = this.#tools();

  #tools(): TableTools {
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    const play = this;
    const hands = {
      place: (kind: string, seat: number | null) => play.place(kind, seat),
      lower: (kind: string, seat: number | null) => play.lower(kind, seat),
    };
    const spots: Record<string, Attachment<HTMLElement>> = {};
    return {
      act: (command) => play.act(command),
      place: (kind, seat) => play.place(kind, seat),
      lower: (kind, seat) => play.lower(kind, seat),
      spot: (kind, seat) => {
        // The same spot keeps its attachment, so a press goes on while messages of the server arrive.
        const name = `${kind}:${seat ?? ""}`;
        spots[name] ??= spotAttachment(hands, kind, seat ?? null);
        return spots[name];
      },
      underWay: (kind, seat) => isLate(play.#targets, kind, seat ?? null),
      hold: (chip) => play.hold(chip),
      t,
      money,
      brief,
      say: (text, urgent) => announcer.say(text, urgent),
      prefer: (patch) => play.prefer(patch),
      open: (dialog) => {
        if (dialog === "lobby") router.go({ page: "lobby" });
        else play.dialog = dialog;
      },
      notice: (text, more, way) => toasts.show("plain", text, more, way),
      get online() {
        return floor.connection === "open";
      },
      get betting() {
        return play.betting;
      },
      get chip() {
        return play.chip;
      },
      get golden() {
        return play.golden;
      },
      get balance() {
        return floor.purse;
      },
      get language() {
        return speech.language;
      },
      get reduced() {
        return screen.reduced;
      },
      get classic() {
        return play.classic;
      },
      get layout() {
        return screen.layout;
      },
      get preferences() {
        return preferences.current;
      },
    };
  }

  #tellRefusal(command: AnyCommand, answer: Answer): void {
    const title = `table:trouble.title.${command.type}`;
    const kind = "kind" in command ? command.kind : undefined;
    toasts.show(
      "trouble",
      speech.has(title) ? t(title) : t("table:trouble.title.other"),
      refused(answer.code ?? "server/unclear", { kind, info: this.info, data: answer.data }),
      wayFrom(answer.code ?? ""),
    );
  }

  /** F30: what was left out, and why. */
  #tellLeftOut(answer: Answer): void {
    const left = Object.entries(answer.data ?? {}).filter(([, verdict]) => verdict !== "accepted");
    if (left.length === 0) return;
    const lines = left.map(([spot, code]) => {
      const kind = spot.split(":")[0] ?? spot;
      return `${t(`bets:name.${kind}`)}: ${refused(String(code), { kind, info: this.info })}`;
    });
    const way = left.map(([, code]) => wayFrom(String(code))).find((one) => one !== undefined);
    toasts.show("trouble", t("table:trouble.part"), lines.join(" "), way);
  }
}
