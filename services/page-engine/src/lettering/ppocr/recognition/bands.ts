import { halfExtent, type TurnedBox } from '../turned-box.js';

/** Boxes with centres in the same rows, and the rows they cover. */
export interface Band {
  top: number;
  height: number;
  boxes: TurnedBox[];
}

/** Rows per band, not counting boxes that extend beyond. */
const ROWS = 768;
/**
 * Padding of a second reading: heights added to the length (half at each end) and factor on the height (decision 0080).
 */
export const WIDER = { long: 0.8, short: 1.2 };
/** Extra rows for interpolation. */
const MARGIN = 2;

export function bandsOf(boxes: readonly TurnedBox[], pictureHeight: number): Band[] {
  const bands = new Map<number, TurnedBox[]>();
  for (const box of boxes) {
    const number = Math.floor(Math.max(0, box.y) / ROWS);
    const list = bands.get(number);
    if (list) list.push(box);
    else bands.set(number, [box]);
  }
  return [...bands.entries()]
    .sort(([one], [other]) => one - other)
    .map(([, list]) => {
      const reach = list.map((box) => ({
        y: box.y,
        half: halfExtent(box.long + WIDER.long * box.short, box.short * WIDER.short, box.angle)[1] + MARGIN,
      }));
      const top = Math.max(0, Math.floor(Math.min(...reach.map(({ y, half }) => y - half))));
      const bottom = Math.min(pictureHeight, Math.ceil(Math.max(...reach.map(({ y, half }) => y + half))));
      return { top: Math.min(top, pictureHeight - 1), height: Math.max(1, bottom - top), boxes: list };
    });
}
