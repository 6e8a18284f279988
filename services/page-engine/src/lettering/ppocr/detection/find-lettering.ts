/** Finds all lettering of a sheet: level, rotated, and enlarged where it is small. */
import { containsSmallLettering } from './small-lettering.js';
import { touches } from '../../areas.js';
import { findBoxes, tilesOf, type Tile } from './find-boxes.js';
import { addEnlargedPass, mergePasses } from './merge-boxes.js';
import type { Area } from '../../../pdf/page.js';
import type { Network } from '../model/network.js';
import { MOST_PIXELS, PictureStrips, type PagePicture } from '../picture-strips.js';
import type { TurnedBox } from '../turned-box.js';

/** Scale of the rotated pass (measured, as the other one). */
const TURNED_SHARE = 0.75;
const CLOSER_SHARE = 1.5;
/** Minimum height of a box in pixels: letters of a fifth. */
const LEGIBLE = 10;

/** In pixels of `level`, the picture at the scale. */
export async function findLettering(
  picture: PagePicture,
  page: { width: number; height: number; areas?: readonly Area[] },
  level: PictureStrips,
  scale: number,
  detector: Network,
  onTile: (share: number) => void,
): Promise<TurnedBox[]> {
  const [smaller, closer] = [TURNED_SHARE, CLOSER_SHARE].map(
    (share) => new PictureStrips(picture, page, scale * share),
  ) as [PictureStrips, PictureStrips];
  // large scans have large lettering, and the probability map is limited
  const isCloser = closer.width * closer.height <= MOST_PIXELS;
  const tiles = tilesOf(level) + tilesOf(smaller) + (isCloser ? tilesOf(closer) : 0);
  const isIn = (share: number) => {
    const by = 1 / (scale * share);
    return ({ left, top, width, height }: Tile): boolean =>
      touches({ x: left * by, y: top * by, width: width * by, height: height * by }, page.areas);
  };
  let seen = 0;
  const count = (): void => onTile(++seen / tiles);
  const across = await findBoxes(level, detector, { wanted: isIn(1), onTile: count });
  const along = await findBoxes(smaller, detector, { turned: true, wanted: isIn(TURNED_SHARE), onTile: count });
  const small = isCloser
    ? await findBoxes(closer, detector, { wanted: containsSmallLettering(across, CLOSER_SHARE), onTile: count })
    : [];
  const found = mergePasses(
    addEnlargedPass(across, small.map(scaledBy(1 / CLOSER_SHARE))),
    along.map(scaledBy(1 / TURNED_SHARE)),
  );
  return found
    .filter(({ short }) => short >= LEGIBLE)
    .filter(({ x, y }) => touches({ x: x / scale, y: y / scale, width: 0, height: 0 }, page.areas));
}

/** Scales a box; pixel centres are at halves. */
export const scaledBy =
  (by: number) =>
  (box: TurnedBox): TurnedBox => ({
    x: (box.x + 0.5) * by - 0.5,
    y: (box.y + 0.5) * by - 0.5,
    long: box.long * by,
    short: box.short * by,
    angle: box.angle,
  });
