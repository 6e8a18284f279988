/** Matches proposals with a sheet's ground truth. */
import type { Spot } from '../../src/spotting/spotter.js';
import type { TruthRow, TruthSheet } from './truth.js';

/** Maximum distance in pixels between OCR and manually recorded positions; sheets are about 1,400 x 2,050 pixels. */
const SAME_PLACE = 60;
/** Distance of parts of one site: a coal shed in a proposed coal yard is not a miss, as a site gets one proposal. */
const SAME_SITE = 110;

export interface JudgedSpot {
  spot: Spot;
  row: TruthRow | undefined;
}

export interface Judgement {
  /** Each proposal with its matching row; undefined: no lettering of that use is there. */
  spots: readonly JudgedSpot[];
  /** Required rows, and whether they were proposed. */
  asked: readonly { row: TruthRow; isFound: boolean }[];
}

type Placed = Pick<Spot, 'landUse' | 'box'>;

export function judge(spots: readonly Spot[], { rows }: Pick<TruthSheet, 'rows'>): Judgement {
  return {
    spots: spots.map((spot) => ({ spot, row: nearestOf(spot, rows) })),
    asked: rows
      .filter(({ isAsked }) => isAsked)
      .map((row) => ({ row, isFound: spots.some((spot) => finds(spot, row)) })),
  };
}

function nearestOf(spot: Placed, rows: readonly TruthRow[]): TruthRow | undefined {
  const there = rows.filter((row) => row.landUses.includes(spot.landUse) && distanceTo(spot, row) <= SAME_PLACE);
  return there.sort((a, b) => distanceTo(spot, a) - distanceTo(spot, b))[0];
}

const finds = (spot: Placed, row: TruthRow): boolean =>
  row.landUses.includes(spot.landUse) && distanceTo(spot, row) <= SAME_SITE;

/** Pixels from a proposal's words (nearest point) to the centre of the row's words. */
function distanceTo({ box }: Placed, { x, y }: TruthRow): number {
  const across = Math.max(0, box.x - x, x - box.x - box.width);
  const down = Math.max(0, box.y - y, y - box.y - box.height);
  return Math.hypot(across, down);
}
