import type { Tile } from './find-boxes.js';
import { isOblong, type TurnedBox } from '../turned-box.js';

/** Line height in pixels below which the detector misses about half; where it finds some there are more. */
const SMALL = 24;
/** Minimum small lines per tile; a few scraps are everywhere. */
const ENOUGH = 3;

/**
 * Returns a test for tiles of the larger picture that contain small lettering.
 *
 * @param boxes boxes found so far
 * @param share scale from the boxes' picture to the larger one
 */
export function containsSmallLettering(boxes: readonly TurnedBox[], share: number): (tile: Tile) => boolean {
  const small = boxes.filter((box) => isOblong(box) && box.short < SMALL);
  return ({ left, top, width, height }) => {
    const inside = small.filter(({ x, y }) => {
      const [across, down] = [x * share - left, y * share - top];
      return across > 0 && across < width && down > 0 && down < height;
    });
    return inside.length >= ENOUGH;
  };
}
