/** Rotated rectangle, in pixels. */
export interface TurnedBox {
  /** Centre. */
  x: number;
  y: number;
  /** Sides; `long` is at least `short`. */
  long: number;
  short: number;
  /** Direction of the long side, clockwise from level: radians in (-90°, 90°]. */
  angle: number;
}

export type Point = readonly [x: number, y: number];

/** Normalizes a line's direction to radians in (-90°, 90°]. */
export function normalAngle(angle: number): number {
  const turned = angle - Math.PI * Math.round(angle / Math.PI);
  return turned <= -Math.PI / 2 ? turned + Math.PI : turned;
}

/** Minimum aspect ratio of a box with a direction. */
const OBLONG = 1.4;
export const isOblong = ({ long, short }: Pick<TurnedBox, 'long' | 'short'>): boolean => long >= short * OBLONG;

/** Degrees from level, 0 to 90. */
export const steepness = ({ angle }: Pick<TurnedBox, 'angle'>): number => (Math.abs(angle) * 180) / Math.PI;

/** Convex hull in order (Andrew's monotone chain). */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  return [...chain(sorted), ...chain(sorted.reverse())];
}

function chain(sorted: readonly Point[]): Point[] {
  const hull: Point[] = [];
  for (const point of sorted) {
    while (hull.length >= 2 && !turnsLeft(hull.at(-2), hull.at(-1), point)) hull.pop();
    hull.push(point);
  }
  hull.pop();
  return hull;
}

function turnsLeft(from: Point | undefined, over: Point | undefined, to: Point): boolean {
  if (!from || !over) return true;
  return (over[0] - from[0]) * (to[1] - from[1]) - (over[1] - from[1]) * (to[0] - from[0]) > 0;
}

/** Minimum-area rectangle around a convex hull: one side is on a hull edge. */
export function smallestBox(hull: readonly Point[]): TurnedBox {
  let least = Infinity;
  let best: TurnedBox = { x: hull[0]?.[0] ?? 0, y: hull[0]?.[1] ?? 0, long: 0, short: 0, angle: 0 };
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length] ?? from;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length === 0) continue;
    const [cos, sin] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of hull) {
      const [u, v] = [x * cos + y * sin, y * cos - x * sin];
      left = Math.min(left, u);
      right = Math.max(right, u);
      top = Math.min(top, v);
      bottom = Math.max(bottom, v);
    }
    const [wide, high] = [right - left, bottom - top];
    if (wide * high >= least) continue;
    least = wide * high;
    const [u, v] = [(left + right) / 2, (top + bottom) / 2];
    const angle = Math.atan2(sin, cos);
    best = {
      x: u * cos - v * sin,
      y: u * sin + v * cos,
      long: Math.max(wide, high),
      short: Math.min(wide, high),
      angle: normalAngle(wide < high ? angle + Math.PI / 2 : angle),
    };
  }
  return best;
}

/**
 * Grows a box on all sides, as detection marks only the core of letters.
 *
 * @param ratio distance as a factor of area over circumference ("unclip" of DB)
 */
export function grown<T extends TurnedBox>(box: T, ratio: number): T {
  const by = (box.long * box.short * ratio) / (2 * (box.long + box.short));
  return { ...box, long: box.long + 2 * by, short: box.short + 2 * by };
}

export function holdsMiddle(box: TurnedBox, { x, y }: Pick<TurnedBox, 'x' | 'y'>): boolean {
  const [along, aside] = offsetFrom(box, x, y);
  return Math.abs(along) < box.long / 2 && Math.abs(aside) < box.short / 2;
}

/** Along the long side and across. */
export function offsetFrom(box: Pick<TurnedBox, 'x' | 'y' | 'angle'>, x: number, y: number): Point {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  const [across, down] = [x - box.x, y - box.y];
  return [across * cos + down * sin, down * cos - across * sin];
}

/** Half the size of the upright bounding rectangle. */
export function halfExtent(long: number, short: number, angle: number): Point {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return [(long * cos + short * sin) / 2, (long * sin + short * cos) / 2];
}
