import type { RectangleCoordinates } from '../../evidence/annotation-records.js';
import type { Point, Size } from './geometry.js';

/** How the sheet is moved, in CSS pixels, and then enlarged by a factor, so that what was chosen is seen. */
export interface Uncovering {
  offset: Point;
  /** At most 1: how much smaller the sheet has to be. */
  factor: number;
}

/** Room around what is brought into view, in CSS pixels. */
const AROUND = 16;

/** The larger part of the view that a panel leaves: what is above it, or what is beside it. */
function roomBeside(view: Size, panel: RectangleCoordinates): RectangleCoordinates {
  const above = { x: 0, y: 0, width: view.width, height: Math.max(0, panel.y) };
  const beside = { x: 0, y: 0, width: Math.max(0, panel.x), height: view.height };
  return above.width * above.height >= beside.width * beside.height ? above : beside;
}

/** The least movement of `from` to `from + size` that puts it between 0 and `room`; in the middle where there is no room. */
function inside(from: number, size: number, room: number): number {
  if (size + 2 * AROUND >= room) return (room - size) / 2 - from;
  return Math.min(Math.max(from, AROUND), room - AROUND - size) - from;
}

/**
 * How to move the sheet so that a box on it is not under a panel that lies over the view; null when it is in sight already.
 *
 * @param box of what was chosen, on the screen
 * @param view size of the view
 * @param panel where the panel lies in the view
 */
export function uncovering(box: RectangleCoordinates, view: Size, panel: RectangleCoordinates): Uncovering | null {
  const isUnder =
    box.x < panel.x + panel.width &&
    box.x + box.width > panel.x &&
    box.y < panel.y + panel.height &&
    box.y + box.height > panel.y;
  const isOutside = box.x < 0 || box.y < 0 || box.x + box.width > view.width || box.y + box.height > view.height;
  if (!isUnder && !isOutside) return null;
  const room = roomBeside(view, panel);
  const factor = Math.min(
    1,
    (room.width - 2 * AROUND) / Math.max(1, box.width),
    (room.height - 2 * AROUND) / Math.max(1, box.height),
  );
  // nothing can be brought into a sliver
  if (factor <= 0) return null;
  const [width, height] = [box.width * factor, box.height * factor];
  // it shrinks about its own middle
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  return { offset: { x: inside(x, width, room.width), y: inside(y, height, room.height) }, factor };
}
