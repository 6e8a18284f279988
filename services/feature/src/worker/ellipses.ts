import type { LetteringPlace, Outline } from '../spotting/outline.js';
import type { Box } from '../spotting/reading.js';

/** Page pixels, radians clockwise. */
export interface Ellipse {
  centerX: number;
  centerY: number;
  radiusX: number;
  radiusY: number;
  theta: number;
}

interface PageSize {
  width: number;
  height: number;
}

/** Ellipse through a rectangle's corners, plus a margin. */
const AROUND = Math.SQRT2 * 1.06;
/** In letter heights, around a lettering without an outline. */
const MARGIN = 0.6;

export function ellipseFor(lettering: LetteringPlace, outline: Outline | undefined, page: PageSize): Ellipse {
  const { centerX, centerY, radiusX, radiusY, theta } = outline ?? {
    centerX: lettering.x,
    centerY: lettering.y,
    radiusX: (lettering.length / 2) * AROUND + MARGIN * lettering.height,
    radiusY: (lettering.height / 2) * AROUND + MARGIN * lettering.height,
    theta: lettering.angle,
  };
  const x = clamp(centerX, 1, page.width - 1);
  const y = clamp(centerY, 1, page.height - 1);
  const around = boxOf({ centerX: x, centerY: y, radiusX, radiusY, theta });
  const fit = Math.min(
    1,
    (2 * Math.min(x, page.width - x)) / around.width,
    (2 * Math.min(y, page.height - y)) / around.height,
  );
  return { centerX: x, centerY: y, radiusX: Math.max(1, radiusX * fit), radiusY: Math.max(1, radiusY * fit), theta };
}

export function boxOf({ centerX, centerY, radiusX, radiusY, theta }: Ellipse): Box {
  const across = Math.hypot(radiusX * Math.cos(theta), radiusY * Math.sin(theta));
  const down = Math.hypot(radiusX * Math.sin(theta), radiusY * Math.cos(theta));
  return { x: centerX - across, y: centerY - down, width: 2 * across, height: 2 * down };
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
