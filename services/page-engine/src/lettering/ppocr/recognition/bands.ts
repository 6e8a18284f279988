import { halfExtent, type TurnedBox } from '../turned-box.js';

/** Boxes with centres in the same rows, and the rows they cover. */
export interface Band {
  top: number;
  height: number;
  boxes: TurnedBox[];
}

/** Rows per band, not counting boxes that extend beyond. */
const ROWS = 768;
/** Box of a second reading: heights added to the length, half at each end, and factor on the height (decision 0080). */
export interface View {
  long: number;
  short: number;
}
export const VIEWS = {
  wider: { long: 0.8, short: 1.2 },
  tighter: { long: 0.2, short: 0.85 },
  longer: { long: 3, short: 1.1 },
} as const satisfies Record<string, View>;
/** Rows of all views. */
const REACH: View = { long: VIEWS.longer.long, short: VIEWS.wider.short };
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
        half: halfExtent(box.long + REACH.long * box.short, box.short * REACH.short, box.angle)[1] + MARGIN,
      }));
      const top = Math.max(0, Math.floor(Math.min(...reach.map(({ y, half }) => y - half))));
      const bottom = Math.min(pictureHeight, Math.ceil(Math.max(...reach.map(({ y, half }) => y + half))));
      return { top: Math.min(top, pictureHeight - 1), height: Math.max(1, bottom - top), boxes: list };
    });
}
