import type { Size } from '../geometry/shapes.js';

export interface Zoom {
  /** 1 fits the picture. */
  scale: number;
  /** Of the center, in screen pixels. */
  x: number;
  y: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
export const MOST = 8;

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The picture's edge does not leave the frame's edge. */
export function held({ scale, x, y }: Zoom, frame: Size): Zoom {
  const bounded = between(scale, 1, MOST);
  const [roomX, roomY] = [(frame.width * (bounded - 1)) / 2, (frame.height * (bounded - 1)) / 2];
  // normalizes -0
  return { scale: bounded, x: between(x, -roomX, roomX) + 0, y: between(y, -roomY, roomY) + 0 };
}

/** @param at fixed point relative to the center of the frame, in pixels */
export function zoomed(zoom: Zoom, factor: number, at: { x: number; y: number }, frame: Size): Zoom {
  const scale = between(zoom.scale * factor, 1, MOST);
  const by = scale / zoom.scale;
  return held({ scale, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by }, frame);
}

const SWIPE = 56;

/** Next (1), previous (-1) or none (0). */
export function swiped(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < SWIPE || Math.abs(dx) < 1.5 * Math.abs(dy)) return 0;
  return dx < 0 ? 1 : -1;
}
