import type { Point } from '@symbio/sheet/geometry/geometry';
import { MAX_ALIGNMENT_PAIRS } from '@symbio/proto/limits';
import type { PointPair } from '@symbio/proto/document/similarity';

/** Sheet A or B. */
export type Side = 0 | 1;

export const SIDE_NAMES = ['A', 'B'] as const;

export interface AlignmentPoint {
  side: Side;
  number: number;
  point: Point;
}

export interface PendingPoint {
  side: Side;
  point: Point;
}

export const pointKey = ({ side, number }: AlignmentPoint): string => `${side} ${number}`;

export function pointsOf(pairs: readonly PointPair[], pending: PendingPoint | null): AlignmentPoint[] {
  const both = pairs.flatMap(({ from, to }, index): AlignmentPoint[] => [
    { side: 0, number: index + 1, point: from },
    { side: 1, number: index + 1, point: to },
  ]);
  return pending ? [...both, { ...pending, number: pairs.length + 1 }] : both;
}

/**
 * Completes a pair or sets the unpaired point, which a second click on the same sheet moves. Ignored at the maximum
 * number of pairs.
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

/** `hasBase`: rotation and scale come from other sheets. */
export function nextStep(count: number, pending: Side | null, hasBase = false): string {
  if (pending !== null) return `Now click the same place on ${SIDE_NAMES[pending === 0 ? 1 : 0]}.`;
  if (count >= MAX_ALIGNMENT_PAIRS) return `${MAX_ALIGNMENT_PAIRS} places is the maximum.`;
  const enough = count > 0 ? '' : hasBase ? ' One place is enough.' : ' Two places are enough, more make it better.';
  return `Click a place that both sheets show, such as a corner of a building.${enough}`;
}
