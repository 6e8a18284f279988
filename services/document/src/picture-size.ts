import type { PageRow, PictureChange } from './model.js';

/** Pixels of a full-resolution picture. */
export interface PictureSize {
  width: number;
  height: number;
}

interface Box extends PictureSize {
  x: number;
  y: number;
}

/** Latest changes kept per page. */
const MAX_CHANGES = 20;
/** Difference of the factors across and down up to which a length has one factor. */
const UNEQUAL = 0.01;

export const isSameSize = (one: PictureSize, other: PictureSize): boolean =>
  one.width === other.width && one.height === other.height;

export function resizedBoxes<T extends Box>(boxes: readonly T[], from: PictureSize, to: PictureSize): T[] {
  const [across, down] = [to.width / from.width, to.height / from.height];
  return boxes.map((box) => ({
    ...box,
    x: Math.round(box.x * across),
    y: Math.round(box.y * down),
    width: Math.round(box.width * across),
    height: Math.round(box.height * down),
  }));
}

/**
 * What the page itself holds in pixels, after its picture changed. A length measured on a distorted picture is removed.
 */
export function resizedPage(page: PageRow, to: PictureSize, at: Date): Partial<PageRow> {
  const [across, down] = [to.width / page.width, to.height / page.height];
  const isStretched = Math.abs(across / down - 1) > UNEQUAL;
  const change: PictureChange = {
    ...{ at, fromWidth: page.width, fromHeight: page.height },
    ...{ toWidth: to.width, toHeight: to.height },
  };
  const { groundScale, scaleBarFeetPerPixel: bar } = page;
  return {
    pictureChanges: [...(page.pictureChanges ?? []), change].slice(-MAX_CHANGES),
    ...(groundScale && {
      groundScale: isStretched ? undefined : { ...groundScale, feetPerPixel: groundScale.feetPerPixel / across },
    }),
    ...(bar !== undefined && { scaleBarFeetPerPixel: isStretched ? undefined : bar / across }),
  };
}

/** Size before the first known change. */
export const originalSize = ({ width, height, pictureChanges }: Pick<PageRow, 'width' | 'height' | 'pictureChanges'>) =>
  pictureChanges?.[0]
    ? { width: pictureChanges[0].fromWidth, height: pictureChanges[0].fromHeight }
    : { width, height };
