/** Part of a page in pixels of its full-resolution image. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Region = Box;

/** Starts of equal, evenly spaced spans that cover a length. */
function startsOf(length: number, side: number, overlap: number): number[] {
  if (length <= side) return [0];
  const count = Math.ceil((length - overlap) / (side - overlap));
  return Array.from({ length: count }, (_, index) => Math.round((index * (length - side)) / (count - 1)));
}

/**
 * Covers a page with regions, row by row. Neighbours share at least the overlap, so that anything smaller is whole in
 * one of them.
 *
 * @param side longest side of a region in pixels of the page
 * @param share overlap as a share of the side, below 1
 */
export function regionsOf(page: Size, side: number, share: number): Region[] {
  const overlap = Math.ceil(side * share);
  const [width, height] = [Math.min(side, page.width), Math.min(side, page.height)];
  return startsOf(page.height, side, overlap).flatMap((y) =>
    startsOf(page.width, side, overlap).map((x) => ({ x, y, width, height })),
  );
}

export const areaOf = ({ width, height }: Size): number => width * height;

/** Area that two boxes share. */
export function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Intersection over union, from 0 to 1. */
export function iou(one: Box, other: Box): number {
  const shared = sharedArea(one, other);
  return shared === 0 ? 0 : shared / (areaOf(one) + areaOf(other) - shared);
}

/** Smallest box around both. */
export function boxAround(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
