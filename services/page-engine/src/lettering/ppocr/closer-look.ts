/** Where a sheet is worth a look from nearer. Plain functions. */
import type { Tile } from './find-boxes.js';
import { isOblong, type TurnedBox } from './turned-box.js';

/**
 * Pixels of a line that is small: the detector sees most of what is larger, and of smaller lettering half. Where it has seen
 * some there is more.
 */
const SMALL = 24;
/** Small lines that make a tile worth it: some scraps are everywhere. */
const ENOUGH = 3;

/**
 * Answers which tiles of a nearer picture have small lettering.
 *
 * @param boxes what was seen so far
 * @param share pixels of the nearer picture for one of the boxes' picture
 */
export function holdsSmall(boxes: readonly TurnedBox[], share: number): (tile: Tile) => boolean {
  const small = boxes.filter((box) => isOblong(box) && box.short < SMALL);
  return ({ left, top, width, height }) => {
    const inside = small.filter(({ x, y }) => {
      const [across, down] = [x * share - left, y * share - top];
      return across > 0 && across < width && down > 0 && down < height;
    });
    return inside.length >= ENOUGH;
  };
}
