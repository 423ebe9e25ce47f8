// What the moderator's page knows: the feed, support, the record, the player looked at, and acts.

import { api, ApiError } from "@sabot/wire/api";
import type { ChatLine, Message, Moderation, PlayerChat, Tile } from "@sabot/wire/types";
import { untrack } from "svelte";
import { Room } from "../dealer/room.svelte.ts";
import { t } from "../language/language.svelte.ts";
import { line } from "../state/line.svelte.ts";
import { refusals } from "../state/refusals.svelte.ts";
import { session } from "../state/session.svelte.ts";
import { tones } from "../state/tones.svelte.ts";
import { alarmsOf, SILENT, soundOf } from "./alarms.ts";
import * as book from "./feed.ts";
import * as support from "./queue.ts";
import { proposed, type Reason } from "./reasons.ts";

const AGAIN_MS = 10_000;
const LOOK_MS = 1_000;
const DAY_MS = 86_400_000;
const SEEN = "sabot/chat/seen";
const SEEN_KEPT = 200;
const TOLD: Moderation = { off: [], deeds: [] };

type Act = "delete" | "mute" | "block" | "unblock" | "chat_off" | "chat_on" | "hand_over";

export class ChatState {
  feed = $state.raw<book.Feed>(book.EMPTY);
  queue = $state.raw<support.Queue>([]);
  tiles = $state.raw<readonly Tile[]>([]);
  record = $state.raw<Moderation>(TOLD);
  tab = $state<book.Tab>("all");
  room = $state<string | null>(null);
  search = $state("");
  selected = $state<string | null>(null);
  reason = $state<Reason | null>(null);
  words = $state("");
  /** A sanction at one table, or everywhere. */
  everywhere = $state(true);
  /** The reason row is outlined: an act was asked for without one. */
  reasonNeeded = $state(false);
  card = $state.raw<PlayerChat | null>(null);
  /** The support room that is read and written in. */
  talk = $state.raw<Room | null>(null);
  /** Rooms that this moderator opened while their players do not wait. */
  opened = $state.raw<readonly { readonly room: string; readonly nickname: string }[]>([]);
  now = $state(line.wallNow());
  seen = $state.raw<ReadonlySet<string>>(kept());
  #sounded = SILENT;
  #asked = "";

  readonly done: book.Done = $derived({ deeds: this.record.deeds, seen: this.seen });
  readonly shown: readonly ChatLine[] = $derived(
    book.filtered(
      book.visible(this.feed),
      { tab: this.tab, room: this.room, search: this.search },
      this.done,
    ),
  );
  readonly line: ChatLine | null = $derived(
    this.feed.lines.find((one) => one.line === this.selected) ?? null,
  );
  readonly open: readonly ChatLine[] = $derived(
    this.feed.lines.filter((one) => book.isOpen(one, this.feed.lines, this.done)),
  );
  readonly questions: number = $derived(
    this.feed.lines.filter((one) => book.isQuestion(one, this.feed.lines)).length,
  );
  readonly rooms: support.Queue = $derived(support.ordered(this.queue));
  readonly manager: boolean = $derived(session.me?.role === "shift_manager");

  nameOf(room: string): string {
    if (room.startsWith("support:")) return t("chat:support.short");
    const table = book.tableOf(room);
    return this.tiles.find((tile) => tile.table === table)?.name ?? table;
  }

  /** Follow everything; the answer ends it. */
  begin(): () => void {
    const hear = (message: Message): void => this.#heard(message);
    line.hearers.add(hear);
    const ends = [line.follow("chats"), line.follow("support"), tones.begin()];
    untrack(() => void this.read());
    const again = setInterval(() => void this.read(), AGAIN_MS);
    const look = setInterval(() => this.#look(), LOOK_MS);
    return () => {
      clearInterval(again);
      clearInterval(look);
      line.hearers.delete(hear);
      for (const end of ends) end();
    };
  }

  async read(): Promise<void> {
    try {
      const [lobby, record] = await Promise.all([
        api<{ readonly tables: readonly Tile[] }>("GET", "/api/tables"),
        api<Moderation>("GET", `/api/staff/chat?since=${Math.floor(line.wallNow() - DAY_MS)}`),
      ]);
      this.tiles = lobby.tables;
      this.record = record;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the next reading tells
    }
  }

  #heard(message: Message): void {
    if (message.type === "chat_line") {
      this.feed = book.told(this.feed, message);
      if (message.removed === true) void this.read();
    } else {
      this.queue = support.heard(this.queue, message);
    }
  }

  #look(): void {
    this.now = line.wallNow();
    const alarms = alarmsOf(this.feed.lines, this.done, this.queue, this.now, this.manager);
    const { sound, at } = soundOf(alarms, this.#sounded, this.now);
    this.#sounded = at;
    if (sound !== null) tones.play(sound);
  }

  // --- looking ------------------------------------------------------------------------------------

  select(id: string | null): void {
    this.selected = id;
    const found = this.line;
    this.reason = found === null ? null : proposed(book.flagOf(found));
    this.words = "";
    this.reasonNeeded = false;
    this.everywhere = true;
    if (found !== null && found.player !== "") void this.look(found.player);
  }

  step(step: 1 | -1): void {
    this.select(book.moved(this.shown, this.selected, step));
  }

  hold(): void {
    this.feed = book.hold(this.feed, this.feed.held === null);
  }

  /** The card of a player, without money. */
  async look(player: string): Promise<void> {
    this.#asked = player;
    try {
      const path = `/api/staff/players/${encodeURIComponent(player)}/chat`;
      const card = await api<PlayerChat>("GET", path);
      if (this.#asked === player) this.card = card;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refusals.code(error.code, error.data);
    }
  }

  leaveAsIs(): void {
    if (this.line === null || book.priorityOf(this.line) === null) return;
    this.seen = book.withSeen(this.seen, this.line.line, SEEN_KEPT);
    sessionStorage.setItem(SEEN, JSON.stringify([...this.seen]));
  }

  // --- acts ---------------------------------------------------------------------------------------

  async act(
    action: Act,
    target: string,
    more: { readonly code?: string; readonly minutes?: number; readonly table?: string } = {},
    words = "",
  ): Promise<boolean> {
    const reason = words.trim() === "" ? t(`chat:act.${action}`) : words.trim();
    const answer = await line.ask({ type: "moderate", action, target, reason, ...more });
    if (!refusals.tell(answer)) {
      this.reasonNeeded = answer.code === "chat/reason_needed";
      return false;
    }
    await this.read();
    const player = this.card?.player;
    if (player !== undefined) await this.look(player);
    return true;
  }

  /** Why the chosen line cannot be acted on, in words; null when it can. */
  get refused(): string | null {
    const found = this.line;
    if (found === null) return t("chat:why_not.no_line");
    if (!book.ofPlayer(found)) return t("chat:why_not.staff");
    return this.helpFirst ? t("chat:why_not.distress") : null;
  }

  /** The chosen line is met with help: only a manager may do more, once staff have answered. */
  get helpFirst(): boolean {
    const found = this.line;
    if (found === null || book.flagOf(found) !== "distress") return false;
    return !this.manager || !book.isMet(found, this.feed.lines);
  }

  /** A sanction on the chosen line or its player: never without a reason. */
  async sanction(action: "delete" | "mute" | "block", minutes?: number): Promise<void> {
    const found = this.line;
    if (this.refused !== null || found === null) {
      refusals.show(this.refused ?? "");
      return;
    }
    if (this.reason === null || (this.reason === "other" && this.words.trim() === "")) {
      this.reasonNeeded = true;
      refusals.code("chat/reason_needed");
      return;
    }
    this.reasonNeeded = false;
    const words = this.words.trim() === "" ? t(`chat:reason.${this.reason}`) : this.words;
    await this.act(
      action,
      action === "delete" ? found.line : found.player,
      {
        code: this.reason,
        ...(minutes === undefined ? {} : { minutes }),
        ...(action === "delete" || this.everywhere || book.isPrivate(found)
          ? {}
          : { table: book.tableOf(found.room) }),
      },
      words,
    );
  }

  /** Let the player write again wherever they were stopped. */
  async lift(): Promise<void> {
    const card = this.card;
    if (card === null || card.restrictions.length === 0) {
      refusals.show(t("chat:why_not.free"));
      return;
    }
    for (const { place } of card.restrictions) {
      const table = place === "*" ? {} : { table: book.tableOf(place) };
      if (!(await this.act("unblock", card.player, table))) return;
    }
  }

  // --- support ------------------------------------------------------------------------------------

  /** Read and write in a player's support; `nickname` is shown while the player does not wait. */
  openTalk(room: string, nickname: string): void {
    if (!this.queue.some((one) => one.room === room))
      this.opened = [...this.opened.filter((one) => one.room !== room), { room, nickname }];
    this.talk = new Room(room);
    void this.look(support.playerOf(room));
  }

  /** Support with the player of the chosen line, or of the card. */
  supportLine(): void {
    const found = this.line;
    if (found !== null && book.ofPlayer(found))
      this.openTalk(`support:${found.player}`, found.nickname);
    else if (this.card !== null) this.openTalk(`support:${this.card.player}`, this.card.nickname);
    else refusals.show(t("chat:why_not.no_line"));
  }

  handOver(player: string): Promise<boolean> {
    return this.act("hand_over", `support:${player}`);
  }
}

function kept(): ReadonlySet<string> {
  const found: unknown = JSON.parse(sessionStorage.getItem(SEEN) ?? "[]");
  return new Set(Array.isArray(found) ? found.map(String) : []);
}
