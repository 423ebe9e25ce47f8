// The bets lie on one plane that is seen from the player's chair: far is narrower, the middle nearer.

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Plane {
  readonly width: number;
  readonly height: number;
  /** How much narrower the far edge is, as a share of the width. */
  readonly taper: number;
  /** How far the middle comes nearer, in pixels. */
  readonly arc: number;
}

/** A cell as it is drawn: its outline, the box around it and the box that is safe for text. */
export interface Shape {
  readonly box: Rect;
  /** Outline in pixels of `box`. */
  readonly path: string;
  /** Inside every edge, in pixels of `box`. */
  readonly inner: Rect;
}

type Spot = readonly [x: number, y: number];

/** Where a point of the flat plan lies on the plane; `arc` is inside the height. */
export function onPlane(plane: Plane, [x, y]: Spot): Spot {
  const middle = plane.width / 2;
  const far = 1 - y / plane.height;
  const wide = 1 - plane.taper * far;
  const off = (x - middle) / middle;
  return [middle + (x - middle) * wide, y * (1 - plane.arc / plane.height) + plane.arc * (1 - off * off)];
}

/** A rectangle of the plan with round corners, laid on the plane. */
export function shaped(plane: Plane, flat: Rect, radius: number): Shape {
  const outline = rounded(flat, Math.min(radius, flat.width / 2, flat.height / 2)).map((spot) => onPlane(plane, spot));
  const xs = outline.map((spot) => spot[0]);
  const ys = outline.map((spot) => spot[1]);
  const box = { x: Math.min(...xs), y: Math.min(...ys), width: 0, height: 0 };
  const corners = ([[0, 0], [1, 0], [1, 1], [0, 1]] as const).map(([right, down]) =>
    onPlane(plane, [flat.x + right * flat.width, flat.y + down * flat.height]),
  ) as [Spot, Spot, Spot, Spot];
  const middle = ([0, 1] as const).map(
    (down) => onPlane(plane, [flat.x + flat.width / 2, flat.y + down * flat.height])[1],
  ) as [number, number];
  const left = Math.max(corners[0][0], corners[3][0]);
  const right = Math.min(corners[1][0], corners[2][0]);
  const top = Math.max(corners[0][1], corners[1][1], middle[0]);
  const bottom = Math.min(corners[2][1], corners[3][1], middle[1]);
  return {
    box: { ...box, width: Math.max(...xs) - box.x, height: Math.max(...ys) - box.y },
    path: `M${outline.map(([x, y]) => `${round(x - box.x)} ${round(y - box.y)}`).join("L")}z`,
    inner: { x: left - box.x, y: top - box.y, width: right - left, height: bottom - top },
  };
}

const CORNER_STEPS = 5;
const EDGE_STEPS = 8;

function rounded({ x, y, width, height }: Rect, radius: number): Spot[] {
  const corner = (cx: number, cy: number, from: number): Spot[] =>
    Array.from({ length: CORNER_STEPS + 1 }, (_, n) => {
      const angle = ((from + (n / CORNER_STEPS) * 90) * Math.PI) / 180;
      return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
    });
  const along = (from: number, to: number, at: number): Spot[] =>
    Array.from({ length: EDGE_STEPS - 1 }, (_, n) => [from + ((n + 1) / EDGE_STEPS) * (to - from), at]);
  const left = x + radius;
  const right = x + width - radius;
  return [
    ...corner(left, y + radius, 180),
    ...along(left, right, y),
    ...corner(right, y + radius, 270),
    ...corner(right, y + height - radius, 0),
    ...along(right, left, y + height),
    ...corner(left, y + height - radius, 90),
  ];
}

const round = (value: number): number => Math.round(value * 10) / 10;
