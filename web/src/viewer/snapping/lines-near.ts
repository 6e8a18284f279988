/** Straight lines of ink near a place of a picture: what dragged edges and corners keep to. Plain functions, no browser. */
import type { Point } from '../sheet/geometry.js';
import { inkOf, thickened, type GreyPicture } from './outline-at.js';

/** How far a line is looked for, in pixels of the picture. */
export const SNAP_REACH = 8;
/** An edge shorter than this, in pixels, lies on letters as well as on lines. */
const LEAST_EDGE = 24;
/** A line covers at least this share of the edge that keeps to it. */
const LEAST_SHARE = 0.6;
/** What is thicker than this, in pixels, is no line but an area. */
const MOST_THICK = 10;
/** How far around a corner its lines are looked at, and how much of one must be there; pixels. */
const AROUND_CORNER = 32;
const LEAST_RUN = 26;
/** Gaps that a line may have, in pixels. */
const MOST_GAP = 2;
/** Steps in which lines are looked for around a corner, and how much two that meet must differ; degrees. */
const ANGLE_STEP = 3;
const LEAST_ANGLE = 25;
/** What is inked as far beside a line, on both sides, makes it no line but part of an area; pixels. */
const BESIDE = 7;

/** Lines of one picture. */
export interface LinesNear {
  /**
   * How far an edge from `a` to `b` is to be moved to lie on a line beside it: pixels to the right of its direction, or to the
   * left where negative. Null where there is none.
   */
  edge(a: Point, b: Point): number | null;
  /** Where two lines meet beside a point, or the nearest place of the only line there; null where there is none. */
  corner(at: Point): Point | null;
}

/** A line beside a point: its normal, how far from the point it is, and how much ink is on it. */
interface Line {
  degrees: number;
  normal: Point;
  away: number;
  weight: number;
}

/** Looks for lines in what is seen of a sheet; the ink is told from the paper once. */
export function linesNear(picture: GreyPicture): LinesNear {
  const { width, height } = picture;
  const ink = inkOf(picture);
  // lines that a scan has bent by a pixel are straight
  const mask = thickened(ink, picture, 1);
  const read = (of: Uint8Array, x: number, y: number): number => {
    const [u, v] = [Math.round(x), Math.round(y)];
    return u < 0 || v < 0 || u >= width || v >= height ? 0 : (of[v * width + u] ?? 0);
  };

  /** What share of a way is inked. */
  function share(from: Point, direction: Point, length: number): number {
    const steps = Math.max(1, Math.round(length));
    let count = 0;
    for (let at = 0; at <= steps; at += 1)
      count += read(mask, from.x + (direction.x * length * at) / steps, from.y + (direction.y * length * at) / steps);
    return count / (steps + 1);
  }

  function edge(a: Point, b: Point): number | null {
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length < LEAST_EDGE) return null;
    const direction = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
    const right = { x: -direction.y, y: direction.x };
    // lines that cross at its ends are none of its own
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
    // so far beyond the reach that an area is seen to be one
    const limit = SNAP_REACH + MOST_THICK;
    for (let offset = -limit; offset <= limit + 1; offset += 1) {
      const isLine = offset <= limit && shareAt(offset) >= LEAST_SHARE;
      if (isLine) begun ??= offset;
      if (isLine || begun === null) continue;
      const middle = (begun + offset - 1) / 2;
      const isThin = offset - begun <= MOST_THICK;
      if (isThin && Math.abs(middle) <= SNAP_REACH && (best === null || Math.abs(middle) < Math.abs(best)))
        best = middle;
      begun = null;
    }
    return best;
  }

  /** The longest stretch of ink along a line beside a point, and how dark it is. */
  function stretch(at: Point, normal: Point, away: number): { from: number; to: number; weight: number } {
    let best = { from: 0, to: -1, weight: 0 };
    let run = { ...best };
    let gap = MOST_GAP + 1;
    for (let along = -AROUND_CORNER; along <= AROUND_CORNER; along += 1) {
      const [x, y] = [at.x + normal.x * away - normal.y * along, at.y + normal.y * away + normal.x * along];
      if (read(mask, x, y) === 0) {
        gap += 1;
        continue;
      }
      if (gap > MOST_GAP) run = { from: along, to: along, weight: 0 };
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
      if (length < LEAST_RUN || !isPassing) continue;
      const beside = [-BESIDE, BESIDE].map((further) => {
        const start = {
          x: at.x + normal.x * (away + further) - normal.y * from,
          y: at.y + normal.y * (away + further) + normal.x * from,
        };
        return share(start, { x: -normal.y, y: normal.x }, length - 1);
      });
      if (beside.every((inked) => inked >= LEAST_SHARE)) continue;
      found.push({ away, weight });
    }
    const most = Math.max(0, ...found.map(({ weight }) => weight));
    // a line is as dark beside its middle as in it
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
      return Math.min(turn, 180 - turn) >= LEAST_ANGLE;
    });
    const meeting = second && crossing(first, second);
    const isNear = meeting !== undefined && Math.hypot(meeting.x, meeting.y) <= 1.5 * SNAP_REACH;
    const by = isNear ? meeting : { x: first.normal.x * first.away, y: first.normal.y * first.away };
    return { x: at.x + by.x, y: at.y + by.y };
  }

  return { edge, corner };
}

/** Where two lines cross, beside the point that they are near. */
function crossing(one: Line, other: Line): Point {
  const { x: a, y: b } = one.normal;
  const { x: c, y: d } = other.normal;
  const determinant = a * d - b * c;
  return {
    x: (one.away * d - b * other.away) / determinant,
    y: (a * other.away - one.away * c) / determinant,
  };
}
