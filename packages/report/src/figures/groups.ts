import { placeLabels, type Line } from './labels.js';
import type { Box, Point } from './plan.js';

export interface OnPlan {
  /** Unique, such as `F1`. */
  reference: string;
  point: Point;
}

/** A label on the plan, of one point or of several that are close to each other. */
export interface PlanLabel {
  /** The reference of a single point, else `G1`. */
  text: string;
  /** Where its line ends: the point, or the middle of the points. */
  point: Point;
  box: Box;
  references: string[];
}

interface LabelledPlan {
  width: number;
  height: number;
  site: Point | undefined;
  lines: readonly Line[];
}

/** Pixels between the points of a group: the first distance at which all labels have room is taken. */
const REACHES = [0, 40, 60, 90, 135, 200, 300, 450, 3_000];

/** A label for each point; where there is no room for all, points that are close share one. */
export function labelPlan(points: readonly OnPlan[], plan: LabelledPlan): PlanLabel[] {
  const avoid = [...points.map(({ point }) => point), ...(plan.site ? [plan.site] : [])];
  for (const reach of REACHES) {
    const groups = groupsOf(points, reach);
    const places = placeLabels(groups, { ...plan, avoid, areSymbols: reach > 0 });
    if (places)
      return groups.flatMap((group) => {
        const box = places.get(group.text);
        return box ? { ...group, box } : [];
      });
  }
  return [];
}

/** Each point in the group of the first one that is near enough. */
function groupsOf(points: readonly OnPlan[], reach: number): Omit<PlanLabel, 'box'>[] {
  const groups: OnPlan[][] = [];
  for (const one of points) {
    const group = groups.find(([first]) => first && distance(first.point, one.point) < reach);
    if (group) group.push(one);
    else groups.push([one]);
  }
  let number = 0;
  return groups.map((group) => ({
    text: group.length === 1 ? (group[0]?.reference ?? '') : `G${++number}`,
    point: middleOf(group.map(({ point }) => point)),
    references: group.map(({ reference }) => reference),
  }));
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
