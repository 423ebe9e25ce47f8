// One feed of every room: the order of its lines, holding it, what is open, and how busy rooms are.

import type { ChatDeed, ChatLine } from "@sabot/wire/types";

export const KEPT = 500;
const MINUTE_MS = 60_000;
/** How long an earlier flagged line of the same player is worth saying beside a new one. */
const LATELY_MS = 2 * MINUTE_MS;

export type Flag = "distress" | "threat" | "abuse" | "advert" | "pace";
export type Tab = "all" | "flagged" | "questions";

export interface Feed {
  /** In the order they were said. */
  readonly lines: readonly ChatLine[];
  /** While it is held: the lines that were there when it began. Others wait. */
  readonly held: ReadonlySet<string> | null;
}

export const EMPTY: Feed = { lines: [], held: null };

/** A line was said, removed or answered: a known one changes in its place. */
export function told(feed: Feed, line: ChatLine): Feed {
  const at = feed.lines.findIndex((one) => one.line === line.line);
  if (at >= 0) return { ...feed, lines: feed.lines.with(at, merged(feed.lines[at], line)) };
  const before = feed.lines.findLastIndex((one) => one.at_ms <= line.at_ms);
  return { ...feed, lines: feed.lines.toSpliced(before + 1, 0, line).slice(-KEPT) };
}

/** Told again when it is answered or removed, a line comes without its flags: they stay. */
function merged(known: ChatLine | undefined, line: ChatLine): ChatLine {
  const flags = line.flags ?? known?.flags;
  return flags === undefined ? line : { ...line, flags };
}

export function hold(feed: Feed, on: boolean): Feed {
  return { ...feed, held: on ? new Set(feed.lines.map((one) => one.line)) : null };
}

/** The lines on the screen. */
export function visible(feed: Feed): readonly ChatLine[] {
  const { held, lines } = feed;
  return held === null ? lines : lines.filter((one) => held.has(one.line));
}

/** How many lines wait while the feed is held. */
export const waiting = (feed: Feed): number => feed.lines.length - visible(feed).length;

// --- what a line is -------------------------------------------------------------------------------

export const ofPlayer = (line: ChatLine): boolean => (line.role ?? "player") === "player";
export const isPrivate = (line: ChatLine): boolean => line.room.startsWith("support:");
export const tableOf = (room: string): string => room.slice(room.indexOf(":") + 1);

export function flagOf(line: ChatLine): Flag | null {
  return ((line.flags ?? [])[0] as Flag | undefined) ?? null;
}

/** 1 for distress, 2 for threats, insults and adverts; pace alone is only said. */
export function priorityOf(line: ChatLine): "1" | "2" | null {
  const flag = flagOf(line);
  if (flag === null || flag === "pace" || line.removed === true) return null;
  return flag === "distress" ? "1" : "2";
}

export interface Done {
  /** Acts of all moderators, newest first. */
  readonly deeds: readonly ChatDeed[];
  /** Lines that this moderator has looked at and left as they are. */
  readonly seen: ReadonlySet<string>;
}

/** Whether a flagged line still asks for a person: no act, no answer in support, not looked at. */
export function isOpen(line: ChatLine, lines: readonly ChatLine[], done: Done): boolean {
  if (priorityOf(line) === null || done.seen.has(line.line)) return false;
  if (flagOf(line) === "distress") return !isMet(line, lines);
  return !done.deeds.some(
    (deed) =>
      deed.player === line.player && deed.at_ms >= line.at_ms && deed.action !== "hand_over",
  );
}

/** Distress is met by words of staff in this player's support. */
export function isMet(line: ChatLine, lines: readonly ChatLine[]): boolean {
  const room = `support:${line.player}`;
  return lines.some((one) => one.room === room && !ofPlayer(one) && one.at_ms >= line.at_ms);
}

/** A question of a player at a table, which the dealer has not answered since. */
export function isQuestion(line: ChatLine, lines: readonly ChatLine[]): boolean {
  if (!ofPlayer(line) || isPrivate(line) || line.removed === true || line.answered === true)
    return false;
  if (!line.text.includes("?")) return false;
  return !lines.some((one) => one.room === line.room && !ofPlayer(one) && one.at_ms > line.at_ms);
}

/** Looked at as well; only the newest so many are remembered. */
export const withSeen = (
  seen: ReadonlySet<string>,
  line: string,
  most: number,
): ReadonlySet<string> => new Set([...seen, line].slice(-most));

/** When the day of a moment began, by this machine's clock. */
export const midnightOf = (atMs: number): number => new Date(atMs).setHours(0, 0, 0, 0);

export interface Filter {
  readonly tab: Tab;
  /** A room, or every one. */
  readonly room: string | null;
  readonly search: string;
}

/** Lines of support are in their own panel; flagged ones are here as well. */
export function filtered(
  lines: readonly ChatLine[],
  { tab, room, search }: Filter,
  done: Done,
): readonly ChatLine[] {
  const wanted = search.trim().toLocaleLowerCase();
  return lines.filter(
    (line) =>
      (isPrivate(line) ? room === null && priorityOf(line) !== null : true) &&
      (room === null || line.room === room) &&
      (tab !== "flagged" || isOpen(line, lines, done)) &&
      (tab !== "questions" || isQuestion(line, lines)) &&
      (wanted === "" || `${line.nickname} ${line.text}`.toLocaleLowerCase().includes(wanted)),
  );
}

/** Lines of players in the last minute, of one room or of all tables. */
export function perMinute(lines: readonly ChatLine[], room: string | null, now: number): number {
  return lines.filter(
    (line) =>
      line.at_ms > now - MINUTE_MS &&
      ofPlayer(line) &&
      (room === null ? !isPrivate(line) : line.room === room),
  ).length;
}

export interface Beside {
  /** Which flagged line of this player within two minutes this is, from 2 on. */
  readonly nth: number | null;
  /** Lines of this player that were removed before. */
  readonly removed: number;
}

/** What else is known of the speaker of a flagged line. */
export function beside(line: ChatLine, lines: readonly ChatLine[]): Beside {
  const theirs = lines.filter((one) => one.player === line.player && one.at_ms <= line.at_ms);
  const lately = theirs.filter(
    (one) => priorityOf(one) !== null && one.at_ms > line.at_ms - LATELY_MS,
  ).length;
  const removed = theirs.filter((one) => one.removed === true && one.line !== line.line).length;
  return { nth: lately > 1 ? lately : null, removed };
}

/** The line that J and K go to; from no line, to the newest. */
export function moved(
  lines: readonly ChatLine[],
  selected: string | null,
  step: 1 | -1,
): string | null {
  const at = lines.findIndex((one) => one.line === selected);
  if (at < 0) return lines.at(-1)?.line ?? null;
  return lines[Math.min(lines.length - 1, Math.max(0, at + step))]?.line ?? null;
}
