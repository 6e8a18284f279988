import type { Point } from '../../viewer/sheet/geometry.js';
import { MAX_ALIGNMENT_PAIRS } from '@symbio/proto/limits';
import type { PointPair } from '@symbio/proto/document/similarity';

/** The first sheet (A, 0) or the second (B, 1). */
export type Side = 0 | 1;

/** What the two sheets are called. */
export const SIDE_NAMES = ['A', 'B'] as const;

/** A numbered point of an alignment, on one of the sheets. */
export interface AlignmentPoint {
  side: Side;
  number: number;
  point: Point;
}

/** A point of one sheet that waits for its partner on the other. */
export interface PendingPoint {
  side: Side;
  point: Point;
}

/** Names a point among those that are shown. */
export const pointKey = ({ side, number }: AlignmentPoint): string => `${side} ${number}`;

/** The points to show: both of each pair, and the one that waits. */
export function pointsOf(pairs: readonly PointPair[], pending: PendingPoint | null): AlignmentPoint[] {
  const both = pairs.flatMap(({ from, to }, index): AlignmentPoint[] => [
    { side: 0, number: index + 1, point: from },
    { side: 1, number: index + 1, point: to },
  ]);
  return pending ? [...both, { ...pending, number: pairs.length + 1 }] : both;
}

/**
 * What a click on a sheet makes: the second point of a pair, or the first one, which waits. A second click on the same
 * sheet means another place; beyond the most pairs there can be nothing happens.
 *
 * @returns the pair when there is one, and what waits then
 */
export function clicked(
  pairs: readonly PointPair[],
  pending: PendingPoint | null,
  click: PendingPoint,
): { pair: PointPair | null; pending: PendingPoint | null } {
  if (pairs.length >= MAX_ALIGNMENT_PAIRS) return { pair: null, pending };
  if (!pending || pending.side === click.side) return { pair: null, pending: click };
  const pair = click.side === 1 ? { from: pending.point, to: click.point } : { from: click.point, to: pending.point };
  return { pair, pending: null };
}

/** What a person is asked to do next; `hasBase`: turn and stretch are taken over from other sheets. */
export function nextStep(count: number, pending: Side | null, hasBase = false): string {
  if (pending !== null) return `Now click the same place on ${SIDE_NAMES[pending === 0 ? 1 : 0]}.`;
  if (count >= MAX_ALIGNMENT_PAIRS) return `${MAX_ALIGNMENT_PAIRS} places are the most there can be.`;
  const enough = count > 0 ? '' : hasBase ? ' One place is enough.' : ' Two places are enough, more make it better.';
  return `Click a place that both sheets show, such as a corner of a building.${enough}`;
}
