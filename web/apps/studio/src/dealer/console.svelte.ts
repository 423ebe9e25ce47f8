// The console of one table: its view, the cards on their way, and what its buttons and keys send.

import { api, ApiError } from "@sabot/wire/api";
import type { AnyCommand, Answer, ShoeAtTable, TableInfo, TableView } from "@sabot/wire/types";
import { untrack } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import { speech, t } from "../language/language.svelte.ts";
import { consoleId } from "../state/console.ts";
import { line } from "../state/line.svelte.ts";
import { refusals } from "../state/refusals.svelte.ts";
import { session } from "../state/session.svelte.ts";
import { instructionOf, type Around, type Words } from "./instruction.ts";
import { firstPosition, type Seen } from "./layout.ts";
import { madeUp, mayClick, type CardSetOpened } from "./drawers/passports.ts";
import * as book from "./scans.ts";
import { cardCode, type CardCode } from "./wedge.ts";

const HEARTBEAT_MS = 5_000;
const LOOK_MS = 250;
const INFO_AGAIN_MS = 3_000;
const SEEN = "sabot/console/seen";

export type Drawer =
  | "none"
  | "by_hand"
  | "fell"
  | "barcode"
  | "reread"
  | "call"
  | "announce"
  | "write"
  | "private"
  | "cards";

export interface Code extends CardCode {
  readonly manual: boolean;
}

/** The reason of a pause that the dealer asked for: words for staff, in the dealer's language. */
const STOPPED = "studio/dealer_error";

export class ConsoleState {
  readonly table: string;
  info = $state.raw<TableInfo | null>(null);
  scans = $state.raw<book.Scans>([]);
  drawer = $state<Drawer>("none");
  /** The position that is read again, or two that change places. */
  rereading = $state.raw<readonly string[]>([]);
  /** Codes that wait for the position they belong to. */
  waiting = $state.raw<readonly Code[]>([]);
  /** The card that was read last. */
  last = $state.raw<{ readonly position: string; readonly card: string } | null>(null);
  /** A short light for a trigger held down, or a code that was not sent. */
  flash = $state(0);
  /** What this console did not send, for its own log: triggers held down, codes while unlinked. */
  kept = $state.raw<
    readonly { readonly code: string; readonly why: string; readonly at: number }[]
  >([]);
  /** Passports of the sets on the table, where they are test cards that may be clicked. */
  passports = $state.raw<readonly CardSetOpened[]>([]);
  /** Codes that this console knows to have been read since it was opened. */
  readonly used = new SvelteSet<string>();
  discard = $state<number | null>(null);
  saidLastHand = $state<string | null>(null);
  saidNoBlackjack = $state<string | null>(null);
  seen = $state<Seen>(localStorage.getItem(SEEN) === "camera" ? "camera" : "dealer");
  readonly #id = consoleId();
  /** Of the cards that this console makes up in a rehearsal without sets. */
  readonly #tag = Math.random().toString(36).slice(2, 6);
  #opened = "";
  #shoe: string | null = null;

  constructor(table: string) {
    this.table = table;
    void this.#readInfo();
  }

  get view(): TableView | null {
    return line.table(this.table).view;
  }

  get endsAt(): number | null {
    return line.table(this.table).endsAt;
  }

  get words(): Words {
    return { t, has: (key) => speech.has(key), clock: (at) => speech.formats.clock(at) };
  }

  readonly charge: Around["charge"] = $derived.by(() => {
    const dealer = this.view?.studio?.dealer ?? null;
    if (dealer === null) return "none";
    if (dealer.console === this.#id) return "here";
    return dealer.actor === session.actor ? "elsewhere" : "colleague";
  });

  readonly scanners: boolean = $derived(this.view?.variant === "speed6_scanner_baccarat");

  readonly around: Around = $derived({
    charge: this.charge,
    discard: this.discard,
    saidLastHand: this.saidLastHand !== null && this.saidLastHand === this.view?.shoe,
    saidNoBlackjack: this.saidNoBlackjack !== null && this.saidNoBlackjack === this.view?.round,
    scanners: this.scanners,
  });

  readonly shown = $derived(
    this.view === null ? null : instructionOf(this.view, this.around, this.words),
  );

  /** The positions that are due now, the first one next. */
  readonly due: readonly string[] = $derived(
    this.view?.studio?.instruction.act === "deal"
      ? (this.view.studio.instruction.positions ?? [])
      : [],
  );

  /** Where the next card goes, as far as this console knows. */
  readonly next: string | null = $derived(
    book.nextPosition(this.due, this.scans, this.view?.studio?.reads ?? []),
  );

  look(seen: Seen): void {
    this.seen = seen;
    localStorage.setItem(SEEN, seen);
  }

  /** Begin to watch, to send heartbeats and to look after scans; the answer ends it. */
  begin(): () => void {
    const leave = line.watch(this.table);
    const heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    const look = setInterval(() => this.#look(), LOOK_MS);
    untrack(() => this.#beat());
    return () => {
      leave();
      clearInterval(heartbeat);
      clearInterval(look);
    };
  }

  /** The studio is there: said by the console in charge, while it is looked at and connected. */
  #beat(): void {
    if (this.charge !== "here" || line.connection !== "open") return;
    if (document.visibilityState !== "visible") return;
    const video = this.view?.studio?.video ?? true;
    line.tell({ type: "heartbeat", table: this.table, console: this.#id, scanner: true, video });
  }

  // --- commands -----------------------------------------------------------------------------------

  /** Send a command; a refusal is told where the finger was. */
  async act(command: AnyCommand): Promise<boolean> {
    return refusals.tell(await line.act(this.table, command));
  }

  async signOn(): Promise<void> {
    if (await this.act({ type: "SignOn", console: this.#id })) this.#beat();
  }

  openBetting(): Promise<boolean> {
    this.discard = null;
    return this.act({ type: "OpenBetting" });
  }

  /** The same cards, shuffled again: a new shoe of the sets that lie here. */
  loadAgain(): Promise<boolean> {
    return this.act({ type: "LoadShoe", shoe_id: "", decks: this.info?.decks ?? 0 });
  }

  stop(): Promise<boolean> {
    return this.act({ type: "Pause", reason: t("dealer:act.stopped_by_dealer"), public: STOPPED });
  }

  /** What the instruction asks to announce is done by the phrase, wherever it was chosen. */
  async announce(phrase: string): Promise<boolean> {
    const { shoe = null, round = null } = this.view ?? {};
    if (!(await this.act({ type: "Announce", phrase }))) return false;
    if (phrase === "last_hand") this.saidLastHand = shoe;
    if (phrase === "no_blackjack") this.saidNoBlackjack = round;
    return true;
  }

  withdraw(): Promise<boolean> {
    return this.act({ type: "WithdrawCorrection", round_id: this.view?.round ?? "" });
  }

  // --- cards --------------------------------------------------------------------------------------

  /** A code was read, typed or clicked: send what it means at this moment. */
  read(text: string, manual = false): void {
    const code = { ...cardCode(text), manual };
    if (line.connection !== "open") {
      this.keep(code.code, "unlinked");
      refusals.show(t("dealer:scan.unlinked"));
      return;
    }
    if (this.charge !== "here") {
      this.keep(code.code, "not_in_charge");
      refusals.code(this.charge === "elsewhere" ? "studio/other_console" : "studio/not_signed_on");
      return;
    }
    const act = this.view?.studio?.instruction.act;
    if (act === "manager") void this.#propose(code);
    else if (act === "burn") void this.#burn(code);
    else {
      this.waiting = [...this.waiting, code];
      this.#pump();
    }
  }

  /** A trigger held down, or a code that is not sent: a flash, and a line in the console's log. */
  keep(code: string, why: string): void {
    this.flash += 1;
    this.kept = [...this.kept, { code, why, at: line.wallNow() }];
  }

  async #burn(code: Code): Promise<void> {
    await this.act({ type: "BurnCards", first: code.card, code: code.code });
  }

  /** While the table stands still a code never is a scan: that would be a second incident. */
  async #propose(code: Code): Promise<void> {
    const [position, second] = this.rereading;
    if (position === undefined || second !== undefined) {
      this.keep(code.code, "paused");
      refusals.show(t("dealer:scan.paused"), "hint");
      return;
    }
    const round_id = this.view?.round ?? "";
    const { code: text, card, manual } = code;
    const command = { type: "ProposeCorrection", position, code: text, card, round_id } as const;
    if (await this.act(manual ? { ...command, manual } : command)) {
      this.rereading = [];
      this.drawer = "none";
    }
  }

  /** Two cards lie in each other's place. */
  async proposeMove(first: string, second: string): Promise<void> {
    const round_id = this.view?.round ?? "";
    if (await this.act({ type: "ProposeMove", first, second, round_id })) {
      this.rereading = [];
      this.drawer = "none";
    }
  }

  /** Send codes to the positions they belong to, as far as those are known. */
  #pump(): void {
    for (let code = this.waiting[0]; code !== undefined; code = this.waiting[0]) {
      const view = this.view;
      if (view === null) return;
      const reads = view.studio?.reads ?? [];
      if (view.studio?.instruction.act === "manager") {
        // The table stopped at an earlier card: this one was read for nothing, and says so.
        for (const each of this.waiting) this.keep(each.code, "paused");
        this.waiting = [];
        refusals.show(t("dealer:scan.paused"), "hint");
        return;
      }
      if (code.position === null && book.mustWait(this.due, this.scans, reads)) return;
      this.waiting = this.waiting.slice(1);
      const position = code.position ?? this.next ?? firstPosition(view.game);
      void this.#send(code, position, view.round);
    }
  }

  async #send(code: Code, position: string, round: string | null): Promise<void> {
    const id = line.newId();
    const { card, manual } = code;
    const at = performance.now();
    this.#remember(code.code);
    this.scans = book.sent(this.scans, { id, round, position, code: code.code, card, manual, at });
    this.last = { position, card };
    const command = { type: "Scan", position, code: code.code, card } as const;
    const answer = await line.act(this.table, manual ? { ...command, manual } : command, id);
    this.#answered(id, answer);
  }

  #answered(id: string, answer: Answer): void {
    this.scans = book.answered(this.scans, id, answer.accepted, answer.code ?? "");
    if (!answer.accepted) {
      refusals.pointAt(document.querySelector("[data-instruction]"));
      refusals.code(answer.code ?? "", answer.data);
    }
    this.#pump();
  }

  /** Four times a second: unanswered scans are sent again, and what the table told is compared. */
  #look(): void {
    const now = performance.now();
    const before = this.scans;
    const aged = book.aged(before, now);
    for (const scan of aged)
      if (scan.state === "unconfirmed" && !before.includes(scan)) line.again(scan.id);
    this.scans = aged;
    this.reconcile();
  }

  /** Called with every update of the table. */
  reconcile(): void {
    const view = this.view;
    if (view === null) return;
    const reads = view.studio?.reads ?? [];
    this.scans = book.reconciled(this.scans, view.round, reads, performance.now());
    if (view.shoe !== this.#shoe) this.used.clear();
    this.#shoe = view.shoe;
    for (const read of reads) if (read.code !== null) this.#remember(read.code);
    const burned = line.table(this.table).happened.find((one) => one.what === "burned");
    if (burned?.what === "burned") this.discard = burned.discarded;
    if (view.phase === "betting") this.discard = null;
    if (view.studio?.instruction.act !== "manager" && this.drawer === "reread") {
      this.drawer = "none";
      this.rereading = [];
    }
    this.#pump();
  }

  /** In a rehearsal cards are clicked: the passports of test sets are read with each new shoe. */
  async openPassports(shoe: ShoeAtTable | null): Promise<void> {
    const sets = shoe?.sets ?? [];
    const name = [sets.length > 0 ? "" : shoe?.shoe, ...sets].join(" ");
    if (name === this.#opened) return;
    this.#opened = name;
    this.passports = [];
    if (shoe === null) return;
    if (sets.length === 0) {
      this.passports = shoe.live ? [madeUp(shoe.shoe, shoe.cards, this.#tag)] : [];
      return;
    }
    try {
      const opened = await Promise.all(
        sets.map((set) => api<CardSetOpened>("GET", `/api/studio/sets/${encodeURIComponent(set)}`)),
      );
      if (this.#opened === name && mayClick(opened)) this.passports = opened;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // not for this role: cards are scanned
    }
  }

  #remember(code: string): void {
    this.used.add(code);
  }

  async #readInfo(): Promise<void> {
    for (;;) {
      try {
        this.info = await api<TableInfo>("GET", `/api/tables/${encodeURIComponent(this.table)}`);
        return;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 404) return;
        await new Promise((resolve) => setTimeout(resolve, INFO_AGAIN_MS));
      }
    }
  }
}
