import { NEARBY_RADIUS_M, parseCoordinate } from '../../evidence/evidence-api.js';
import { apart, inSpace, type Space } from '../../evidence/distance.js';
import type { Feature } from '../../evidence/evidence-api.js';

/** Metres beyond the radius, as on the server, against rounding differences. */
const ROUNDING_M = 1e-6;

export interface Neighbour {
  feature: Feature;
  /** metres */
  distance: number;
}

/** Metres: neighbours are in the same or an adjacent cell. */
const CELL_M = NEARBY_RADIUS_M + 1;

const cellOf = (at: Space): Space => [
  Math.floor(at[0] / CELL_M),
  Math.floor(at[1] / CELL_M),
  Math.floor(at[2] / CELL_M),
];

const STEPS = [-1, 0, 1] as const;

const around = ([x, y, z]: Space): string[] =>
  STEPS.flatMap((dx) => STEPS.flatMap((dy) => STEPS.map((dz) => `${x + dx} ${y + dy} ${z + dz}`)));

/** Within 50 m, nearest first (FEAT-28, CONST-16, OP-30). A grid limits the comparisons. */
export function neighboursOf(features: readonly Feature[]): Map<string, Neighbour[]> {
  const placed = features.flatMap((feature) => {
    const place = parseCoordinate(feature.coordinate);
    return place ? [{ feature, at: inSpace(place) }] : [];
  });
  const cells = new Map<string, typeof placed>();
  for (const one of placed) {
    const cell = cellOf(one.at).join(' ');
    const others = cells.get(cell);
    if (others) others.push(one);
    else cells.set(cell, [one]);
  }
  const found = new Map<string, Neighbour[]>();
  for (const { feature, at } of placed) {
    const near = around(cellOf(at))
      .flatMap((cell) => cells.get(cell) ?? [])
      .filter((other) => other.feature.id !== feature.id)
      .map((other) => ({ feature: other.feature, distance: apart(at, other.at) }))
      .filter(({ distance }) => distance <= NEARBY_RADIUS_M + ROUNDING_M)
      .sort((a, b) => a.distance - b.distance);
    if (near.length > 0) found.set(feature.id, near);
  }
  return found;
}

const MAX_NAMED = 12;

/** Names the nearest, and a text for the rest, if any. */
export function namedNeighbours(neighbours: readonly Neighbour[]): { named: readonly Neighbour[]; rest: string } {
  const left = neighbours.length - MAX_NAMED;
  return { named: neighbours.slice(0, MAX_NAMED), rest: left > 0 ? ` and ${left} more` : '' };
}
