import { isSameSize, type PictureSize } from '../picture-size.js';
import type { StoredPlacing } from './model.js';

/** Points and mask on a picture of another size or shape. */
export function rescaled({ points, mask, pictureWidth, pictureHeight }: StoredPlacing, to: PictureSize): StoredPlacing {
  const from = { width: pictureWidth, height: pictureHeight };
  const size = { pictureWidth: to.width, pictureHeight: to.height };
  if (isSameSize(from, to)) return { points, mask, ...size };
  const onto = <T extends { x: number; y: number }>(pixel: T): T => ({
    ...pixel,
    x: (pixel.x * to.width) / from.width,
    y: (pixel.y * to.height) / from.height,
  });
  return { points: points.map(onto), mask: mask?.map(onto), ...size };
}
