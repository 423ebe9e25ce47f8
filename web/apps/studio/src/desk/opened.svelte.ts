// One table opened at the desk: what it shows, and what a manager sends to it.

import { api, ApiError } from "@sabot/wire/api";
import type {
  AnyCommand,
  HiddenCards,
  RefundPreview,
  TableInfo,
  TableView,
  Timeline,
} from "@sabot/wire/types";
import { line } from "../state/line.svelte.ts";
import { refusals } from "../state/refusals.svelte.ts";
import { speech, t } from "../language/language.svelte.ts";
import { newestDeed } from "./colleagues.ts";
import { session } from "../state/session.svelte.ts";
import { waysOf, type Ways } from "./ways.ts";

/** Changes are gathered before the desk asks for figures again. */
const TOGETHER_MS = 300;

/** Refusals of what came after the decision of another person. */
const TOO_LATE = /^(?:table\/not_now|correction\/(?:not_proposed|none)|round\/|cancel\/)/;

export type Asking =
  | { readonly what: "none" }
  | { readonly what: "resume" | "decline" | "rescan" | "move" | "another" | "pause" | "relieve" }
  | { readonly what: "look" | "hidden" | "switches" | "talk" | "annul" }
  | { readonly what: "close"; readonly incident: number };

export const NOTHING: Asking = { what: "none" };

export class Opened {
  readonly id: string;
  info = $state.raw<TableInfo | null>(null);
  refund = $state.raw<RefundPreview | null>(null);
  timeline = $state.raw<Timeline | null>(null);
  hidden = $state.raw<HiddenCards | null>(null);
  asking = $state.raw<Asking>(NOTHING);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
  }

  get view(): TableView | null {
    return line.table(this.id).view;
  }

  get endsAt(): number | null {
    return line.table(this.id).endsAt;
  }

  readonly ways: Ways | null = $derived(
    this.view === null ? null : waysOf(this.view, session.actor, this.refund),
  );

  begin(): () => void {
    const leave = line.watch(this.id);
    void this.#readInfo();
    return () => {
      leave();
      clearTimeout(this.#timer);
    };
  }

  /** The table has changed: refund and timeline are asked for soon. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#readFigures(), TOGETHER_MS);
  }

  close(): void {
    this.asking = NOTHING;
  }

  ask(asking: Asking): void {
    this.asking = asking;
  }

  async act(command: AnyCommand): Promise<boolean> {
    const answer = await line.act(this.id, command);
    if (!answer.accepted && TOO_LATE.test(answer.code ?? "")) {
      const said = await this.#overtaken();
      if (said !== null) {
        refusals.show(said);
        return false;
      }
    }
    return refusals.tell(answer);
  }

  /** A colleague was quicker: who, when and what, instead of a refusal that explains nothing. */
  async #overtaken(): Promise<string | null> {
    await this.#readFigures();
    const words = { t, has: (key: string) => speech.has(key) };
    const me = session.me?.nickname ?? "";
    const deed = newestDeed(this.timeline?.lines ?? [], me, line.wallNow(), words);
    if (deed === null) return null;
    const time = speech.formats.clock(deed.at);
    return t("desk_table:overtaken", { by: deed.by, time, what: deed.text });
  }

  /** The round that was paid last here, as far as the desk knows it. */
  get lastSettled(): string | null {
    const paid = (this.timeline?.lines ?? []).some((one) => one.event === "RoundSettled");
    return paid ? (this.timeline?.round ?? null) : null;
  }

  /** A command about the round on the table. */
  async inRound(command: AnyCommand): Promise<boolean> {
    return this.act({ ...command, round_id: this.view?.round ?? "" } as AnyCommand);
  }

  /** Confirm the proposal as it is shown: another one is refused. */
  confirm(): Promise<boolean> {
    const proposal = this.view?.studio?.proposal;
    if (!proposal) return Promise.resolve(false);
    if (proposal.kind === "move")
      return this.inRound({
        type: "MoveCards",
        first: proposal.position,
        second: proposal.second ?? "",
      });
    return this.inRound({
      type: "CorrectCard",
      position: proposal.position,
      code: proposal.code ?? "",
      card: proposal.card ?? "",
    });
  }

  /** Look at cards that lie face down: it is logged, and this person decides no more. */
  async look(reason: string): Promise<boolean> {
    if (!(await this.inRound({ type: "LookAtHiddenCards", reason }))) return false;
    try {
      this.hidden = await api<HiddenCards>(
        "GET",
        `/api/staff/tables/${encodeURIComponent(this.id)}/hidden-cards`,
      );
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refusals.code(error.code, error.data);
      return false;
    }
  }

  async #readInfo(): Promise<void> {
    try {
      this.info = await api<TableInfo>("GET", `/api/tables/${encodeURIComponent(this.id)}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the next opening tells
    }
  }

  async #readFigures(): Promise<void> {
    const path = `/api/staff/tables/${encodeURIComponent(this.id)}`;
    this.refund = (await maybe<RefundPreview>(`${path}/refund`)) ?? this.refund;
    this.timeline = (await maybe<Timeline>(`${path}/timeline`)) ?? this.timeline;
  }
}

/** Null where the table has no round, or the line is down. */
async function maybe<T>(path: string): Promise<T | null> {
  try {
    return await api<T>("GET", path);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}
