import type { Point } from '../geometry/geometry.js';
import { inkOf, thickened, type GreyPicture } from './outline-at.js';

/** Search distance in pixels of the picture. */
export const SNAP_REACH = 8;
/** Shorter edges, in pixels, would also match letters. */
const MIN_EDGE = 24;
/** Share of the edge that a line must cover. */
const MIN_SHARE = 0.6;
/** Thicker ink, in pixels, is an area, not a line. */
const MAX_THICK = 10;
/** Window around a corner and minimum line length in it; pixels. */
const AROUND_CORNER = 32;
const MIN_RUN = 26;
const MAX_GAP = 2;
/** Angular search step around a corner, and the minimum angle between two lines; degrees. */
const ANGLE_STEP = 3;
const MIN_ANGLE = 25;
/** Ink at this distance on both sides means an area, not a line; pixels. */
const BESIDE = 7;

export interface LinesNear {
  /**
   * Offset that moves an edge from `a` to `b` onto a parallel line: pixels to the right of its direction, negative to
   * the left. Null if no line is near.
   */
  edge(a: Point, b: Point): number | null;
  /** Intersection of two lines near a point, or the nearest point of the only line; null if no line is near. */
  corner(at: Point): Point | null;
}

/** Line near a point: its normal, distance and amount of ink. */
interface Line {
  degrees: number;
  normal: Point;
  away: number;
  weight: number;
}

/** Thresholds the ink once. */
export function linesNear(picture: GreyPicture): LinesNear {
  const { width, height } = picture;
  const ink = inkOf(picture);
  // tolerates lines that a scan bends by a pixel
  const mask = thickened(ink, picture, 1);
  const read = (of: Uint8Array, x: number, y: number): number => {
    const [u, v] = [Math.round(x), Math.round(y)];
    return u < 0 || v < 0 || u >= width || v >= height ? 0 : (of[v * width + u] ?? 0);
  };

  function share(from: Point, direction: Point, length: number): number {
    const steps = Math.max(1, Math.round(length));
    let count = 0;
    for (let at = 0; at <= steps; at += 1)
      count += read(mask, from.x + (direction.x * length * at) / steps, from.y + (direction.y * length * at) / steps);
    return count / (steps + 1);
  }

  function edge(a: Point, b: Point): number | null {
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length < MIN_EDGE) return null;
    const direction = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
    const right = { x: -direction.y, y: direction.x };
    // ignores lines that cross at its ends
    const inset = Math.min(SNAP_REACH, length / 8);
    const shareAt = (offset: number) =>
      share(
        {
          x: a.x + direction.x * inset + right.x * offset,
          y: a.y + direction.y * inset + right.y * offset,
        },
        direction,
        length - 2 * inset,
      );
    let best: number | null = null;
    let begun: number | null = null;
    // far enough beyond the search distance to recognise areas
    const limit = SNAP_REACH + MAX_THICK;
    for (let offset = -limit; offset <= limit + 1; offset += 1) {
      const isLine = offset <= limit && shareAt(offset) >= MIN_SHARE;
      if (isLine) begun ??= offset;
      if (isLine || begun === null) continue;
      const middle = (begun + offset - 1) / 2;
      const isThin = offset - begun <= MAX_THICK;
      if (isThin && Math.abs(middle) <= SNAP_REACH && (best === null || Math.abs(middle) < Math.abs(best)))
        best = middle;
      begun = null;
    }
    return best;
  }

  /** The longest ink run along a line near a point, and its weight. */
  function stretch(at: Point, normal: Point, away: number): { from: number; to: number; weight: number } {
    let best = { from: 0, to: -1, weight: 0 };
    let run = { ...best };
    let gap = MAX_GAP + 1;
    for (let along = -AROUND_CORNER; along <= AROUND_CORNER; along += 1) {
      const [x, y] = [at.x + normal.x * away - normal.y * along, at.y + normal.y * away + normal.x * along];
      if (read(mask, x, y) === 0) {
        gap += 1;
        continue;
      }
      if (gap > MAX_GAP) run = { from: along, to: along, weight: 0 };
      gap = 0;
      run = { from: run.from, to: along, weight: run.weight + 1 + read(ink, x, y) };
      if (run.weight > best.weight) best = run;
    }
    return best;
  }

  function lineAt(at: Point, degrees: number): Line | null {
    const angle = (degrees * Math.PI) / 180;
    const normal = { x: Math.cos(angle), y: Math.sin(angle) };
    const found: { away: number; weight: number }[] = [];
    for (let away = -SNAP_REACH; away <= SNAP_REACH; away += 1) {
      const { from, to, weight } = stretch(at, normal, away);
      const length = to - from + 1;
      const isPassing = from <= SNAP_REACH && to >= -SNAP_REACH;
      if (length < MIN_RUN || !isPassing) continue;
      const beside = [-BESIDE, BESIDE].map((further) => {
        const start = {
          x: at.x + normal.x * (away + further) - normal.y * from,
          y: at.y + normal.y * (away + further) + normal.x * from,
        };
        return share(start, { x: -normal.y, y: normal.x }, length - 1);
      });
      if (beside.every((inked) => inked >= MIN_SHARE)) continue;
      found.push({ away, weight });
    }
    const most = Math.max(0, ...found.map(({ weight }) => weight));
    // takes the middle of equally dark candidates
    const darkest = found.filter(({ weight }) => weight >= 0.95 * most);
    if (darkest.length === 0) return null;
    const away = darkest.reduce((sum, line) => sum + line.away, 0) / darkest.length;
    return { degrees, normal, away, weight: most };
  }

  function corner(at: Point): Point | null {
    const lines: Line[] = [];
    for (let degrees = 0; degrees < 180; degrees += ANGLE_STEP) {
      const line = lineAt(at, degrees);
      if (line) lines.push(line);
    }
    lines.sort((one, other) => other.weight - one.weight || Math.abs(one.away) - Math.abs(other.away));
    const [first] = lines;
    if (!first) return null;
    const second = lines.find(({ degrees }) => {
      const turn = Math.abs(degrees - first.degrees);
      return Math.min(turn, 180 - turn) >= MIN_ANGLE;
    });
    const meeting = second && crossing(first, second);
    const isNear = meeting !== undefined && Math.hypot(meeting.x, meeting.y) <= 1.5 * SNAP_REACH;
    const by = isNear ? meeting : { x: first.normal.x * first.away, y: first.normal.y * first.away };
    return { x: at.x + by.x, y: at.y + by.y };
  }

  return { edge, corner };
}

function crossing(one: Line, other: Line): Point {
  const { x: a, y: b } = one.normal;
  const { x: c, y: d } = other.normal;
  const determinant = a * d - b * c;
  return {
    x: (one.away * d - b * other.away) / determinant,
    y: (a * other.away - one.away * c) / determinant,
  };
}
