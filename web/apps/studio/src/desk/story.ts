// The timeline of a round in words: an icon, a sentence with strong parts, who did it.

import type { TimelineLine } from "@sabot/wire/types";
import { cardName } from "@sabot/table";
import type { IconName } from "../parts/icons.ts";
import { positionMark, positionName } from "../state/positions.ts";
import { callOf, incidentOf, type Words } from "./tiles.ts";

export interface Told {
  readonly seq: number;
  readonly at: number;
  readonly icon: IconName;
  readonly text: string;
  /** Drawn after the words; null where there is none. */
  readonly card: string | null;
  readonly by: string | null;
  readonly tone: "plain" | "trouble" | "proposal";
}

const ICONS: Readonly<Record<string, IconName>> = {
  RoundOpened: "play",
  BettingEnded: "clock",
  BetsClosed: "lock",
  CardDealt: "barcode",
  CardsRevealed: "turn",
  IncidentRecorded: "wrong",
  IncidentClosed: "check",
  TablePaused: "pause",
  TableResumed: "play",
  AlarmSeen: "eye",
  AlarmPutOff: "clock",
  ManagerCalled: "bell",
  CorrectionProposed: "edit",
  MoveProposed: "swap",
  CorrectionWithdrawn: "back",
  CorrectionDeclined: "close",
  CardCorrected: "check",
  CardsMoved: "check",
  CancelProposed: "edit",
  RoundCancelled: "close",
  RoundSettled: "check",
  HiddenCardsSeen: "eye",
  CutCardShown: "cut",
  CardsDropped: "fell",
  QuestionOpened: "clock",
  ChoiceMade: "person",
  Announced: "mic",
};

const TROUBLE: ReadonlySet<string> = new Set(["IncidentRecorded", "RoundCancelled"]);
const PROPOSED: ReadonlySet<string> = new Set([
  "CorrectionProposed",
  "MoveProposed",
  "CancelProposed",
]);
/** Many of them, and each says little here: the bets are in the refund, the seats at the table. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "BetsAccepted",
  "AnswerGiven",
  "SeatTaken",
  "SeatLeft",
  "DealingStarted",
  "TableRested",
  "QuestionClosed",
]);

export function storyOf(lines: readonly TimelineLine[], words: Words): readonly Told[] {
  return lines.filter((line) => !LEFT_OUT.has(line.event)).map((line) => told(line, words));
}

function told(line: TimelineLine, words: Words): Told {
  const tone = TROUBLE.has(line.event)
    ? "trouble"
    : PROPOSED.has(line.event)
      ? "proposal"
      : "plain";
  return {
    seq: line.seq,
    at: line.at_ms,
    icon: ICONS[line.event] ?? "clock",
    text: textOf(line, words),
    card: line.card,
    by: line.actor,
    tone,
  };
}

function textOf(line: TimelineLine, words: Words): string {
  const { t, has } = words;
  const key = `desk_table:event.${line.event}`;
  if (!has(key)) return line.event;
  const where = (line.position ?? "").split(" ").filter((part) => part !== "");
  return t(line.event === "CorrectionDeclined" && where.length > 0 ? `${key}_rescan` : key, {
    position: where.map((name) => positionMark(name)).join(", "),
    place: where.map((name) => positionName(name, t)).join(", "),
    second: line.second === null ? "" : positionMark(line.second),
    words: wordsOf(line, words),
    card: cardName(line.card, t),
  });
}

function wordsOf(line: TimelineLine, words: Words): string {
  const given = line.words ?? "";
  if (line.event === "ManagerCalled") return callOf(given, words);
  if (line.event === "IncidentRecorded" || line.event === "TablePaused") {
    const [code = "", ...more] = given.split(" ");
    const known = words.has(`desk:incident.${code}`);
    return known ? [incidentOf(code, words), ...more].join(" ") : given;
  }
  return given;
}
