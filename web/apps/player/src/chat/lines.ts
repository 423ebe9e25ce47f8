// Lines of a room as they are read: in order, once each, removed ones without their text.

import type { Said } from "@sabot/wire/types";

const KEPT = 200;
export const LONGEST = 200;

export type Line = Said;
export type Room = "table" | "support";

export function withLine(lines: readonly Line[], line: Line): readonly Line[] {
  if (lines.some((other) => other.line === line.line)) {
    if (line.removed) return withoutText(lines, line.line);
    return line.answered ? answeredAloud(lines, line.line) : lines;
  }
  return [...lines, line].slice(-KEPT);
}

/** A line that a moderator took away keeps its place. */
export function withoutText(lines: readonly Line[], id: string): readonly Line[] {
  return lines.map((line) => (line.line === id ? { ...line, text: "", removed: true } : line));
}

/** The dealer has answered a line by voice; it may have been removed since. */
const answeredAloud = (lines: readonly Line[], id: string): readonly Line[] =>
  lines.map((line) => (line.line === id ? { ...line, answered: true } : line));

/** Lines of players whom the reader muted are not shown; staff is always read. */
export function readable(lines: readonly Line[], muted: readonly string[]): readonly Line[] {
  return lines.filter(
    (line) => line.own || (line.role ?? "player") !== "player" || !muted.includes(line.nickname),
  );
}

const SPACES = /[\t-\r\u0085\p{Z}]+/gu;
/** Controls, marks of direction and the like; joiners spell words and emoji. */
const HIDDEN = /(?![\u200c\u200d])\p{C}/gu;

/** The part of a text that counts: without invisible characters and repeated or outer white space. */
export function lengthOf(text: string): number {
  const visible = text.replace(SPACES, " ").replace(HIDDEN, "").normalize("NFC");
  const line = visible.replace(/ +/g, " ").trim();
  return /^(?:\u200c|\u200d| )*$/.test(line) ? 0 : [...line].length;
}

/** Whether staff wrote the line: a dealer's answer is marked (F227). */
export function isStaff(line: Line): boolean {
  return (line.role ?? "player") !== "player";
}
