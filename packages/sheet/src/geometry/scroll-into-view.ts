import type { Rectangle } from './shapes.js';
import type { Point, Size } from './geometry.js';

/** Offset in CSS pixels, then a scale factor, that make the selection visible. */
export interface ViewShift {
  offset: Point;
  /** At most 1: reduction of the sheet. */
  factor: number;
}

const AROUND = 16;

/** Larger free part of the view: above or beside the panel. */
function freeArea(view: Size, panel: Rectangle): Rectangle {
  const above = { x: 0, y: 0, width: view.width, height: Math.max(0, panel.y) };
  const beside = { x: 0, y: 0, width: Math.max(0, panel.x), height: view.height };
  return above.width * above.height >= beside.width * beside.height ? above : beside;
}

/** Smallest offset that moves `from`..`from + size` into 0..`room`; centres it if it does not fit. */
function inside(from: number, size: number, room: number): number {
  if (size + 2 * AROUND >= room) return (room - size) / 2 - from;
  return Math.min(Math.max(from, AROUND), room - AROUND - size) - from;
}

/**
 * Computes how to move the sheet so a panel does not cover the box; null if it is visible.
 *
 * @param box screen bounds of the selection
 * @param view size of the view
 * @param panel bounds within the view
 */
export function viewShift(box: Rectangle, view: Size, panel: Rectangle): ViewShift | null {
  const isUnder =
    box.x < panel.x + panel.width &&
    box.x + box.width > panel.x &&
    box.y < panel.y + panel.height &&
    box.y + box.height > panel.y;
  const isOutside = box.x < 0 || box.y < 0 || box.x + box.width > view.width || box.y + box.height > view.height;
  if (!isUnder && !isOutside) return null;
  const room = freeArea(view, panel);
  const factor = Math.min(
    1,
    (room.width - 2 * AROUND) / Math.max(1, box.width),
    (room.height - 2 * AROUND) / Math.max(1, box.height),
  );
  // the free part is too small
  if (factor <= 0) return null;
  const [width, height] = [box.width * factor, box.height * factor];
  // it shrinks around its own centre
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  return { offset: { x: inside(x, width, room.width), y: inside(y, height, room.height) }, factor };
}
