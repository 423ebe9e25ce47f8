// The camera of the drawn studio: which part of the scene a box of any shape shows.

import type { PlaceName, Point } from "./motion.ts";

/** The scene is drawn around this middle; it is 756 high and goes on beyond every edge. */
const MIDDLE = 528;
const HEIGHT = 756;
const NARROWEST = 720;
const WIDEST = 1096;
/** Right end of the shoe, with its shadow. */
const SHOE_EDGE = 1024;

/** Where things lie in the scene. */
export const STUDIO_PLACES: Readonly<Record<PlaceName, Point>> = {
  shoe: { x: 878, y: 302 },
  discard: { x: 156, y: 318 },
  tray: { x: 528, y: 250 },
};

export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels per unit. */
  readonly scale: number;
}

/** The view for a box: never narrower than the dealer's table, never wider than the drawn rail. */
export function studioCamera(width: number, height: number, close = false): Camera {
  if (width <= 0 || height <= 0) return { x: 0, y: 0, width: 1056, height: HEIGHT, scale: 1 };
  const wide = Math.min(WIDEST, Math.max(NARROWEST, (HEIGHT * width) / height));
  const seen = close ? Math.min(wide, 620) : wide;
  const scale = width / seen;
  return { x: MIDDLE - seen / 2, y: close ? 20 : 0, width: seen, height: height / scale, scale };
}

/** How far the shoe and the discard tray come in so that a narrow view still shows them whole. */
export function inward(camera: Camera): number {
  return Math.max(0, SHOE_EDGE - (camera.x + camera.width));
}

/** Where the places lie in the scene as this camera shows it. */
export function studioPlaces(camera: Camera): Readonly<Record<PlaceName, Point>> {
  const { shoe, discard, tray } = STUDIO_PLACES;
  const shift = inward(camera);
  return {
    shoe: { ...shoe, x: shoe.x - shift },
    discard: { ...discard, x: discard.x + shift },
    tray,
  };
}

/** A place of the scene in pixels of the box. */
export function onScreen(camera: Camera, place: Point): Point {
  return { x: (place.x - camera.x) * camera.scale, y: (place.y - camera.y) * camera.scale };
}

/** The rail of a seven-seat table as a share of the box: x from 0 to 1, y on the same parabola. */
export const ARC = { left: -0.02, right: 1.02, top: 0.42, bottom: 0.9 } as const;

export function arcHeight(x: number): number {
  const half = (ARC.right - ARC.left) / 2;
  const off = (x - (ARC.left + ARC.right) / 2) / half;
  return ARC.bottom - (ARC.bottom - ARC.top) * off * off;
}

/** Where seat 1 … `count` sits, seat 1 at the player's right; both as shares of the box. */
export function seatOnArc(seat: number, count: number, margin = 0.08): Point {
  const step = count > 1 ? (1 - 2 * margin) / (count - 1) : 0;
  const x = count > 1 ? 1 - margin - step * (seat - 1) : 0.5;
  return { x, y: arcHeight(x) };
}
