// What the shoe desk knows: the sets, the live tables, the count in progress, and its acts.

import { api, ApiError } from "@sabot/wire/api";
import type { AnyCommand, CardSetOpened, CardSets, CardSetShown } from "@sabot/wire/types";
import type { Message, TableNeed, WallTable } from "@sabot/wire/types";
import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { cardCode } from "../dealer/wedge.ts";
import { t } from "../language/language.svelte.ts";
import { line, notYet } from "../state/line.svelte.ts";
import { refusals } from "../state/refusals.svelte.ts";
import { session } from "../state/session.svelte.ts";
import * as count from "./counting.ts";
import { fitsTable, nextStep, proposedTable, type Step } from "./steps.ts";

const AGAIN_MS = 5_000;
const WAITS_MS = [250, 1_000, 3_000];
const KEPT = "sabot/shoes/counting/";
const TOLD: CardSets = { sets: [], in_doubt: [], tables: [], change_reasons: [] };

export type Where = "machine" | "side_table" | "table";

export class ShoeDeskState {
  told = $state.raw<CardSets>(TOLD);
  /** False until the sets were read. */
  known = $state(false);
  readonly wall = new SvelteMap<string, WallTable>();
  set = $state<string | null>(null);
  table = $state<string | null>(null);
  passport = $state.raw<readonly string[]>([]);
  counting = $state.raw<count.Counting>(count.NOTHING);
  lastRead = $state.raw<count.Read | null>(null);
  /** The shoe that is put together: its table, its sets, and where the cut card lies. */
  forTable = $state("");
  together = $state.raw<readonly string[]>([]);
  cut = $state(0);
  /** The first card of a new shoe, as it was read or chosen. */
  burned = $state.raw<{ readonly card: string; readonly code: string } | null>(null);
  heard = $state(false);
  busy = $state(false);
  now = $state(line.wallNow());

  readonly one: CardSetShown | null = $derived(
    this.told.sets.find((one) => one.set === this.set) ?? null,
  );
  readonly need: TableNeed | null = $derived(
    this.told.tables.find((one) => one.table === this.table) ?? null,
  );
  readonly target: TableNeed | null = $derived(
    this.told.tables.find((one) => one.table === this.forTable) ?? null,
  );
  readonly step: Step | null = $derived(
    this.one === null ? null : nextStep(this.one, this.told.tables),
  );
  readonly codes: ReadonlySet<string> = $derived(count.codesOf(this.passport));
  /** Whether this person prepared the set: then a colleague counts it. */
  readonly own: boolean = $derived(
    this.one?.steps[0]?.actor === `staff:${session.me?.account ?? ""}`,
  );
  /** Whether what the scanner reads now is counted. */
  readonly counts: boolean = $derived(
    this.step === "count" && this.counting.byHand === null && !this.own,
  );
  #early: string[] = [];
  readonly decks: number = $derived(
    this.told.sets
      .filter((one) => this.together.includes(one.set))
      .reduce((sum, one) => sum + one.decks, 0),
  );

  nameOf(table: string): string {
    return this.told.tables.find((one) => one.table === table)?.name ?? table;
  }

  begin(): () => void {
    const hear = (message: Message): void => this.#heard(message);
    line.hearers.add(hear);
    const leave = line.follow("staff");
    untrack(() => void this.read());
    const again = setInterval(() => void this.read(), AGAIN_MS);
    const clock = setInterval(() => (this.now = line.wallNow()), 1_000);
    return () => {
      clearInterval(again);
      clearInterval(clock);
      leave();
      line.hearers.delete(hear);
    };
  }

  #heard(message: Message): void {
    if (message.type === "staff_wall")
      for (const one of message.tables) this.wall.set(one.table, one);
    if (message.type !== "staff_table") return;
    const before = this.wall.get(message.table.table);
    this.wall.set(message.table.table, message.table);
    if (before?.shoe !== message.table.shoe || before.phase !== message.table.phase)
      void this.read();
  }

  async read(): Promise<void> {
    const before = this.step;
    try {
      this.told = await api<CardSets>("GET", "/api/studio/sets");
      this.known = true;
      if (this.step === "load" && (before !== "load" || this.target === null)) this.#propose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the next reading tells
    }
  }

  // --- looking ------------------------------------------------------------------------------------

  async choose(set: string): Promise<void> {
    this.table = null;
    this.set = set;
    this.lastRead = null;
    this.burned = null;
    this.counting = kept(set);
    this.passport = [];
    this.#early = [];
    this.#propose();
    try {
      const path = `/api/studio/sets/${encodeURIComponent(set)}`;
      const opened = await api<CardSetOpened>("GET", path);
      if (this.set !== set) return;
      this.passport = opened.passport;
      for (const text of this.#early.splice(0)) this.#counted(text);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refusals.code(error.code, error.data);
    }
  }

  look(table: string): void {
    this.set = null;
    this.table = table;
    this.burned = null;
  }

  /** A shoe is proposed: the chosen set, and others that are ready until the decks are enough. */
  #propose(): void {
    const first = this.one;
    const need = first === null ? undefined : proposedTable(first, this.told.tables);
    this.forTable = need?.table ?? "";
    this.cut = need?.cut_card ?? 0;
    this.together = first === null || need === undefined ? [] : this.#filled(first, need);
  }

  #filled(first: CardSetShown, need: TableNeed): readonly string[] {
    const found = [first.set];
    let decks = first.decks;
    for (const one of this.told.sets) {
      if (one.set === first.set || !fitsTable(one, need) || decks + one.decks > need.decks)
        continue;
      found.push(one.set);
      decks += one.decks;
    }
    return found;
  }

  forThis(table: string): void {
    const need = this.told.tables.find((one) => one.table === table);
    const first = this.one;
    if (need === undefined || first === null) return;
    this.forTable = table;
    this.cut = need.cut_card;
    this.together = this.#filled(first, need);
  }

  toggle(set: string): void {
    this.together = this.together.includes(set)
      ? this.together.filter((one) => one !== set)
      : [...this.together, set];
  }

  moveCut(by: number): void {
    const need = this.target;
    if (need === null) return;
    this.cut = Math.max(need.cut_card_least, Math.min(need.cut_card_most, this.cut + by));
  }

  // --- the scanner --------------------------------------------------------------------------------

  /** A code was read: it counts, or is the card to burn, or opens its set. It goes to no table. */
  scan(text: string): void {
    this.heard = true;
    const { code, card } = cardCode(text);
    if (this.step === "burn") {
      if (card === "") refusals.show(t("shoes:count.no_card", { code }));
      else this.burned = { card, code };
      return;
    }
    if (this.counts) {
      if (this.codes.size === 0)
        this.#early.push(text); // its passport is on the way
      else this.#counted(text);
      return;
    }
    void this.#openSetOf(code);
  }

  #counted(text: string): void {
    const [after, read] = count.read(this.counting, text, this.codes);
    this.keep(after);
    this.lastRead = read;
  }

  /** A colleague may have registered the set a moment ago: then it is read first. */
  async #openSetOf(code: string): Promise<void> {
    const set = code.split(":")[0] ?? "";
    const known = (): boolean => this.told.sets.some((one) => one.set === set);
    if (!known()) await this.read();
    if (!known()) refusals.show(t("shoes:scan.unknown", { code }));
    else if (set !== this.set) {
      await this.choose(set);
      if (this.set === set && this.counts) this.#counted(code); // it is the first card of the count
    }
  }

  keep(counting: count.Counting): void {
    this.counting = counting;
    if (this.set !== null) sessionStorage.setItem(KEPT + this.set, JSON.stringify(counting));
  }

  // --- acts ---------------------------------------------------------------------------------------

  /** A step of a set. A request without an answer is sent again under its own id. */
  async post<T>(path: string, body: Readonly<Record<string, unknown>>): Promise<T | null> {
    const id = line.newId().replaceAll(":", "-");
    this.busy = true;
    try {
      for (let attempt = 0; ; attempt += 1) {
        try {
          const answer = await api<T>("POST", path, { id, ...body });
          await this.read();
          return answer;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const wait = WAITS_MS[attempt];
          const later = error.status === 0 || error.code === "set/busy" || notYet(error.code);
          if (!later || wait === undefined) {
            refusals.code(error.code, error.data);
            return null;
          }
          await new Promise((resolve) => setTimeout(resolve, wait));
        }
      }
    } finally {
      this.busy = false;
    }
  }

  async #step(name: string, body: Readonly<Record<string, unknown>>, words = ""): Promise<boolean> {
    const set = this.set;
    if (set === null) return false;
    const reason = words.trim() === "" ? t(`shoes:reason.${name}`) : words.trim();
    const path = `/api/studio/sets/${encodeURIComponent(set)}/${name}`;
    const after = await this.post<CardSetShown>(path, { reason, ...body });
    if (after !== null && this.set === set) this.#propose();
    return after !== null;
  }

  async count(): Promise<void> {
    const set = this.set;
    if (!(await this.#step("count", count.bodyOf(this.counting)))) return;
    this.lastRead = null;
    if (set !== null && this.one?.stage === "counted") {
      sessionStorage.removeItem(KEPT + set);
      this.counting = count.NOTHING;
    }
  }

  shuffle(where: Where, table: string | null): Promise<boolean> {
    return this.#step("shuffle", { where, ...(table === null ? {} : { table }) });
  }

  seal(seal: string): Promise<boolean> {
    return this.#step("seal", { seal });
  }

  takeAway(): Promise<boolean> {
    return this.#step("take-away", {});
  }

  retire(words: string): Promise<boolean> {
    return this.#step("retire", {}, words);
  }

  async act(table: string, command: AnyCommand): Promise<boolean> {
    const done = refusals.tell(await line.act(table, command));
    if (done) await this.read();
    return done;
  }

  load(): Promise<boolean> {
    const need = this.target;
    if (need === null) return Promise.resolve(false);
    return this.act(need.table, {
      type: "LoadShoe",
      shoe_id: "",
      decks: need.decks,
      sets: this.together,
      cut_card_from_end: this.cut,
    });
  }

  async burn(): Promise<void> {
    const table = this.one?.table;
    if (table == null || this.burned === null) return;
    const { card, code } = this.burned;
    if (await this.act(table, { type: "BurnCards", first: card, code })) this.burned = null;
  }
}

function kept(set: string): count.Counting {
  const found = sessionStorage.getItem(KEPT + set);
  return found === null ? count.NOTHING : (JSON.parse(found) as count.Counting);
}
