import type { Box, Point } from './plan.js';
import { sizeOfStrokes } from './symbols.js';

/** Of a label's letters. */
export const LABEL_SCALE = 1.3;
/** Pixels. */
const PADDING = { x: 15, y: 14 };
/** Around a point that no label covers. */
const CLEAR = 14;
/** Between a point and its label, and from ring to ring of the places that are tried. */
const GAP = 26;
const STEP = 22;
const RINGS = { label: 40, symbol: 4 };
const ANGLES = 16;
/** Between two labels, and between a label and the edge of the map. */
const SPACE = 6;

interface Labelled {
  /** Unique. */
  text: string;
  point: Point;
}

interface LabelledMap {
  width: number;
  height: number;
  /** Points that no label covers. */
  avoid: readonly Point[];
  /** Lines that labels cover only without other room. */
  lines: readonly Line[];
  /** Labels are symbols on their points, and cover others. */
  areSymbols: boolean;
}

export type Line = readonly [from: Point, to: Point];

/** Of a path, or of a closed ring. */
export const sidesOf = (path: readonly Point[]): Line[] =>
  path.slice(1).flatMap((to, at) => {
    const from = path[at];
    return from ? [[from, to]] : [];
  });

/**
 * Labels beside their points, which cover neither points nor each other; undefined if one has no room. Where there is
 * room they cover no line, and the line from a point to its label passes below no other label.
 */
export function placeLabels(labels: readonly Labelled[], map: LabelledMap): Map<string, Box> | undefined {
  const points = map.avoid.map(boxOfPoint);
  const places = new Map<string, Box>();
  const lines = [...map.lines];
  for (const { text, point } of labels) {
    const others = [...places.values()];
    const isApart = (box: Box): boolean => isWithin(box, map) && !others.some((other) => doOverlap(box, other));
    const isClear = (box: Box): boolean =>
      !lines.some((line) => doesCross(line, box)) &&
      !others.some((other) => doesCross([point, middleOfBox(box)], other));
    const apart = candidates(text, point, map.areSymbols).filter(isApart);
    const free = apart.filter((box) => !points.some((other) => doOverlap(box, other)));
    const place = map.areSymbols ? apart[0] : (free.find(isClear) ?? free[0]);
    if (!place) return undefined;
    places.set(text, place);
    lines.push([point, middleOfBox(place)]);
  }
  return places;
}

export const middleOfBox = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

export const isWithin = (box: Box, { width, height }: { width: number; height: number }): boolean =>
  box.x >= SPACE && box.y >= SPACE && box.x + box.width <= width - SPACE && box.y + box.height <= height - SPACE;

export const boxOfPoint = ({ x, y }: Point): Box => ({
  x: x - CLEAR,
  y: y - CLEAR,
  width: 2 * CLEAR,
  height: 2 * CLEAR,
});

/** Nearest first; symbols on the point, or so near that it is clear whose they are. */
function candidates(text: string, { x, y }: Point, areSymbols: boolean): Box[] {
  const letters = sizeOfStrokes(text, LABEL_SCALE);
  const [width, height] = [letters.width + 2 * PADDING.x, letters.height + 2 * PADDING.y];
  const around = Array.from({ length: (areSymbols ? RINGS.symbol : RINGS.label) * ANGLES }, (_, at) => {
    const far = GAP + Math.floor(at / ANGLES) * STEP;
    const angle = (2 * Math.PI * (at % ANGLES)) / ANGLES;
    return {
      x: x + Math.cos(angle) * (width / 2 + far) - width / 2,
      y: y - Math.sin(angle) * (height / 2 + far) - height / 2,
      ...{ width, height },
    };
  });
  return areSymbols ? [{ x: x - width / 2, y: y - height / 2, width, height }, ...around] : around;
}

export const doOverlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width + SPACE &&
  other.x < one.x + one.width + SPACE &&
  one.y < other.y + other.height + SPACE &&
  other.y < one.y + one.height + SPACE;

/** Shares of the line that are between two values of one coordinate. */
function sharesBetween(from: number, to: number, least: number, most: number): [number, number] {
  if (from === to) return from >= least && from <= most ? [0, 1] : [1, 0];
  const shares = [(least - from) / (to - from), (most - from) / (to - from)] as const;
  return [Math.min(...shares), Math.max(...shares)];
}

export function doesCross([from, to]: Line, { x, y, width, height }: Box): boolean {
  const across = sharesBetween(from.x, to.x, x, x + width);
  const along = sharesBetween(from.y, to.y, y, y + height);
  return Math.max(0, across[0], along[0]) <= Math.min(1, across[1], along[1]);
}
