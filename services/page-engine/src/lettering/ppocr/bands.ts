import { halfExtent, type TurnedBox } from './turned-box.js';

/** Boxes whose middles lie in the same rows, and the rows that all of them cover. */
export interface Band {
  top: number;
  height: number;
  boxes: TurnedBox[];
}

/** Rows of a band, but for boxes that reach out of it. */
const ROWS = 768;
/**
 * Heights that a second look at a box is longer, half of them at each end, and times it is higher: measured
 * (docs/decisions/0080).
 */
export const WIDER = { long: 0.8, short: 1.2 };
/** Rows around a box that its samples may touch. */
const MARGIN = 2;

/** Boxes in bands from top to bottom, so that only a strip of the picture is needed at a time. */
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
