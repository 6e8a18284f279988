/** How far a picture is enlarged, and where: plain data, so that it can be tested without a screen. */
export interface Zoom {
  /** 1: the whole picture fits. */
  scale: number;
  /** Pixels of the screen by which its middle is moved. */
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
/** At most so many times the size that fits. */
export const MOST = 8;

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The picture may be moved until its edge is at the edge of the frame, not further. */
export function held({ scale, x, y }: Zoom, frame: Size): Zoom {
  const bounded = between(scale, 1, MOST);
  const [roomX, roomY] = [(frame.width * (bounded - 1)) / 2, (frame.height * (bounded - 1)) / 2];
  // -0 is no place
  return { scale: bounded, x: between(x, -roomX, roomX) + 0, y: between(y, -roomY, roomY) + 0 };
}

/**
 * Enlarges by a factor about a point that stays where it is.
 * @param at from the middle of the frame, in pixels
 */
export function zoomed(zoom: Zoom, factor: number, at: { x: number; y: number }, frame: Size): Zoom {
  const scale = between(zoom.scale * factor, 1, MOST);
  const by = scale / zoom.scale;
  return held({ scale, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by }, frame);
}

/** Pixels that a finger moves sideways to turn to the next picture. */
const SWIPE = 56;

/** Whether a movement over the whole picture turns to the next one (1), the one before (-1), or to none. */
export function swiped(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < SWIPE || Math.abs(dx) < 1.5 * Math.abs(dy)) return 0;
  return dx < 0 ? 1 : -1;
}
