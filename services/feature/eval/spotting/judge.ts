/** What of a sheet's truth was proposed, and which proposals are right. */
import type { Spot } from '../../src/spotting/spotter.js';
import type { TruthRow, TruthSheet } from './truth.js';

/** Pixels by which a reading may place words elsewhere than somebody who looked; sheets are about 1,400 x 2,050 pixels. */
const SAME_PLACE = 60;
/** Parts of one site: a coal shed in a coal yard that was proposed is no miss, as one proposal of a site is made. */
const SAME_SITE = 110;

export interface JudgedSpot {
  spot: Spot;
  row: TruthRow | undefined;
}

export interface Judgement {
  /** Each proposal with the row it is right by; undefined: nothing of that use is lettered there. */
  spots: readonly JudgedSpot[];
  /** Rows that are asked for, and whether a proposal of their use is there. */
  asked: readonly { row: TruthRow; isFound: boolean }[];
}

type Placed = Pick<Spot, 'landUse' | 'box'>;

/** Judges the proposals of one sheet. */
export function judge(spots: readonly Spot[], { rows }: Pick<TruthSheet, 'rows'>): Judgement {
  return {
    spots: spots.map((spot) => ({ spot, row: nearestOf(spot, rows) })),
    asked: rows
      .filter(({ isAsked }) => isAsked)
      .map((row) => ({ row, isFound: spots.some((spot) => finds(spot, row)) })),
  };
}

/** The row that a proposal is right by. */
function nearestOf(spot: Placed, rows: readonly TruthRow[]): TruthRow | undefined {
  const there = rows.filter((row) => row.landUses.includes(spot.landUse) && distanceTo(spot, row) <= SAME_PLACE);
  return there.sort((a, b) => distanceTo(spot, a) - distanceTo(spot, b))[0];
}

const finds = (spot: Placed, row: TruthRow): boolean =>
  row.landUses.includes(spot.landUse) && distanceTo(spot, row) <= SAME_SITE;

/** Pixels from the nearest point of a proposal's words to the middle of those that are meant. */
function distanceTo({ box }: Placed, { x, y }: TruthRow): number {
  const across = Math.max(0, box.x - x, x - box.x - box.width);
  const down = Math.max(0, box.y - y, y - box.y - box.height);
  return Math.hypot(across, down);
}
