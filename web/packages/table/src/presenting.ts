// A table as its screen presents it. Cards move as soon as they are told; what follows from a card
// (points, result, payouts, roads, the next question) waits until that card has finished turning.
// Pure: messages, the time and the stage's durations give the next state. ADR 0040 says why.

import type { AnyHappening, Message, Update } from "@sabot/wire/types";
import { AT_ONCE, composed, faceDown, type Layers, type Motion } from "./composing.ts";
import { movesBetween, type CardMove } from "./moves.ts";
import { applied, emptyTable, type Table } from "./table.ts";
import { lying } from "./turned.ts";

/** How long a stage takes for one card, in milliseconds. */
export interface CardTimes {
  /** From the start of this card to the start of the next one. */
  readonly apartMs: number;
  /** From the start to the moment at which the card begins to turn. A card that lies there has none. */
  readonly travelMs: number;
  /** From there until its face can be read. */
  readonly turnMs: number;
}

/** The stage's durations: a rig may take longer for a card that decides more. */
export type Pace = (move: CardMove) => CardTimes;

/** Nothing moves: the page is hidden, or its reader asked for rest. */
export const STILL: CardTimes = { apartMs: 0, travelMs: 0, turnMs: 0 };

/** What is a player's own may come before the update it belongs to, in the same breath. */
const EARLY_MS = 250;

/** A screen that is further behind than this catches up at once. */
export const LONGEST_LAG_MS = 6_000;

/** Something that becomes perceptible at a moment. */
interface Due {
  readonly at: number;
  /** The table with the cards of this step. */
  readonly table: Table;
  readonly step: "lay" | "open" | "tell";
  /** The card of `lay` and `open`. */
  readonly card: string;
  /** What sound and notices hear. */
  readonly message: Message | null;
  /** Told before its update: the number of that update. */
  readonly early?: number;
}

export interface Presentation extends Layers {
  readonly due: readonly Due[];
  /** When the next card may start. */
  readonly free: number;
  /** When the last card has turned. */
  readonly end: number;
  /** How many messages were queued and told, so that others can wait for them. */
  readonly queued: number;
  readonly told: number;
  /** As drawn: kept, so that the same state is the same object. */
  readonly shown: Table;
}

export interface Advance {
  readonly next: Presentation;
  readonly heard: readonly Message[];
}

export const emptyPresentation: Presentation = {
  live: emptyTable,
  known: emptyTable,
  laid: emptyTable,
  motions: {},
  due: [],
  free: 0,
  end: 0,
  queued: 0,
  told: 0,
  shown: emptyTable,
};

/** A table that stands there, with nothing on its way: where a replay begins or is put. */
export const standing = (table: Table): Presentation =>
  settled({ ...emptyPresentation, live: table }, { ...table, happened: [] });

export const isBehind = (one: Presentation): boolean => one.due.length > 0;

/** When the next step is due; null when everything that is known is shown. */
export function nextAt(one: Presentation): number | null {
  return one.due.length === 0 ? null : Math.min(...one.due.map((due) => due.at));
}

/** The table after a message: shown at once, or scheduled after the cards it depends on. */
export function arrived(before: Presentation, message: Message, now: number, pace: Pace): Advance {
  if (message.type === "you" && isEarly(before.live, message))
    return awaiting(before, message, now);
  if (message.type !== "update") return followed(before, message, now, pace);
  const early = before.due.filter((due) => (due.early ?? Infinity) <= message.seq);
  const due = before.due.filter((one) => !early.includes(one));
  const { next, heard } = followed({ ...before, due }, message, now, pace);
  const yours = early.flatMap((one) => one.message ?? []);
  if (!isBehind(next)) return { next, heard: [...heard, ...yours] };
  const { live: table, end: at } = next;
  const again = yours.map((one): Due => ({ at, table, step: "tell", card: "", message: one }));
  return { next: { ...next, due: [...next.due, ...again] }, heard };
}

const isEarly = (live: Table, message: { epoch: number; seq: number }): boolean =>
  live.view !== null && !live.behind && message.epoch === live.epoch && message.seq > live.seq;

/** My part of an update that is about to come: known at once, shown with it. */
function awaiting(before: Presentation, message: Message & { seq: number }, now: number): Advance {
  const live = applied(before.live, message, now);
  const at = Math.max(before.end, now + EARLY_MS);
  const due: Due = { at, table: live, step: "tell", card: "", message, early: message.seq };
  const next = { ...before, live, due: [...before.due, due], queued: before.queued + 1 };
  return advanced(next, now);
}

function followed(before: Presentation, message: Message, now: number, pace: Pace): Advance {
  const live = applied(before.live, message, now);
  const moves = movesOf(before.live, live, message);
  const timed = schedule(moves, pace, now, before.free);
  const end = Math.max(before.end, ...timed.map((move) => move.doneAt));
  if (mustBeSeen(before, live, message) || end <= now || end - now > LONGEST_LAG_MS) {
    const { next, heard } = caughtUp(before);
    return { next: settled({ ...next, live, free: 0, end: 0 }, live), heard: [...heard, message] };
  }
  const next: Presentation = {
    ...before,
    live,
    motions: { ...before.motions, ...motionsOf(timed) },
    due: [...before.due, ...duesOf(message, live, timed, now, end)],
    free: Math.max(before.free, ...timed.map((move) => move.startsAt + move.apartMs)),
    end,
    queued: before.queued + 1,
  };
  return advanced(next, now);
}

/** Everything that is due by now. A step that comes late delays the ones after it. */
export function advanced(before: Presentation, now: number): Advance {
  let next = before;
  const heard: Message[] = [];
  for (let at = nextAt(next); at !== null && at <= now; at = nextAt(next)) {
    const moment = at;
    const steps = next.due.filter((due) => due.at <= moment);
    const left = next.due.filter((due) => due.at > moment);
    const late = now - moment;
    next = {
      ...steps.reduce(performed, next),
      due: late === 0 ? left : left.map((due) => ({ ...due, at: due.at + late })),
      free: next.free + late,
      end: next.end + late,
    };
    heard.push(...steps.flatMap(({ message }) => message ?? []));
  }
  const table = next.due.length === 0 ? next.live : composed(next);
  const happened = heard.flatMap((one) => (one.type === "update" ? one.happened : []));
  return { next: settled(next, { ...table, happened }), heard };
}

/** Nothing is held back any longer. */
export function caughtUp(before: Presentation): Advance {
  if (before.due.length === 0) return { next: before, heard: [] };
  const { live, queued } = before;
  const next = { ...before, known: live, laid: live, motions: {}, due: [], told: queued };
  const heard = before.due.flatMap(({ message }) => message ?? []);
  return { next: settled({ ...next, free: 0, end: 0 }, live), heard };
}

// --- scheduling -------------------------------------------------------------------------------------

interface TimedMove extends CardMove {
  readonly startsAt: number;
  readonly faceAt: number;
  readonly doneAt: number;
  readonly apartMs: number;
}

const name = ({ hand, index }: CardMove): string => `${hand}/${index}`;

function movesOf(before: Table, after: Table, message: Message): readonly CardMove[] {
  if (message.type !== "update" || before.view === null || after.view === null) return [];
  if (after.seq === before.seq || after.behind) return [];
  return movesBetween(
    lying(before.view.hands, before.view),
    lying(after.view.hands, after.view),
    message.happened,
  );
}

/** One after the other from the shoe; what lies there already turns together with the last of them. */
function schedule(
  moves: readonly CardMove[],
  pace: Pace,
  now: number,
  free: number,
): readonly TimedMove[] {
  let start = Math.max(now, free);
  const laid = moves
    .filter((move) => move.kind === "laid")
    .map((move): TimedMove => {
      const { apartMs, travelMs, turnMs } = pace(move);
      const startsAt = start;
      start += apartMs;
      const faceAt = startsAt + travelMs;
      const doneAt = move.card === null ? faceAt : faceAt + turnMs;
      return { ...move, startsAt, faceAt, doneAt, apartMs };
    });
  const together = Math.max(now, ...laid.map((move) => move.faceAt));
  const turned = moves
    .filter((move) => move.kind === "turned")
    .map((move): TimedMove => {
      const faceAt = laid.length > 0 ? together : Math.max(now, free);
      const { apartMs, turnMs } = pace(move);
      return { ...move, startsAt: faceAt, faceAt, doneAt: faceAt + turnMs, apartMs };
    });
  // Cards that are turned together are seen together.
  return [
    ...(turned.length > 0 ? laid.map((move) => ({ ...move, faceAt: together })) : laid),
    ...turned,
  ];
}

function motionsOf(moves: readonly TimedMove[]): Readonly<Record<string, Motion>> {
  return Object.fromEntries(
    moves.map(({ hand, index, kind, card }) => [
      name({ hand, index, kind, card }),
      { hand, index, kind, card, stage: kind === "laid" ? "waiting" : "covered" } as const,
    ]),
  );
}

function duesOf(
  message: Message,
  table: Table,
  moves: readonly TimedMove[],
  now: number,
  end: number,
): readonly Due[] {
  if (message.type !== "update" || moves.length === 0)
    return [{ at: end, table, step: "tell", card: "", message }];
  const { before, cards, after } = parted(message.happened);
  const told = (happened: readonly AnyHappening[]): Message | null =>
    happened.length === 0 ? null : { ...message, happened };
  const first = Math.max(now, Math.min(...moves.map((move) => move.startsAt)));
  const steps = moves.flatMap((move): readonly Due[] => {
    const card = name(move);
    const opens: Due = { at: move.faceAt, table, step: "open", card, message: null };
    const lays: Due = { at: move.startsAt, table, step: "lay", card, message: null };
    return move.kind === "turned" ? [opens] : [lays, opens];
  });
  return [
    { at: first, table, step: "lay", card: "", message: told(before) },
    ...cards.map((one): Due => {
      const moved = moves.find((move) => one.what === "card" && move.card === one.card);
      const at = moved?.startsAt ?? (one.what === "revealed" ? lastFace(moves) : first);
      return { at, table, step: "lay", card: "", message: told([one]) };
    }),
    ...steps,
    { at: end, table, step: "tell", card: "", message: told(after) },
  ];
}

const lastFace = (moves: readonly TimedMove[]): number =>
  Math.max(...moves.map((move) => move.faceAt));

/** What happened before the first card, the cards themselves, and what came of them. */
function parted(happened: Update["happened"]) {
  const isCard = (one: AnyHappening): boolean => one.what === "card" || one.what === "revealed";
  const first = happened.findIndex(isCard);
  const at = first < 0 ? happened.length : first;
  return {
    before: happened.slice(0, at),
    cards: happened.filter(isCard),
    after: happened.slice(at).filter((one) => !isCard(one)),
  };
}

/** An open window is never hidden, and a picture that starts afresh has nothing to wait for. */
function mustBeSeen(before: Presentation, live: Table, message: Message): boolean {
  if (message.type === "snapshot" || message.type === "last_seconds" || live.behind) return true;
  if (live.view === null || AT_ONCE.has(live.view.status)) return true;
  return before.live.view !== null && live.view.round !== before.live.view.round;
}

// --- what is drawn ----------------------------------------------------------------------------------

function performed(one: Presentation, due: Due): Presentation {
  if (due.step === "tell") {
    const laid = due.table.seq >= one.laid.seq ? due.table : one.laid;
    return { ...one, known: due.table, laid, told: one.told + 1 };
  }
  const motion = one.motions[due.card];
  const laid = due.table.seq > one.laid.seq || one.laid.view === null ? due.table : one.laid;
  if (motion === undefined) return { ...one, laid };
  const stage = due.step === "lay" ? "covered" : "open";
  return { ...one, laid, motions: { ...one.motions, [due.card]: { ...motion, stage } } };
}

function settled(one: Presentation, shown: Table): Presentation {
  if (one.due.length > 0) return { ...one, shown };
  const over = { ...one, known: one.live, laid: one.live, motions: {}, told: one.queued };
  return { ...over, shown: faceDown(shown) };
}
