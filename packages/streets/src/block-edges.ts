/** Middles of streets between the block edges of a drawn sheet. */
import type { Pixel } from '@symbio/georeference';
import { RADIANS } from './pose.js';

/** A sheet's picture, 1,400 pixels across its shorter side. */
export interface Raster {
  width: number;
  height: number;
  /** 0 paper to 255 ink. */
  ink: Uint8Array;
  /** 1 where a building is tinted. */
  tint: Uint8Array;
}

/** A street beside a crossing. */
export interface Arm {
  /** Pixels of its middle from the expected crossing, across it. */
  offset: number;
  /** Pixels between its block edges. */
  width: number;
  /** Degrees clockwise. */
  angle: number;
}

/** Pixels along the street, from the crossing. */
const ALONG = { from: 62, to: 150, step: 2 } as const;
const ACROSS = 110;
/** Nearer lines are drawn in the street. */
const NEAREST = 14;
const TURNS = [-1, 1, -2, 2];
const FINER_TURNS = [-0.5, 0.5];
const INK = 0.35 * 255;
/** Share of an edge that is drawn. */
const DRAWN = 0.55;
const INSIDE = 0.9;
/** A street is paper. */
const MOST_TINTED = 0.12;

/** Of a pixel between four, at least two pixels inside. */
function inkAt({ width, ink }: Raster, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [dx, dy] = [x - left, y - top];
  const at = top * width + left;
  const upper = (ink[at] ?? 0) * (1 - dx) + (ink[at + 1] ?? 0) * dx;
  const lower = (ink[at + width] ?? 0) * (1 - dx) + (ink[at + width + 1] ?? 0) * dx;
  return upper * (1 - dy) + lower * dy;
}

const STEPS = Math.ceil((ALONG.to - ALONG.from) / ALONG.step);

/** Share of inked pixels of a line along the street, `v` pixels from its middle; 0 if too few are drawn for an edge. */
function drawnShare(
  raster: Raster,
  { x, y }: Pixel,
  [cosine, sine]: readonly [number, number],
  side: 1 | -1,
  v: number,
) {
  let [inked, outside] = [0, 0];
  for (let step = 0; step < STEPS; step++) {
    const u = side * (ALONG.from + step * ALONG.step);
    const [px, py] = [x + u * cosine - v * sine, y + u * sine + v * cosine];
    const isIn = px > 2 && py > 2 && px < raster.width - 3 && py < raster.height - 3;
    if (!isIn) outside += 1;
    else if (inkAt(raster, px, py) > INK) inked += 1;
    if (outside >= (1 - INSIDE) * STEPS || inked + STEPS - step - 1 <= DRAWN * STEPS) return 0;
  }
  return inked / STEPS;
}

interface Edges {
  left?: number;
  right?: number;
  /** Sum of their drawn shares. */
  drawn: number;
}

/** The drawn lines that are nearest on both sides of the middle. */
function edgesOf(raster: Raster, crossing: Pixel, angle: number, side: 1 | -1): Edges {
  const turn = [Math.cos(angle * RADIANS), Math.sin(angle * RADIANS)] as const;
  const nearest = (direction: 1 | -1): { v: number; drawn: number } | undefined => {
    const at = (distance: number) => drawnShare(raster, crossing, turn, side, direction * distance);
    let [before, drawn] = [at(NEAREST), at(NEAREST + 1)];
    for (let distance = NEAREST + 1; distance < ACROSS; distance++) {
      const after = at(distance + 1);
      if (drawn > 0 && drawn >= before && drawn >= after) return { v: direction * distance, drawn };
      [before, drawn] = [drawn, after];
    }
    return undefined;
  };
  const [left, right] = [nearest(-1), nearest(1)];
  const drawn = (left?.drawn ?? 0) + (right?.drawn ?? 0);
  return { drawn, ...(left && { left: left.v }), ...(right && { right: right.v }) };
}

function tintedShare(
  raster: Raster,
  { x, y }: Pixel,
  angle: number,
  side: 1 | -1,
  [from, to]: readonly [number, number],
) {
  const [cosine, sine] = [Math.cos(angle * RADIANS), Math.sin(angle * RADIANS)];
  let [tinted, all] = [0, 0];
  for (let u = ALONG.from; u < ALONG.to; u += 3)
    for (let v = from + 6; v < to - 6; v += 3) {
      const px = Math.round(x + side * u * cosine - v * sine);
      const py = Math.round(y + side * u * sine + v * cosine);
      all += 1;
      if (px >= 0 && py >= 0 && px < raster.width && py < raster.height)
        tinted += raster.tint[py * raster.width + px] ?? 0;
    }
  return all === 0 ? 1 : tinted / all;
}

/** The street on one side of a crossing; undefined without two edges and paper between them. */
function armOf(raster: Raster, crossing: Pixel, angle: number, side: 1 | -1): Arm | undefined {
  const edgesAt = (at: number) => ({ ...edgesOf(raster, crossing, at, side), angle: at });
  let best = edgesAt(angle);
  for (const turns of [TURNS, FINER_TURNS]) {
    const around = best.angle;
    for (const turn of turns) {
      const edges = edgesAt(around + turn);
      if (edges.drawn > best.drawn) best = edges;
    }
  }
  if (best.left === undefined || best.right === undefined) return undefined;
  const { left, right } = best;
  if (tintedShare(raster, crossing, best.angle, side, [left, right]) > MOST_TINTED) return undefined;
  return { offset: (left + right) / 2, width: right - left, angle: best.angle };
}

/** @param angle of the street, in degrees clockwise */
export const armsOf = (raster: Raster, crossing: Pixel, angle: number): Arm[] =>
  ([1, -1] as const).flatMap((side) => armOf(raster, crossing, angle, side) ?? []);

/** Where the middles of two streets meet; undefined if they are parallel. */
export function meetingOfArms(crossing: Pixel, one: readonly Arm[], other: readonly Arm[]): Pixel | undefined {
  const middle = (arms: readonly Arm[]) => {
    const mean = (of: (arm: Arm) => number) => arms.reduce((sum, arm) => sum + of(arm), 0) / arms.length;
    const angle = mean((arm) => arm.angle) * RADIANS;
    const offset = mean((arm) => arm.offset);
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    return { x: crossing.x - offset * sine, y: crossing.y + offset * cosine, cosine, sine };
  };
  const [a, b] = [middle(one), middle(other)];
  const cross = a.cosine * b.sine - a.sine * b.cosine;
  if (Math.abs(cross) < 0.3) return undefined;
  const along = ((b.x - a.x) * b.sine - (b.y - a.y) * b.cosine) / cross;
  return { x: a.x + a.cosine * along, y: a.y + a.sine * along };
}
