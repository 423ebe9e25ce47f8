// Where everything stands on a felt of any size: pure, so that a test can look for overlaps.

import { studioCamera } from "@sabot/board";
import type { Layout } from "@sabot/game";
import type { AreaPlan } from "./areas.ts";
import { shaped, type Plane, type Rect, type Shape } from "./plane.ts";

export interface Needs {
  readonly layout: Layout;
  readonly classic: boolean;
  readonly width: number;
  readonly height: number;
  readonly areas: readonly AreaPlan[];
  readonly seats: boolean;
}

export interface Arrangement {
  /** The page's picture of the room as it is, plain felt over it, or a picture in another place. */
  readonly backdrop: "page" | "plain" | Rect;
  readonly hands: Rect;
  /** Hands lie on the felt, or stand in panels. */
  readonly onFelt: boolean;
  readonly plate: Rect;
  /** The swipe panel of a phone. */
  readonly roads: Rect | null;
  readonly seats: Rect | null;
  readonly shapes: Readonly<Record<string, Shape>>;
}

interface Item {
  readonly name: string;
  readonly least: number;
  readonly ideal: number;
  /** Its part of what is left over. */
  readonly grow?: number;
  /** On a low phone. */
  readonly tight?: number;
}

const SIZES: Readonly<Record<Layout, readonly [number, number]>> = {
  wide: [1056, 756],
  tablet: [1024, 624],
  phone: [390, 664],
  landscape: [844, 282],
};

/** What a finger needs, and what perspective takes of it. */
const TOUCH = 47;
/** The height of the drawn studio, in its units, that no head reaches. */
const HEADROOM = 38;
/** Where the felt begins in the studio. */
const FELT_TOP = 264;
/** Where rows begin on a felt without a picture. */
const PLAIN_TOP = 10;
/** Head, cards of 56 px and more, and their edge. */
const HANDS_LEAST = 136;
/** Between the rows of a phone, and of a low one. */
const GAP = 6;
const GAP_TIGHT = 4;
/** Ten areas in a row need this much each. */
const NARROW = 39;

export function arrange(needs: Needs): Arrangement {
  const [width, height] = needs.width > 0 && needs.height > 0 ? [needs.width, needs.height] : SIZES[needs.layout];
  if (needs.layout === "phone") return onPhone(needs, width, height);
  if (needs.layout === "landscape") return onItsSide(needs, width, height);
  return onDesk(needs, width, height);
}

function onDesk(needs: Needs, width: number, height: number): Arrangement {
  const items = deskItems(needs, height);
  const gap = height < 640 ? 6 : 8;
  const bottom = height - (needs.seats ? 8 : 14);
  const classic = needs.classic;
  let lift = 0;
  let top = classic ? 4 : studioCamera(width, height).scale * FELT_TOP;
  const wanted = items.reduce((total, item) => total + item.ideal, gap * (items.length - 1));
  while (!classic && bottom - top < wanted && lift < HEADROOM * studioCamera(width, height + lift).scale) {
    lift += 4;
    top = studioCamera(width, height + lift).scale * FELT_TOP - lift;
  }
  // Cards that can be read come before the picture of a dealer: without room for both, plain felt.
  const plain = !classic && bottom - top < least(items, gap);
  if (plain) [top, lift] = [PLAIN_TOP, 0];
  const rows = stacked(items, top, bottom, gap);
  const hands = rows.hands as Row;
  const plate = rows.plate as Row;
  const plateWidth = Math.min(480, width * 0.52);
  return {
    backdrop: plain ? "plain" : lift > 0 ? { x: 0, y: -lift, width, height: height + lift } : "page",
    hands: { x: 0, width, ...hands },
    onFelt: true,
    plate: { x: (width - plateWidth) / 2, y: plate.y, width: plateWidth, height: plate.height },
    roads: null,
    seats: needs.seats ? { x: 16, width: width - 32, y: rows.seats?.y ?? 0, height: rows.seats?.height ?? 0 } : null,
    shapes: laidOut(needs.areas, rows, { x: width * 0.03, width: width * 0.94, taper: classic ? 0 : 0.12, gap, wide: true }),
  };
}

/** How wide the place of one hand is. */
export function zoneWidth(hands: Rect, onFelt: boolean, reserve: boolean): number {
  return onFelt ? hands.width * (reserve ? 0.224 : 0.25) : (hands.width - 8) / 2;
}

/** How wide an upright card is: three of them and their points have to fit. */
export function cardWidth(hands: Rect, onFelt: boolean, reserve: boolean): number {
  const height = hands.height - 46;
  const room = zoneWidth(hands, onFelt, reserve) - (onFelt ? 30 : 20);
  return Math.max(24, Math.min(height / 1.4, room / 3.36));
}

function deskItems(needs: Needs, height: number): readonly Item[] {
  const small = height < 640;
  const egalite = needs.areas.some((area) => area.group === "egalite");
  const sides = needs.areas.some((area) => area.group === "side");
  return [
    { name: "hands", least: small ? HANDS_LEAST : 80, ideal: small ? 142 : 158, grow: 0.3 },
    { name: "plate", least: 42, ideal: small ? 50 : 58 },
    ...(egalite ? [{ name: "egalite", least: TOUCH, ideal: small ? 47 : 50 }] : []),
    ...(sides ? [{ name: "side0", least: TOUCH, ideal: small ? 58 : 72, grow: 0.2 }] : []),
    { name: "main", least: 68, ideal: small ? 112 : 146, grow: 0.5 },
    ...(needs.seats ? [{ name: "seats", least: 44, ideal: small ? 44 : 50 }] : []),
  ];
}

function onPhone(needs: Needs, width: number, height: number): Arrangement {
  const all = phoneItems(needs);
  const bare = all.filter((item) => item.name !== "roads");
  const bottom = height - 6;
  // Roads go first, then everything comes closer: a browser's own bar may take a fifth of a phone.
  const loose = [all, bare].find((items) => least(items, GAP) <= bottom);
  const gap = loose ? GAP : GAP_TIGHT;
  const rows = stacked(loose ?? bare.map(tight), 0, bottom, gap);
  const row = (name: string): Row => rows[name] as Row;
  const headless = !needs.classic && row("hands").y < 80;
  return {
    backdrop: headless ? "plain" : "page",
    hands: { x: 8, width: width - 16, ...row("hands") },
    onFelt: false,
    plate: { x: 8, width: width - 16, ...row("plate") },
    roads: rows.roads ? { x: 0, width, ...rows.roads } : null,
    seats: needs.seats ? { x: 6, width: width - 12, ...row("seats") } : null,
    shapes: laidOut(needs.areas, rows, { x: 8, width: width - 16, taper: needs.classic ? 0 : 0.05, gap, wide: false }),
  };
}

function onItsSide(needs: Needs, width: number, height: number): Arrangement {
  const left = Math.min(340, Math.max(250, width * 0.38));
  const sides = needs.areas.some((area) => area.group === "side");
  const egalite = needs.areas.some((area) => area.group === "egalite");
  const gap = 5;
  const rows = stacked(
    [
      ...(egalite ? [{ name: "egalite", least: 46, ideal: 48 }] : []),
      ...(sides ? [{ name: "side0", least: 46, ideal: 62, grow: 0.3 }] : []),
      { name: "main", least: 61, ideal: 130, grow: 0.7 },
      ...(needs.seats ? [{ name: "seats", least: 42, ideal: 44 }] : []),
    ],
    8,
    height - 8,
    gap,
  );
  const room = stacked(
    [
      { name: "head", least: 10, ideal: height * 0.36, grow: 1 },
      { name: "hands", least: 92, ideal: 108 },
      { name: "plate", least: 44, ideal: 62 },
    ],
    0,
    height - 8,
    8,
  );
  const lift = Math.max(0, studioCamera(left, height).scale * FELT_TOP - (room.hands as Row).y - 4);
  return {
    backdrop: needs.classic ? "page" : { x: 0, y: -lift, width: left, height: height + lift },
    hands: { x: 8, width: left - 16, ...(room.hands as Row) },
    onFelt: false,
    plate: { x: 8, width: left - 16, ...(room.plate as Row) },
    roads: null,
    seats: needs.seats ? { x: left + 4, width: width - left - 12, ...(rows.seats as Row) } : null,
    shapes: laidOut(needs.areas, rows, { x: left + 6, width: width - left - 14, taper: needs.classic ? 0 : 0.06, gap, wide: true }),
  };
}

function phoneItems(needs: Needs): readonly Item[] {
  const crowded = needs.seats;
  const head = crowded ? 2 : needs.classic ? 42 : 92;
  return [
    { name: "head", least: Math.min(head, 82), ideal: head, grow: head > 2 ? 0.2 : 0, tight: 2 },
    { name: "hands", least: 96, ideal: crowded ? 112 : 122, tight: 68 },
    { name: "plate", least: 50, ideal: 58, tight: 40 },
    { name: "roads", least: 84, ideal: crowded ? 112 : 122 },
    ...(needs.areas.some((area) => area.group === "egalite") ? [{ name: "egalite", least: 96, ideal: 96, tight: 94 }] : []),
    ...phoneRows(needs.areas).map((_, n) => ({ name: `side${n}`, least: 46, ideal: 50, tight: 45 })),
    { name: "main", least: 84, ideal: crowded ? 100 : 116, grow: 0.8, tight: 70 },
    ...(needs.seats ? [{ name: "seats", least: 44, ideal: 48 }] : []),
  ];
}

/** The same where even the least of everything is too much. */
const tight = (item: Item): Item => ({ ...item, least: item.tight ?? item.least, ideal: item.least });

const least = (items: readonly Item[], gap: number): number =>
  items.reduce((sum, item) => sum + item.least, gap * (items.length - 1));

interface Row {
  readonly y: number;
  readonly height: number;
}

/** Rows one below the other: as they should be if that fits, less if not, more where they may grow. */
function stacked(items: readonly Item[], top: number, bottom: number, gap: number): Readonly<Record<string, Row>> {
  const room = bottom - top - gap * (items.length - 1);
  const ideal = items.reduce((sum, item) => sum + item.ideal, 0);
  const spare = ideal - least(items, 0);
  const grow = items.reduce((sum, item) => sum + (item.grow ?? 0), 0);
  const short = spare > 0 ? Math.min(1, Math.max(0, (ideal - room) / spare)) : 0;
  const over = Math.max(0, room - ideal);
  let y = top;
  return Object.fromEntries(
    items.map((item) => {
      const more = grow > 0 ? (over * (item.grow ?? 0)) / grow : 0;
      const height = item.ideal - short * (item.ideal - item.least) + more;
      const row = { y, height };
      y += height + gap;
      return [item.name, row];
    }),
  );
}

interface Ground {
  readonly x: number;
  readonly width: number;
  readonly taper: number;
  readonly gap: number;
  readonly wide: boolean;
}

function laidOut(
  areas: readonly AreaPlan[],
  rows: Readonly<Record<string, Row>>,
  ground: Ground,
): Readonly<Record<string, Shape>> {
  const of = (group: AreaPlan["group"]): readonly string[] =>
    areas.filter((area) => area.group === group).map((area) => area.kind);
  const egalite = of("egalite");
  const lines: (readonly [Row | undefined, readonly string[], readonly number[]])[] = [
    ...halves(rows.egalite, egalite, ground).map(([row, kinds]) => [row, kinds, []] as const),
    ...(ground.wide ? [of("side")] : phoneRows(areas)).map((kinds, n) => [rows[`side${n}`], kinds, []] as const),
    [rows.main, of("main"), [1.52, 1, 1.52]],
  ];
  const known = lines.flatMap(([row]) => (row ? [row] : []));
  const top = Math.min(...known.map((row) => row.y));
  const height = Math.max(...known.map((row) => row.y + row.height)) - top;
  const plane: Plane = {
    width: ground.width,
    height,
    taper: ground.taper,
    arc: Math.min(14, height * 0.06) * (ground.taper / 0.12),
  };
  return Object.fromEntries(
    lines.flatMap(([row, kinds, weights]) =>
      row === undefined ? [] : inARow(kinds, weights, { ...row, y: row.y - top }, plane, ground, top),
    ),
  );
}

function inARow(
  kinds: readonly string[],
  weights: readonly number[],
  row: Row,
  plane: Plane,
  ground: Ground,
  top: number,
): readonly (readonly [string, Shape])[] {
  const space = plane.width - ground.gap * (kinds.length - 1);
  const all = kinds.reduce((sum, _, n) => sum + (weights[n] ?? 1), 0);
  let x = 0;
  return kinds.map((kind, n) => {
    const width = (space * (weights[n] ?? 1)) / all;
    const shape = shaped(plane, { x, y: row.y, width, height: row.height }, row.height > 80 ? 16 : 11);
    x += width + ground.gap;
    return [kind, { ...shape, box: { ...shape.box, x: shape.box.x + ground.x, y: shape.box.y + top } }] as const;
  });
}

/** Ten small areas: one row where there is room, otherwise two. */
function halves(
  row: Row | undefined,
  kinds: readonly string[],
  ground: Ground,
): readonly (readonly [Row, readonly string[]])[] {
  if (row === undefined || kinds.length === 0) return [];
  if (ground.width >= NARROW * kinds.length) return [[row, kinds]];
  const height = (row.height - 4) / 2;
  const half = Math.ceil(kinds.length / 2);
  return [
    [{ y: row.y, height }, kinds.slice(0, half)],
    [{ y: row.y + height + 4, height }, kinds.slice(half)],
  ];
}

/** The side bets of a phone, three or four to a row, each end under its side. */
function phoneRows(areas: readonly AreaPlan[]): readonly (readonly string[])[] {
  const kinds = areas.filter((area) => area.group === "side").map((area) => area.kind);
  if (kinds.length === 0) return [];
  if (kinds.length <= 3) return [kinds];
  const outer = [kinds[0], kinds.includes("either_pair") ? "either_pair" : undefined, kinds.at(-1)];
  const first = kinds.filter((kind) => outer.includes(kind));
  return [first, kinds.filter((kind) => !first.includes(kind))];
}
